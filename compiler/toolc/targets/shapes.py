"""Wire shapes that several providers share."""

from typing import Any

from toolc.ir.model import Tool, Toolset

__all__ = ["described", "function_tools"]


def described(tool: Tool, **rest: Any) -> dict[str, Any]:
    """`name`, `description` (left out when empty: some refuse an empty one) and the rest."""
    told = tool.description or tool.title or ""
    return {"name": tool.name, **({"description": told} if told else {}), **rest}


def function_tools(toolset: Toolset, **flags: Any) -> list[dict[str, Any]]:
    """The function wrapper of OpenAI chat completions, which most others copied."""
    return [
        {"type": "function", "function": described(tool, parameters=tool.input, **flags)}
        for tool in toolset.tools
    ]
