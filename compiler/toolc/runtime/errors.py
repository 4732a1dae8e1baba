"""The errors toolc raises; model output never raises any of them."""

__all__ = ["InternalError", "ToolcError", "UsageError"]


class ToolcError(Exception):
    """Anything toolc raises on purpose."""


class UsageError(ToolcError):
    """The caller used the API or the command line wrongly; the message says how to use it."""


class InternalError(ToolcError):
    """A bug in toolc itself (TC900); please report it with the input that caused it."""
