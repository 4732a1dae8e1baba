"""The properties of an object, put together from all parts of a schema that speak of them."""

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Members"]


@dataclass(slots=True)
class Members:
    """The properties of an object, and which are required.

    Each property has one list for each part of the schema that speaks of it: the schemas of which
    its value fits one. All the lists hold, so any tells what the property can be. `others` is the
    schema of what is no property.
    """

    properties: dict[str, list[list[Any]]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    others: Any = True

    def also(self, part: "Members") -> None:
        """Narrow it to what fits a part, too."""
        for key, told in part.properties.items():
            self.properties.setdefault(key, []).extend(told)
        self.required |= part.required
        self.others = part.others if self.others is True else self.others

    @classmethod
    def either(cls, branches: list["Members"]) -> "Members":
        """What fits one of several."""
        either = cls(required=set.intersection(*(branch.required for branch in branches)))
        others = [branch.others for branch in branches if branch.others is not False]
        either.others = others[0] if len(others) == 1 else bool(others)
        for key in dict.fromkeys(key for branch in branches for key in branch.properties):
            either.properties[key] = [[node for branch in branches for node in branch.of(key)]]
        return either

    def of(self, key: str) -> list[Any]:
        """The schemas of which the value of a key fits one; none when it can't be there."""
        told = self.properties.get(key, [[] if self.others is False else [self.others]])
        return next((nodes for nodes in told if not any(map(_is_open, nodes))), [True])


def _is_open(node: Any) -> bool:
    return not isinstance(node, dict) or not node
