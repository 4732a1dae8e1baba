"""The package itself: what importing it costs and offers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import toolc.runtime

HEAVY = ("click", "jinja2", "yaml", "pydantic", "datamodel_code_generator", "rapidfuzz")
SLOW = ("json_repair", "importlib.resources", "tomllib", "difflib", "asyncio")


@pytest.mark.parametrize("what", ["import toolc.runtime", "from toolc.runtime import *"])
def test_importing_brings_the_standard_library_alone(what: str) -> None:
    code = f"{what}\nimport sys\nprint([m for m in {HEAVY + SLOW!r} if m in sys.modules])"
    run = subprocess.run(  # noqa: S603 - our own code, in a fresh interpreter
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(toolc.runtime.__file__).parents[2])},
    )
    assert run.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    for name in toolc.runtime.__all__:
        assert getattr(toolc.runtime, name) is not None
    with pytest.raises(AttributeError, match="no attribute `nothing`"):
        toolc.runtime.nothing  # noqa: B018 - asking for it is the test
