"""Toolset to text that has no provider: prompts and envelopes."""

from collections.abc import Callable
from typing import Final

from toolc.backends.envelope import ENVELOPE_ENGINES, envelope, envelope_request
from toolc.backends.results import Envelope, Prompt, Signatures
from toolc.backends.sections import sections
from toolc.backends.teaching import teach
from toolc.backends.typescript import typescript
from toolc.ir.model import Toolset
from toolc.runtime.errors import UsageError

__all__ = [
    "ENVELOPE_ENGINES",
    "PROMPT_STYLES",
    "Envelope",
    "Prompt",
    "Signatures",
    "envelope",
    "envelope_request",
    "prompt",
]

PROMPT_STYLES: Final[dict[str, Callable[[Toolset], Signatures]]] = {
    "typescript": typescript,
    "sections": sections,
}
"""How tools are declared in a prompt, by the name of the style."""


def prompt(toolset: Toolset, style: str = "sections", dialect: str = "tagged") -> Prompt:
    """A whole system prompt: the tools in a style, and how to call them in a dialect.

    Raises UsageError for a style or a dialect that is not known.
    """
    if style not in PROMPT_STYLES:
        known = ", ".join(PROMPT_STYLES)
        raise UsageError(f"no prompt style is called `{style}`; there are {known}")
    signatures = PROMPT_STYLES[style](toolset)
    taught = teach(toolset, dialect)
    parts = [
        f"# {title}\n\n{text}"
        for title, text in (("Tools", signatures.text), ("Calls", taught.text))
        if text
    ]
    return Prompt(
        text="\n".join(parts) or "\n",
        call=taught.call,
        result=taught.result,
        stop=taught.stop,
        diagnostics=(*signatures.diagnostics, *taught.diagnostics),
    )
