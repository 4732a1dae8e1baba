"""What the tests of the compiler's upper layers share."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from corpus_case import updating

from toolc.cli import main

WEATHER = {
    "tools": [
        {
            "name": "get_weather",
            "description": "Get the current weather.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "location": {"type": "string", "description": "City name", "minLength": 1},
                    "units": {
                        "type": "string",
                        "enum": ["celsius", "fahrenheit"],
                        "default": "celsius",
                    },
                },
                "required": ["location"],
                "additionalProperties": False,
            },
        },
        {
            "name": "set_alarm",
            "description": "Set an alarm.",
            "inputSchema": {
                "type": "object",
                "properties": {"at": {"type": "string", "format": "date-time"}},
                "required": ["at"],
            },
        },
    ]
}

MANIFEST = """\
toolset: kit
sources: [{mcp: tools.json}]
targets: [openai, {openai: {strict: true, as: strict}}]
prompt: [typescript]
envelope: [vllm]
module: {language: python, models: pydantic}
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-corpus GLOB` rewrites what the matching cases expect."""
    parser.addoption("--update-corpus", metavar="GLOB", help="cases to write anew, by glob")


def pytest_configure(config: pytest.Config) -> None:
    """Hand the glob to the cases."""
    glob = config.getoption("--update-corpus")
    if glob:
        updating.append(glob)


Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _recursion_limit() -> Iterator[None]:
    """Keep Python's recursion limit: mypy raises it for the whole process."""
    limit = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(limit)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a manifest and the document it names."""
    (tmp_path / "tools.json").write_text(json.dumps(WEATHER))
    (tmp_path / "toolc.yaml").write_text(MANIFEST)
    return tmp_path


@pytest.fixture
def run_toolc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in `tmp_path`, as a user would."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: str | bytes = "") -> Result:
        return CliRunner().invoke(main, arguments, input=stdin, prog_name="toolc")

    return run


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real documents; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get("TOOLC_SHARED", Path(__file__).parents[2] / "shared"))
    if not (folder / "corpora").is_dir():
        pytest.skip(f"the corpora are not at {folder}; TOOLC_SHARED says where they are")
    return folder
