"""The Jinja2 environment: strict, and only for templates that are shipped."""

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from toolc.codegen.templates import environment, render


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        environment().from_string("{{ nobody }}").render()


def test_values_are_never_templates() -> None:
    template = environment().from_string("{{ text | pyrepr }} {{ text | identifier }}")
    assert template.render(text="{{ 1 + 1 }}") == '"{{ 1 + 1 }}" n1_1'


def test_a_template_that_is_not_shipped() -> None:
    with pytest.raises(TemplateNotFound):
        render("module/nothing.j2")
