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
    "__init__.py",
    "envelope.schema.json",
    "envelope.vllm.json",
    "ir.json",
    "kit.py",
    "kit_models.py",
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


def test_the_heading_names_sources_not_each_file_they_refer_to(tmp_path: Path) -> None:
    paths = {f"/{number}": {"$ref": f"{number}.json"} for number in range(9)}
    for number in range(9):
        item = {"get": {"operationId": f"get{number}", "responses": {}}}
        (tmp_path / f"{number}.json").write_text(json.dumps(item))
    (tmp_path / "api.json").write_text(json.dumps({"openapi": "3.1.0", "paths": paths}))
    (tmp_path / "toolc.yaml").write_text("toolset: kit\nsources: [{openapi: api.json}]\n")
    result = run(str(tmp_path), "--allow-files")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0] == "kit  9 tools from api.json"


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


def test_a_loss_is_shown_and_reported_with_a_witness(project: Path) -> None:
    result = run(str(project))
    assert 'example it now lets through: {"location": ""}' in result.stderr
    report = json.loads((project / "generated" / "kit" / "report.json").read_text())
    losses = [item for item in report["diagnostics"] if item.get("target") == "openai-strict"]
    assert [item["witness"] for item in losses if item["code"] == "TC312"] == [{"location": ""}]


def test_verify_tells_how_the_promises_fared(project: Path) -> None:
    result = run(str(project), "--verify", "--samples", "3")
    assert result.exit_code == 0, result.output
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["strict", "2", "2", "2", "2", "0", "0"] in lines
    as_json = json.loads(run(str(project), "--verify", "--output", "json").stdout)
    assert [proof["target"] for proof in as_json["proofs"]] == ["openai", "strict"]
    assert "proofs" not in json.loads(run(str(project), "--output", "json").stdout)


def test_a_broken_promise_ends_the_build_and_nothing_is_written(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolc.runtime.codec.decode", lambda _, name, __: (name, {}))
    result = run(str(project), "--verify")
    assert result.exit_code == 1
    assert "error[TC901]: openai gives arguments back changed: {" in result.stderr
    assert "in tool get_weather" in result.stderr
    assert not (project / "generated").exists()


def test_samples_are_at_least_one(project: Path) -> None:
    assert run(str(project), "--verify", "--samples", "0").exit_code == 2


def test_a_range_of_codes_is_denied(project: Path) -> None:
    assert run(str(project), "--deny", "TC31x").exit_code == 1
    assert run(str(project), "--deny", "TC5xx").exit_code == 0


@pytest.mark.parametrize("how", [(), ("--quiet",), ("--verbose",)])
def test_what_deny_refuses_is_shown_with_the_reason(how: tuple[str, ...], project: Path) -> None:
    result = run(str(project), "--deny", "loss", *how)
    assert result.exit_code == 1
    assert "TC312" in result.stderr
    assert "refused by --deny" in result.stderr
    told = json.loads(run(str(project), "--deny", "loss", "--output", "json").stdout)
    assert "--deny" in told["error"]
    assert told["diagnostics"]


def test_no_targets_make_no_table(project: Path) -> None:
    (project / "toolc.yaml").write_text("toolset: kit\nsources: [{mcp: tools.json}]\ntargets: []\n")
    result = run(str(project))
    assert result.stdout.splitlines()[:2] == ["kit  2 tools from tools.json", ""]
    assert "refused" not in result.stdout


def test_a_manifest_does_not_come_from_standard_input() -> None:
    result = run("-")
    assert result.exit_code == 2
    assert "a manifest is a file" in result.stderr


def test_what_is_kept_is_told_and_makes_check_fail(project: Path) -> None:
    run(str(project))
    (project / "generated" / "kit" / "prompt.ts.md").write_text("by hand")
    manifest = project / "toolc.yaml"
    manifest.write_text(manifest.read_text().replace("prompt: [typescript]\n", ""))
    assert "warning[TC702]" in run(str(project)).stderr
    result = run(str(project), "--check")
    assert (result.exit_code, result.stderr.count("error[")) == (1, 1)
    assert "prompt.ts.md` is no longer written; it was changed by hand" in result.stderr


def test_check_tells_once_that_nothing_is_there(project: Path) -> None:
    assert run(str(project), "--check").stderr.count("error[TC701]") == 1
