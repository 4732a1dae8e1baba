"""What the backends hand back: plain values, frozen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Schema
from toolc.runtime.calls import ParseResult

__all__ = ["Envelope", "Prompt", "Signatures", "Teaching"]


@dataclass(frozen=True, slots=True)
class Signatures:
    """The declarations of a toolset as text, and what the text can't say."""

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Teaching:
    """How a dialect is taught: the sentences with one example, and how history is written.

    `call` writes a past call from its name and arguments, `result` a result from the tool's name
    and its content; `stop` are the sequences at which generation ends.
    """

    text: str
    call: Callable[[str, dict[str, Any]], str]
    result: Callable[[str, Any], str]
    stop: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A whole system prompt: signatures and teaching; the other fields are those of `Teaching`."""

    text: str
    call: Callable[[str, dict[str, Any]], str]
    result: Callable[[str, Any], str]
    stop: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Envelope:
    """The schema of a whole reply, the fragment that asks an engine for it, and the way back."""

    schema: Schema
    decode: Callable[[str], ParseResult]
    request_fields: dict[str, Any] | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
