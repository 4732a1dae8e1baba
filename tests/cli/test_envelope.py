"""`toolc envelope`: the fragment for an engine, or the bare schema."""

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.mark.usefixtures("project")
def test_envelope_is_the_fragment_or_the_bare_schema(run_toolc: Run) -> None:
    schema = json.loads(run_toolc("envelope", "--input", "tools.json").stdout)
    fragment = json.loads(run_toolc("envelope", "--for", "ollama", "--input", "tools.json").stdout)
    assert fragment == {"format": schema}
