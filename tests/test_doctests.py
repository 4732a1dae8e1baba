"""Every example in a docstring runs and gives what it says."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import toolc

MODULES = [
    module.name
    for module in pkgutil.walk_packages(toolc.__path__, "toolc.")
    if module.name != "toolc.__main__"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
