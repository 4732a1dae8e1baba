"""Choices that a parser is given beside its tools and its dialect."""

from collections.abc import Callable
from dataclasses import dataclass

from toolc.runtime.calls import ToolCall

__all__ = ["ParserOptions"]


@dataclass(slots=True, frozen=True)
class ParserOptions:
    """Choices that change what counts as a call; the defaults put precision first.

    `reasoning_open`: the reply begins inside reasoning, as after a template that opens it.
    `calls_in_reasoning`: a call's marker ends reasoning; by default calls in reasoning are text.
    `calls_in_quotes`: what `quotation` lists (code, comments, quoted lines, invented results of
    tools) is read like any text; by default calls in it are text, unless a fence begins the reply
    and holds nothing before them.
    `infer_names`: in `auto`, a tagged object without a name calls the one tool that its keys fit.
    `coerce`: arguments are read as a tool's schema wants them where exactly one reading fits, as
    `"5"` for an integer; each such repair is told.
    `make_call`: makes each finished call into one of a generated module's own.
    """

    reasoning_open: bool = False
    calls_in_reasoning: bool = False
    calls_in_quotes: bool = False
    infer_names: bool = True
    coerce: bool = True
    make_call: Callable[[ToolCall], ToolCall] | None = None
