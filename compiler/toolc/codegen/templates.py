"""The Jinja2 environment of all templates. Templates only lay out what a view has decided."""

from collections.abc import Callable
from functools import cache

from jinja2 import Environment, FunctionLoader, StrictUndefined

from toolc import resources
from toolc.codegen.identifiers import identifier
from toolc.codegen.text import pyrepr

__all__ = ["environment", "render"]


@cache
def environment() -> Environment:
    """The environment: templates by their path below `templates/`, unknown names are errors."""
    made = Environment(
        loader=FunctionLoader(_load),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - the output is Python, not HTML; `pyrepr` is what escapes here
    )
    made.filters["pyrepr"] = pyrepr
    made.filters["identifier"] = identifier
    return made


def render(name: str, /, **view: object) -> str:
    """The text that a template gives for a view."""
    return environment().get_template(name).render(view)


def _load(name: str) -> tuple[str, str, Callable[[], bool]] | None:
    try:
        text = resources.text("templates", name)
    except FileNotFoundError:
        return None
    return text, name, lambda: True
