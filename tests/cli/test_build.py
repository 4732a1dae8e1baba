"""`toolc build`: what it prints, what it writes, how it ends."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from toolc.cli import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["build", *arguments])


def written(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


FILES = [
    "envelope.schema.json",
    "envelope.vllm.json",
    "ir.json",
    "kit.py",
    "openai.json",
    "prompt.ts.md",
    "report.json",
    "strict.codec.json",
    "strict.json",
    "toolc.lock",
]


def test_a_build_writes_its_files_and_says_how_each_target_came_out(project: Path) -> None:
    result = run(str(project))
    assert result.exit_code == 0, result.output
    assert written(project / "generated" / "kit") == FILES
    lines = result.stdout.splitlines()
    assert lines[0] == "kit  2 tools from tools.json"
    assert lines[2].split("   ")[0].strip() == "target"
    assert [line.split()[:2] for line in lines[3:5]] == [["openai", "2"], ["strict", "2"]]
    assert lines[-1].startswith(f"wrote {len(FILES)} files to ")


def test_quiet_says_nothing(project: Path) -> None:
    result = run(str(project), "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_json_output_is_one_document(project: Path) -> None:
    result = run(str(project), "--output", "json")
    summary = json.loads(result.stdout)
    assert sorted(summary["files"]) == FILES
    assert [target["output"] for target in summary["targets"]] == ["openai", "strict"]
    assert {"code", "severity", "file", "line", "column"} <= summary["diagnostics"][0].keys()
    assert result.stderr == ""


def test_out_moves_the_output(project: Path, tmp_path: Path) -> None:
    assert run(str(project), "--out", str(tmp_path / "elsewhere")).exit_code == 0
    assert written(tmp_path / "elsewhere" / "kit") == FILES
    assert not (project / "generated").exists()


def test_check_passes_on_a_fresh_build_and_fails_on_a_stale_one(project: Path) -> None:
    assert run(str(project), "--check").exit_code == 1, "nothing is written yet"
    run(str(project))
    assert run(str(project), "--check").exit_code == 0
    target = project / "generated" / "kit" / "openai.json"
    target.write_text(target.read_text().replace("City name", "Town name"))
    before = {path: path.read_bytes() for path in target.parent.iterdir()}
    result = run(str(project), "--check")
    assert result.exit_code == 1
    assert "TC701" in result.stderr
    assert '"description": "Town name"' in result.stderr.split("\n-")[1]
    assert {path: path.read_bytes() for path in target.parent.iterdir()} == before
    stale = json.loads(run(str(project), "--check", "--output", "json").stdout)
    assert stale["fresh"] is False
    assert "+" in stale["diagnostics"][0]["diff"]


def test_files_of_an_earlier_build_go_and_others_stay(project: Path) -> None:
    run(str(project))
    folder = project / "generated" / "kit"
    (folder / "notes.txt").write_text("mine")
    manifest = project / "toolc.yaml"
    manifest.write_text(manifest.read_text().replace("prompt: [typescript]\n", ""))
    assert run(str(project), "--check").exit_code == 1
    run(str(project))
    assert written(folder) == sorted({*FILES, "notes.txt"} - {"prompt.ts.md"})


@pytest.mark.parametrize(
    ("deny", "code"), [("loss", 1), ("moved", 1), ("narrowed", 1), ("warning", 1), ("TC105", 0)]
)
def test_deny(project: Path, deny: str, code: int) -> None:
    result = run(str(project), "--deny", deny)
    assert result.exit_code == code, result.output
    assert (project / "generated").exists() == (code == 0)


def test_deny_takes_no_other_words(project: Path) -> None:
    result = run(str(project), "--deny", "losses")
    assert result.exit_code == 2
    assert "losses" in result.stderr


def test_the_manifest_here_is_the_default(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project)
    assert run().exit_code == 0
    (project / "toolc.yaml").unlink()
    (project / "pyproject.toml").write_text(
        '[tool.toolc]\ntoolset = "kit"\nsources = [{mcp = "tools.json"}]\ntargets = ["openai"]\n'
    )
    assert run().exit_code == 0
    assert "openai.json" in written(project / "generated" / "kit")


def test_verbose_tells_each_step(project: Path) -> None:
    result = run(str(project), "--verbose")
    assert "openai" in result.stderr.splitlines()
