"""The errors that carry diagnostics."""

from collections.abc import Iterable

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.runtime.errors import ToolcError

__all__ = ["InputError", "LossError"]


class InputError(ToolcError):
    """The documents are at fault; `diagnostics` says where and how to mend them."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Hold the diagnostics; the message is the first error's."""
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(f"{item.code}: {item.message}" for item in self.diagnostics[:3]))


class LossError(InputError):
    """A loss that `--deny` does not allow."""
