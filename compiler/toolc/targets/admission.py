"""Which tools can have a form: by the size of their schemas, by a budget, by what they lose."""

from collections.abc import Iterator
from dataclasses import dataclass

from toolc.diagnostics.codes import LEFT_LOOSE, NOT_ONE_TEXT, SENT_LOOSE
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Schema, Toolset
from toolc.ir.schema import walk
from toolc.ir.sizes import over
from toolc.runtime.codec import Codec
from toolc.targets.target import Budget, Form

__all__ = ["turned_away"]

_CLOSED = "TC301"
"""Closing what merely says nothing of further keys: the loss that every strict form has."""


def turned_away(
    toolset: Toolset, codec: Codec, diagnostics: list[Diagnostic], form: Form
) -> dict[str, Diagnostic]:
    """The tools of a lowered toolset that can't have the form, each with the diagnostic saying why.

    Sizes come first, then the budget, which the tools use up in their order.
    """
    target = form.language.target
    losses = _losses(toolset, codec, diagnostics) if form.only_as_is else {}
    used = _Used()
    away: dict[str, Diagnostic] = {}
    for tool in toolset.tools:
        if form.one_text and tool.input.get("type") != "string":
            away[tool.name] = NOT_ONE_TEXT.at(tool=tool.name, target=target)
            continue
        if tool.name in losses:
            reason = losses[tool.name]
            away[tool.name] = LEFT_LOOSE.at(tool=tool.name, target=target, reason=reason)
            continue
        size = next(over(tool.input, form.language.limits), None)
        refused = f"it has {size}" if size else used.refuses(tool.input, form.budget)
        if refused:
            away[tool.name] = SENT_LOOSE.at(tool=tool.name, target=target, reason=refused)
    return away


def _losses(toolset: Toolset, codec: Codec, diagnostics: list[Diagnostic]) -> dict[str, str]:
    """The tools whose arguments change or lose a rule, each with what it is in words."""
    losses = {
        str(item.tool): item.message for item in diagnostics if item.kind and item.code != _CLOSED
    }
    for tool in toolset.tools:
        if any(tool.name in step for step in codec):
            losses.setdefault(tool.name, "its arguments would change their shape")
    return losses


@dataclass(slots=True)
class _Used:
    """What the tools so far have used of a budget."""

    tools: int = 0
    optional: int = 0
    unions: int = 0

    def refuses(self, schema: Schema, budget: Budget | None) -> str | None:
        """Why there is no room for one more tool; None where there is, and then it is taken."""
        if budget is None:
            return None
        optional, unions = _counted(schema)
        wanted = (
            (self.tools + 1, budget.tools, "such tools"),
            (self.optional + optional, budget.optional, "optional parameters in all such tools"),
            (self.unions + unions, budget.unions, "parameters with alternatives in all such tools"),
        )
        for count, limit, what in wanted:
            if count > limit:
                return f"a request takes at most {limit} {what}"
        self.tools += 1
        self.optional += optional
        self.unions += unions
        return None


def _counted(schema: Schema) -> tuple[int, int]:
    """Optional and union properties as Anthropic counts them: without those in definitions."""
    optional = unions = 0
    for required, key, child in _properties(schema):
        optional += key not in required
        unions += "anyOf" in child or isinstance(child.get("type"), list)
    return optional, unions


def _properties(schema: Schema) -> Iterator[tuple[list[str], str, Schema]]:
    body = {key: value for key, value in schema.items() if key != "$defs"}
    for _, node in walk(body):
        if isinstance(node, dict):
            for key, child in node.get("properties", {}).items():
                yield node.get("required", []), key, child if isinstance(child, dict) else {}
