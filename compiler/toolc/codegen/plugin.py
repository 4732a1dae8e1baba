"""A new plug-in package: its files, made from the templates of its kind."""

import re

from toolc import resources
from toolc.codegen.templates import render
from toolc.runtime.errors import UsageError
from toolc.runtime.plugins import PLUGIN_NAME
from toolc.version import __version__

__all__ = ["plugin_files", "plugin_kinds", "plugin_name"]

_FOLDER = "plugin/"
_ENDING = ".j2"
_PACKAGE = "/package/"
"""The folder of the templates that stands for the package to come."""

_GIVEN = re.compile(r"[A-Za-z][A-Za-z0-9._-]*")
"""What may be asked for; runs of `.`, `_` and `-` are one `-` (name normalization, PEP 503)."""


def plugin_kinds() -> list[str]:
    """The kinds of plug-ins that there are templates for, sorted."""
    files = (file for file in resources.names("templates") if file.startswith(_FOLDER))
    return sorted({file.split("/")[1] for file in files})


def plugin_name(given: str) -> str:
    """The name that a plug-in gets, in small letters with `-` between words.

    Raises UsageError for a text that can't name a package and a Python module.

    >>> plugin_name("Acme.AI")
    'acme-ai'
    """
    folded = re.sub(r"[._-]+", "-", given).lower()
    if not _GIVEN.fullmatch(given) or not PLUGIN_NAME.fullmatch(folded):
        raise UsageError(
            f"a plug-in can't be called {given[:80]!a}: a name begins with a letter, ends in a"
            " letter or digit, and holds at most 64 letters, digits, `.`, `_` and `-`"
        )
    return folded


def plugin_files(name: str, kind: str) -> dict[str, str]:
    """The files of a package that brings one plug-in, by their paths in the package's folder.

    `name` is what `plugin_name` gives, `kind` one of `plugin_kinds()`.
    """
    underscored = name.replace("-", "_")
    view = {
        "name": name,
        "title": name.replace("-", " ").capitalize(),
        "package": f"toolc-{name}",
        "module": f"toolc_{underscored}",
        "constant": underscored.upper(),
        "toolc_version": __version__,
    }
    start = f"{_FOLDER}{kind}/"
    files = [file for file in resources.names("templates") if file.startswith(start)]
    return {
        file.removeprefix(start)
        .removesuffix(_ENDING)
        .replace(_PACKAGE, f"/{view['module']}/"): render(file, **view)
        for file in files
    }
