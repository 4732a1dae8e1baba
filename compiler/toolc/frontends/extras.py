"""What needs an extra: found by its name when it is asked for.

The modules stand above all others and import what not everyone has installed, so nothing below
imports them: they are named here, as entry points name things of other packages.
"""

from importlib import import_module
from types import ModuleType

from toolc.runtime.errors import UsageError

__all__ = ["EXTRAS", "extra"]

EXTRAS = {
    "mcp": ("toolc.integrations.mcp_client", "asking MCP servers for their tools"),
    "langchain": ("toolc.integrations.langchain", "reading LangChain tools"),
}
"""Extra -> the module that needs it, and what it is for."""


def extra(name: str) -> ModuleType:
    """The module behind an extra; UsageError tells how to install what it needs."""
    module, purpose = EXTRAS[name]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "toolc":
            raise
        raise UsageError(
            f"{purpose} needs the package `{error.name}`: pip install 'toolc[{name}]'"
        ) from error
