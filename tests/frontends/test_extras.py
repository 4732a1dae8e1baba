"""What needs an extra is found, and its absence is told with the way to install it."""

import sys
from importlib import import_module

import pytest

from toolc.frontends.extras import EXTRAS, extra
from toolc.runtime.errors import UsageError


@pytest.mark.parametrize("name", EXTRAS)
def test_the_modules_are_there(name: str) -> None:
    pytest.importorskip({"mcp": "mcp", "langchain": "langchain_core"}[name])
    assert extra(name) is import_module(EXTRAS[name][0])


@pytest.mark.parametrize(("name", "package"), [("mcp", "mcp"), ("langchain", "langchain_core")])
def test_a_package_that_is_missing_is_named(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in list(sys.modules):
        if module == EXTRAS[name][0] or module.partition(".")[0] == package:
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(sys, "meta_path", [_Missing(package), *sys.meta_path])
    monkeypatch.delitem(sys.modules, package)
    with pytest.raises(UsageError, match=rf"pip install 'toolc\[{name}\]'"):
        extra(name)


class _Missing:
    """A finder that has never heard of a package."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        del path, target
        if name.partition(".")[0] == self._package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
