"""`toolc capabilities`: what is known of models, and how tools are brought to them."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, Final

import click

from toolc.cli.console import Console, with_console
from toolc.cli.table import table
from toolc.diagnostics.render import plain
from toolc.diagnostics.suggest import did_you_mean
from toolc.model_matrix import Capabilities, Matrix
from toolc.targets.choice import Chosen, choose
from toolc.targets.models import read_models

__all__ = ["capabilities"]

_UNKNOWN: Final = "unknown"
_WIDTH: Final = len("parallel calls")

_CELLS: Final[dict[str, Callable[[Capabilities], object]]] = {
    "native tools": lambda model: _said(model.native_tools),
    "parallel calls": lambda model: _said(model.parallel_calls),
    "streaming": lambda model: _said(model.streaming),
    "strict mode": lambda model: _said(model.strict_mode),
    "max tools": lambda model: _said(model.max_tools),
    "mode": lambda model: _said(model.recommended_mode),
    "dialect": lambda model: _said(model.dialect),
    "context": lambda model: _said(model.context_window),
    "size": lambda model: _said(model.size),
}

_HEADS: Final = "native parallel streaming strict tools mode dialect context size".split()

_COLUMNS: Final[dict[str, Callable[[Capabilities], object]]] = {
    "model": lambda model: model.pattern,
    "provider": lambda model: _said(model.provider),
    **dict(zip(_HEADS, _CELLS.values(), strict=True)),
}
"""The columns of the list: the same cells, under heads that leave room."""


@click.command()
@click.option("--model", metavar="NAME", help="Tell what is known of one model, by any name.")
@click.option("--list", "list_", is_flag=True, help="Tell what is known of every model.")
@click.option("--provider", metavar="NAME", help="List the models of one provider only.")
@click.option("--models", metavar="FILE", help="A file of models of your own; it counts first.")
@with_console()
def capabilities(
    console: Console,
    *,
    model: str | None,
    list_: bool,
    provider: str | None,
    models: str | None,
) -> None:
    """Tell what models can do with tools, by dated rows with their sources."""
    if (model is None) == (not list_):
        raise click.UsageError("say `--model NAME`, or `--list`")
    if provider is not None and not list_:
        raise click.UsageError("`--provider` goes with `--list`")
    matrix = read_models(models)
    if model is None:
        _list(console, matrix, provider)
    else:
        _tell(console, matrix[model])


def _list(console: Console, matrix: Matrix, provider: str | None) -> None:
    rows = list(matrix)
    if provider is not None:
        known = sorted({row.provider for row in rows if row.provider})
        if provider.casefold() not in known:
            hint = did_you_mean(provider, known)
            raise click.UsageError(f"there are no models of `{provider}`; {hint}")
        rows = [row for row in rows if row.provider == provider.casefold()]
    if console.as_json:
        console.data({"models": [_data(row) for row in rows]})
    else:
        console.text(table(_COLUMNS, rows))


def _tell(console: Console, found: Capabilities) -> None:
    chosen = choose(found)
    if console.as_json:
        console.data(_data(found) | {"known": found.known, "choice": asdict(chosen)})
        return
    console.text("".join(f"{line}\n" for line in _lines(found, chosen)))


def _lines(found: Capabilities, chosen: Chosen) -> Iterator[str]:
    """What is known of a model, what follows from it, and who says so."""
    row = f"as {found.pattern}" if found.known else "there is no row for this model"
    near = f"; near it are {', '.join(found.near)}" if found.near else ""
    yield f"{plain(found.name)}  ({row}{near})"
    yield ""
    cells = {"provider": _said(found.provider)}
    cells |= {head: cell(found) for head, cell in _CELLS.items()}
    for head, said in cells.items():
        yield f"  {head:{_WIDTH}}   {said}"
    yield f"  {'in mode auto':{_WIDTH}}   {_how(chosen)}"
    for reason in chosen.why:
        yield f"  {'':{_WIDTH}}   {reason}"
    if found.source:
        yield ""
        yield f"  sources{f', to {found.date}' if found.date else ''}:"
        yield from (f"    {plain(source)}" for source in found.source.split("; "))


def _how(chosen: Chosen) -> str:
    """A choice in a few words."""
    more = chosen.size or chosen.dialect
    return f"{chosen.target}, {chosen.mode}{f' ({more})' if more else ''}"


def _data(model: Capabilities) -> dict[str, Any]:
    return model.model_dump(mode="json")


def _said(value: object) -> object:
    if value is None:
        return _UNKNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
