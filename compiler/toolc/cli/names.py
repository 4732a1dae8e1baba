"""An option whose value is one of some names, which are looked up when there is need to."""

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem

from toolc.diagnostics.suggest import did_you_mean

__all__ = ["Names"]


class Names(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4; 8.1 works, too
    """One of `own`, or of all that `known` gives: it is asked for other values, and by `--help`."""

    def __init__(
        self,
        what: str,
        own: Iterable[str],
        known: Callable[[], Iterable[str]],
        hint: Callable[[str, Iterable[str]], str] = did_you_mean,
    ) -> None:
        """Take the word for such a name, the names that toolc brings, and how to get all.

        `hint` says what to write in place of a word that is not among the known ones.
        """
        self.name = what
        self._own = frozenset(own)
        self._known = known
        self._hint = hint

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it is."""
        if value not in self._own:
            known = list(self._known())
            if value not in known:
                hint = self._hint(value, known)
                self.fail(f"there is no {self.name} `{value}`; {hint}", param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """The names, as a usage line shows them."""
        del param, ctx
        return f"[{'|'.join(self._known())}]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so."""
        del ctx, param
        return [CompletionItem(name) for name in self._known() if name.startswith(incomplete)]
