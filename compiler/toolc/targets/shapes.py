"""Wire shapes of tools that several providers share."""

from dataclasses import replace
from functools import partial
from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Tool, Toolset
from toolc.targets.languages import OPENAI_STRICT_PASSES
from toolc.targets.target import Form

__all__ = ["described", "function_tools", "strict_functions", "told"]


def told(tool: Tool) -> str:
    """What says what a tool is for, never empty: for targets that demand a description."""
    return tool.description or tool.title or tool.name


def described(tool: Tool, **rest: Any) -> dict[str, Any]:
    """`name`, `description` (left out when empty: some refuse an empty one) and the rest."""
    said = tool.description or tool.title or ""
    return {"name": tool.name, **({"description": said} if said else {}), **rest}


def function_tools(toolset: Toolset, **flags: Any) -> list[dict[str, Any]]:
    """The function wrapper of OpenAI chat completions, which most others copied."""
    return [
        {"type": "function", "function": described(tool, parameters=tool.input, **flags)}
        for tool in toolset.tools
    ]


def strict_functions(loose: Form, language: Language) -> Form:
    """The strict form beside a loose one, as OpenAI has it; tools too large for it stay loose."""
    return replace(
        loose,
        language=language,
        passes=OPENAI_STRICT_PASSES,
        emit=partial(function_tools, strict=True),
        looser=loose,
    )
