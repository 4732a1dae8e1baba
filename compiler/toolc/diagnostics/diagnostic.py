"""A diagnostic: one problem or loss, as a value."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

__all__ = ["Diagnostic", "LossKind", "Origin", "Severity"]

Severity = Literal["error", "warning", "note"]
LossKind = Literal["weakened", "narrowed", "moved"]


class Origin(BaseModel):
    """Where something stands in a document of the user's.

    `pointer` is a JSON pointer (RFC 6901) into the document. A syntax error has no pointer to give,
    so it carries `line` and `column` (from 1); for everything else the two are found when a
    diagnostic is rendered, not before.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None


class Diagnostic(BaseModel):
    """One problem in the user's input, or one thing a target can't say.

    `pointer` is a JSON pointer into the tool's own input schema as it was loaded. `kind` is set on
    losses only: weakened (the target accepts more than the source), narrowed (the target can't say
    something that the source allows), moved (the rule now stands only in words). `witness` is a
    value on which source and target differ, and `enforced_by` says what still checks the rule.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    severity: Severity
    message: str
    tool: str | None = None
    pointer: str = ""
    origin: Origin | None = None
    help: str | None = None
    target: str | None = None
    kind: LossKind | None = None
    witness: Any = None
    enforced_by: str | None = None
