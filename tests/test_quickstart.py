"""The quickstart: what is committed is what its sources give, and the examples run.

`pytest --update-corpus quickstart tests/test_quickstart.py` builds it anew and brings README.md up
to date.
"""

import json
import re
import subprocess
import sys
import textwrap
from fnmatch import fnmatch
from pathlib import Path

import pytest
from click.testing import CliRunner
from corpus_case import updating

from toolc.cli import main

ROOT = Path(__file__).parents[1]
QUICKSTART = ROOT / "examples" / "quickstart"
README = ROOT / "README.md"
GENERATED = QUICKSTART / "generated" / "quickstart"


def is_updating(name: str) -> bool:
    return any(fnmatch(name, glob) for glob in updating)


def test_what_is_committed_is_fresh() -> None:
    if is_updating("quickstart"):
        CliRunner().invoke(main, ["build", str(QUICKSTART)])
    result = CliRunner().invoke(main, ["build", str(QUICKSTART / "toolc.yaml"), "--check"])
    assert result.exit_code == 0, result.output


def test_the_readme_shows_what_a_build_prints_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(QUICKSTART)
    result = CliRunner().invoke(main, ["build", "--out", str(tmp_path)])
    first_warning = result.stderr.split("\n\n")[0]
    shown = f"$ toolc build\n{result.stdout.rpartition('wrote')[0]}{first_warning}\n"
    wrote = re.findall(r"^wrote \d+ files", result.stdout, re.MULTILINE)
    block = textwrap.indent(f"{shown}\n{wrote[0]} to generated/quickstart", "    ")
    readme = README.read_text()
    if is_updating("quickstart"):
        readme = re.sub(
            r"    \$ toolc build\n.*?generated/quickstart", lambda _: block, readme, flags=re.DOTALL
        )
        README.write_text(readme)
    assert block in readme


def test_the_readme_names_files_that_are_there() -> None:
    named = set(
        re.findall(r"^ {4}(\S+\.(?:json|md|py|lock)) {1,}\w", README.read_text(), re.MULTILINE)
    )
    assert {"openai.json", "prompt.ts.md", "quickstart.py", "toolc.lock"} <= named
    assert named <= {path.name for path in GENERATED.iterdir()}


def test_every_json_file_is_json_with_one_newline_at_its_end() -> None:
    for path in sorted(GENERATED.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        assert json.loads(text)
        assert text.endswith(("}\n", "]\n"))
        assert "\\u" not in text.replace("\\\\", "")


def test_nothing_generated_names_this_machine() -> None:
    for path in sorted(GENERATED.iterdir()):
        assert str(ROOT) not in path.read_text(encoding="utf-8")


def test_the_licences_of_the_documents_are_told() -> None:
    text = (QUICKSTART / "LICENSES.md").read_text()
    assert "`notion_tools.json`" in text
    assert "`petstore.yaml`" in text
    assert "MIT" in text
    assert "Apache-2.0" in text


@pytest.mark.parametrize("example", sorted(path.name for path in (ROOT / "examples").glob("*.py")))
def test_an_example_runs(example: str, tmp_path: Path) -> None:
    result = subprocess.run(  # noqa: S603 - our own example
        [sys.executable, str(ROOT / "examples" / example)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout


def test_the_test_command_is_the_one_that_ci_runs() -> None:
    command = "pip install -e '.[dev]' && pytest"
    assert f"\n    {command}\n" in README.read_text()
    if (ROOT / ".ci").is_dir():
        assert f"({command})" in (ROOT / ".ci" / "run").read_text()
