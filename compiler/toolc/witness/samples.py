"""Values that parts of one tool's schema accept, each written once however often it is needed."""

from typing import Any, Final

from toolc.ir.model import Schema
from toolc.ir.samples import NoSample, sample

__all__ = ["Samples"]

_MISSING: Final = object()


class Samples:
    """The samples of one tool's input schema: of its nodes, and of what its references lead to."""

    def __init__(self, root: Schema) -> None:
        """Take the whole input schema."""
        self.root = root
        self.definitions: Schema = root.get("$defs", {})
        self._known: dict[tuple[int, str], tuple[Any, Any]] = {}

    def of(self, node: Any, *, without: str = "", otherwise: Any = None) -> Any:
        """A value that a node accepts, one of its keywords set aside; `otherwise` if none is found.

        Nodes are told apart by identity, so pass parts of the root, not copies of them.
        """
        key = (id(node), without)
        if key not in self._known:
            self._known[key] = (node, self._written(node, without))
        value = self._known[key][1]
        return otherwise if value is _MISSING else value

    def fits(self, node: Any) -> bool:
        """Whether a value was found that a node accepts."""
        return self.of(node, otherwise=_MISSING) is not _MISSING

    def object(self, node: Any, *, without: str = "") -> dict[str, Any]:
        """An object that a node accepts, or one without keys."""
        value = self.of(node, without=without)
        return value if isinstance(value, dict) else {}

    def new(self, schema: Any, otherwise: Any = None) -> Any:
        """A value that a schema made of parts of the root accepts; it is not remembered."""
        value = self._written(schema, "")
        return otherwise if value is _MISSING else value

    def _written(self, node: Any, without: str) -> Any:
        schema = dict(node) if isinstance(node, dict) else {"allOf": [node]}
        schema.pop(without, None)
        try:
            return sample({**schema, "$defs": self.definitions})
        except NoSample:
            return _MISSING
