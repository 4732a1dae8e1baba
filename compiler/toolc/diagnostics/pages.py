"""The page of each diagnostic code: what it means and how to mend it (`toolc explain CODE`)."""

from importlib.resources import files

from toolc.diagnostics.codes import CODES
from toolc.diagnostics.suggest import did_you_mean
from toolc.runtime.errors import UsageError

__all__ = ["page", "page_names"]

_FOLDER = files("toolc.diagnostics").joinpath("pages")


def page_names() -> list[str]:
    """The codes that have a page, sorted."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return sorted(name.removesuffix(".md") for name in names if name.endswith(".md"))


def page(code: str) -> str:
    """The page of a code, in Markdown; `UsageError` when there is no such code.

    >>> page("tc204").splitlines()[0]
    '# TC204: a reference to nothing'
    """
    name = code.upper()
    if name not in CODES:
        raise UsageError(f"there is no code `{code}`; {did_you_mean(name, CODES)}")
    return _FOLDER.joinpath(f"{name}.md").read_text(encoding="utf-8")
