"""Find the templates and grammars that ship with toolc."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

__all__ = ["names", "root", "text"]

_PACKAGE = __name__.rpartition(".")[0]  # `toolc`, or the copy of its runtime in a package
_CHECKOUT = Path(__file__).parents[2]


def root(kind: str) -> Traversable:
    """Return the packaged folder, or the checkout's own when installed editable."""
    packaged = files(_PACKAGE).joinpath(kind)
    return packaged if packaged.is_dir() else _CHECKOUT / kind


def names(kind: str) -> list[str]:
    """Every file below a packaged folder (`templates` or `grammars`), sorted, as `a/b`."""
    return _walk(root(kind))


def text(kind: str, name: str) -> str:
    """The text of one packaged file.

    >>> "GBNF" in text("grammars", "README.md")
    True
    """
    return root(kind).joinpath(name).read_text(encoding="utf-8")


def _walk(node: Traversable, prefix: str = "") -> list[str]:
    found: list[str] = []
    for child in sorted(node.iterdir(), key=lambda item: item.name):
        if child.is_dir():
            found += _walk(child, f"{prefix}{child.name}/")
        else:
            found.append(prefix + child.name)
    return found
