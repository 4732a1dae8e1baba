"""Bad input through the command line: one clear diagnostic, no traceback, no files."""

import json
from pathlib import Path
from typing import Any

import pytest

TOOL = {"name": "a", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}}


def nested(depth: int) -> str:
    schema = '{"type": "object", "properties": {"x": ' * depth + "{}" + "}}" * depth
    return f'{{"tools": [{{"name": "a", "inputSchema": {schema}}}]}}'


def dangling() -> str:
    tool = {"name": "a", "inputSchema": {"type": "object", "$defs": {"City": {}}}}
    tool["inputSchema"]["properties"] = {"x": {"$ref": "#/$defs/Citty"}}  # type: ignore[index]  # built in two steps for its width
    return json.dumps({"tools": [tool]}, indent=1)


CASES: dict[str, tuple[str, dict[str, str], str, str]] = {
    # name: (sources, files, the code, a word of the message)
    "missing file": ("[{mcp: nope.json}]", {}, "TC101", "nope.json"),
    "broken JSON": (
        "[{mcp: a.json}]",
        {"a.json": '{"tools": [\n{"name": }]}'},
        "TC103",
        "a.json:2:",
    ),
    "broken YAML": (
        "[{openapi: a.yaml}]",
        {"a.yaml": "openapi: 3.0.0\nx: [1\n"},
        "TC103",
        "a.yaml:",
    ),
    "wrong kind": ("[{openapi: a.json}]", {"a.json": '{"tools": []}'}, "TC104", "OpenAPI"),
    "not tools": ("[{mcp: a.json}]", {"a.json": '{"x": 1}'}, "TC104", "a.json:1:1"),
    "$ref to elsewhere": (
        "[{mcp: a.json}]",
        {"a.json": dangling().replace("#/$defs", "b.json#")},
        "TC203",
        "`b.json#/Citty`",
    ),
    "two tools of one name": (
        "[{mcp: a.json}, {mcp: b.json}]",
        {"a.json": json.dumps([TOOL]), "b.json": json.dumps([TOOL])},
        "TC126",
        "`a.json`",
    ),
    "too deep": ("[{mcp: a.json}]", {"a.json": nested(10_000)}, "TC106", "levels"),
    "no tools": ("[{mcp: a.json}]", {"a.json": '{"tools": []}'}, "TC127", "`kit`"),
    "none selected": (
        "[{mcp: a.json, exclude: {tools: ['*']}}]",
        {"a.json": json.dumps([TOOL])},
        "TC127",
        "exclude",
    ),
    "not UTF-8": ("[{mcp: a.json}]", {"a.json": "\udcff"}, "TC102", "UTF-8"),
    "a folder": ("[{mcp: .}]", {}, "TC102", "directory"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_build_says_what_is_wrong(case: str, tmp_path: Path, run_toolc: Any) -> None:
    sources, files, code, said = CASES[case]
    (tmp_path / "toolc.yaml").write_text(f"toolset: kit\nsources: {sources}\ntargets: [openai]\n")
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    result = run_toolc("build")
    assert result.exit_code == 1, result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert result.stderr.count("error[") == 1
    assert f"error[{code}]" in result.stderr
    assert said in result.stderr
    assert "help: " in result.stderr
    assert not (tmp_path / "generated").exists()


def test_a_dangling_reference_costs_no_tool_unless_it_is_denied(
    tmp_path: Path, run_toolc: Any
) -> None:
    (tmp_path / "toolc.yaml").write_text("toolset: kit\nsources: [{mcp: a.json}]\n")
    (tmp_path / "a.json").write_text(dangling())
    result = run_toolc("build")
    assert result.exit_code == 0, result.stderr
    assert "warning[TC204]" in result.stderr
    assert "`#/$defs/City`" in result.stderr
    result = run_toolc("build", "--deny", "TC204")
    assert result.exit_code == 1
    assert "refused by --deny" in result.stderr


def test_a_file_of_50_MB_is_refused_before_it_is_read(tmp_path: Path, run_toolc: Any) -> None:  # noqa: N802 - the unit
    with (tmp_path / "big.json").open("wb") as stream:
        stream.write(b'{"tools": [')
        stream.truncate(50_000_001)
    result = run_toolc("inspect", "--input", "big.json")
    assert result.exit_code == 1
    assert "error[TC105]" in result.stderr
    assert "TOOLC_MAX_BYTES" in result.stderr


def test_errors_of_all_sources_are_told_at_once(tmp_path: Path, run_toolc: Any) -> None:
    (tmp_path / "b.json").write_text("{")
    (tmp_path / "toolc.yaml").write_text("toolset: kit\nsources: [{mcp: a.json}, {mcp: b.json}]\n")
    result = run_toolc("build", "--output", "json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)["diagnostics"]
    assert [(item["code"], item["file"]) for item in found] == [
        ("TC101", "toolc.yaml"),
        ("TC103", "b.json"),
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("biuld",), "did you mean `build`?"),
        (("build", "--chek"), "--check"),
        (("translate", "--to", "opnai", "--input", "-"), "openai"),
        (("translate", "--to", "gemini", "--strict", "--input", "-"), "no strict form"),
        (("explain", "TC10"), "did you mean"),
        (("parse", "--dialect", "hermez"), "hermes"),
        (("prompt",), "--input"),
        (("parse", "--tools", "-"), "not both"),
    ],
)
def test_wrong_usage_is_exit_code_2(arguments: tuple[str, ...], said: str, run_toolc: Any) -> None:
    result = run_toolc(*arguments)
    assert result.exit_code == 2, result.stderr
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_bug_of_ours_is_told_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner  # noqa: PLC0415 - used by this test alone

    from toolc import driver  # noqa: PLC0415 - patched by this test alone
    from toolc.cli import main  # noqa: PLC0415

    def fail(path: Path) -> None:
        raise ZeroDivisionError(path)

    monkeypatch.setattr(driver, "open_manifest", fail)
    (tmp_path / "toolc.yaml").touch()
    result = CliRunner().invoke(main, ["build", str(tmp_path)])
    assert result.exit_code == 1
    assert "error[TC900]" in result.stderr
    assert "report it" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Traceback" in CliRunner().invoke(main, ["build", str(tmp_path), "-v"]).stderr
