"""Diagnostics: every problem and every loss as a value, its code, its place and how it is shown."""

from toolc.diagnostics.codes import CODES, Code
from toolc.diagnostics.diagnostic import Diagnostic, LossKind, Origin, Severity
from toolc.diagnostics.errors import InputError, LossError
from toolc.runtime.errors import InternalError, ToolcError, UsageError

__all__ = [
    "CODES",
    "Code",
    "Diagnostic",
    "InputError",
    "InternalError",
    "LossError",
    "LossKind",
    "Origin",
    "Severity",
    "ToolcError",
    "UsageError",
]
