"""What a target is: a language, the passes that lower a toolset to it, and its JSON."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Optional

from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.language import Language, Limits
from toolc.ir.model import Toolset
from toolc.runtime.errors import UsageError
from toolc.targets.chat import CHAT
from toolc.targets.wire import Wire

__all__ = ["Budget", "Form", "Target"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What a request may hold of a form, over all the tools that are sent in it."""

    tools: int
    """How many tools."""
    optional: int
    """How many properties that are not required, as the provider counts them."""
    unions: int
    """How many properties that are unions, as the provider counts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One form of a target (plain, strict ...): everything that a compile needs to know.

    `passes` are names in `toolc.passes.PASSES`, in the order they run. `emit` makes the provider's
    JSON of a lowered toolset. A form that not every tool can have names a `looser` one; then `emit`
    gives a list with one item for each tool.
    """

    language: Language
    passes: tuple[str, ...]
    emit: Callable[[Toolset], Any]
    gather: Callable[[Any], Any] = field(default=lambda items: items)
    """Makes the value to send of what `emit` gave for all tools."""
    looser: Optional["Form"] = None
    """The form for tools that can't have this one."""
    budget: Budget | None = None
    """What this form may take of a request; the tools that come first have it."""
    one_text: bool = False
    """Whether only tools have this form whose arguments are one text, sent as it is."""
    only_as_is: bool = False
    """Whether only tools have this form whose arguments keep their shape and lose no rule."""
    examples_field: str | None = None
    """The field of a tool that takes example arguments: those in the schema that fit it."""
    wire: Wire = CHAT
    documented: Limits = field(default_factory=Limits)
    """Limits that are documented, but not known to be held to: over them, there is a warning."""
    max_tools: int | None = None
    max_fields: int | None = None
    """The most properties in all tools of a request together."""
    max_description: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A provider's way of taking tools.

    `form(**options)` picks the form; its keyword arguments are the target's options. `for_model`
    gives those that the name of a model decides.
    """

    name: str
    title: str
    form: Callable[..., Form]
    for_model: Callable[[str], dict[str, Any]] = field(default=lambda _: {})

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the target's options."""
        return tuple(inspect.signature(self.form).parameters)

    def form_for(self, options: dict[str, Any]) -> Form:
        """The form for some options; UsageError for one that the target does not have."""
        signature = inspect.signature(self.form, eval_str=True).parameters
        for name, value in options.items():
            if name not in self.options:
                hint = did_you_mean(name, self.options) if self.options else "it has none"
                raise UsageError(f"the target `{self.name}` has no option `{name}`; {hint}")
            wanted = signature[name].annotation
            plain = isinstance(wanted, type | UnionType) and wanted is not inspect.Parameter.empty
            if plain and not isinstance(value, wanted):
                shown = getattr(wanted, "__name__", wanted)
                raise UsageError(f"the option `{name}` of `{self.name}` is a {shown}")
        return self.form(**options)
