"""`toolc prompt`: styles and dialects."""

from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.mark.usefixtures("project")
def test_prompt_in_the_bare_dialect(run_toolc: Run) -> None:
    arguments = ("--style", "sections", "--dialect", "json", "--input", "tools.json")
    text = run_toolc("prompt", *arguments).stdout
    assert "- units (string, optional): One of: celsius, fahrenheit. Default: celsius" in text
    assert '"name"' in text
    assert "<tool_call" not in text
