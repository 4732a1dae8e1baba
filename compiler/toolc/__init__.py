"""toolc: protoc for LLM tools. Everything here is imported when it is first used."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from toolc.version import __version__

if TYPE_CHECKING:
    from toolc import transforms
    from toolc.diagnostics.diagnostic import Diagnostic
    from toolc.diagnostics.errors import InputError, LossError
    from toolc.model_matrix import Capabilities
    from toolc.runtime.calls import ToolCall
    from toolc.runtime.errors import InternalError, ToolcError, UsageError
    from toolc.runtime.one_shot import parse
    from toolc.runtime.parser import ToolCallParser
    from toolc.runtime.replies import parse_stream_tool_calls, parse_tool_calls
    from toolc.targets import Compiled
    from toolc.targets.models import capabilities
    from toolc.toolkit import ToolKit

__all__ = [
    "Capabilities",
    "Compiled",
    "Diagnostic",
    "InputError",
    "InternalError",
    "LossError",
    "ToolCall",
    "ToolCallParser",
    "ToolKit",
    "ToolcError",
    "UsageError",
    "__version__",
    "capabilities",
    "parse",
    "parse_stream_tool_calls",
    "parse_tool_calls",
    "transforms",
]

_HOMES = {
    "Capabilities": "toolc.model_matrix",
    "Compiled": "toolc.targets",
    "Diagnostic": "toolc.diagnostics.diagnostic",
    "InputError": "toolc.diagnostics.errors",
    "InternalError": "toolc.runtime.errors",
    "LossError": "toolc.diagnostics.errors",
    "ToolCall": "toolc.runtime",
    "ToolCallParser": "toolc.runtime",
    "ToolKit": "toolc.toolkit",
    "ToolcError": "toolc.runtime.errors",
    "UsageError": "toolc.runtime.errors",
    "capabilities": "toolc.targets.models",
    "parse": "toolc.runtime",
    "parse_stream_tool_calls": "toolc.runtime",
    "parse_tool_calls": "toolc.runtime",
}
"""Where each public name lives; the imports above say the same to a type checker."""


def __getattr__(name: str) -> Any:
    if name == "transforms":
        return import_module("toolc.transforms")
    if name not in _HOMES:
        raise AttributeError(f"module 'toolc' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
