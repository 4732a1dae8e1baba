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
    diagnostic is rendered, not before. `at_key` means the key itself, not what stands under it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None
    at_key: bool = False


class Diagnostic(BaseModel):
    """One problem in the user's input, or one thing a target can't say.

    `pointer` is a JSON pointer into the tool's own input schema as it was loaded. `kind` is set on
    losses only: weakened (the target accepts more than the source), narrowed (the target can't say
    something that the source allows), moved (the rule now stands only in words). Where `witnessed`,
    `witness` holds arguments (null may be such) on which source and target differ; it is False
    where none was found, and None where none was looked for. `enforced_by` says what still checks
    the rule.
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
    witnessed: bool | None = None
    enforced_by: str | None = None
