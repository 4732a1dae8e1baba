"""What a target is: a language, the passes that lower a toolset to it, and its JSON."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.language import Language
from toolc.ir.model import Toolset
from toolc.runtime.errors import UsageError

__all__ = ["Form", "Target"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One form of a target (plain, strict ...): everything that a compile needs to know.

    `passes` are names in `toolc.passes.PASSES`, in the order they run. `emit` makes the provider's
    JSON, ready to send, of a lowered toolset.
    """

    language: Language
    passes: tuple[str, ...]
    emit: Callable[[Toolset], Any]
    max_tools: int | None = None
    max_description: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A provider's way of taking tools.

    `form(**options)` picks the form; its keyword arguments are the target's options.
    """

    name: str
    title: str
    form: Callable[..., Form]

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the target's options."""
        return tuple(inspect.signature(self.form).parameters)

    def form_for(self, options: dict[str, Any]) -> Form:
        """The form for some options; UsageError for one that the target does not have."""
        for name in options:
            if name not in self.options:
                hint = did_you_mean(name, self.options) if self.options else "it has none"
                raise UsageError(f"the target `{self.name}` has no option `{name}`; {hint}")
        return self.form(**options)
