"""`toolc replay`: what it prints and writes, how it ends, and that workers change nothing."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.json import JSONSnapshotExtension

from toolc import ToolKit
from toolc.runtime import SessionLog, parse
from toolc.runtime import replay as module

Run = Callable[..., Result]

GOOD = '<tool_call name="get_weather">{"location": "Oslo"}</tool_call>'
EMPTY = '<tool_call name="get_weather">{"location": ""}</tool_call>'
ALARM = '<tool_call name="set_alarm">{"at": "2026-11-30T07:00:00Z"}</tool_call>'
MENDED = "<tool_call name=\"getWeather\">{'location': 'Oslo',}</tool_call>"
CUT = GOOD[:45]

REPLIES = [
    # (model, reply, the reply that the recorded outcome is of)
    ("qwen3", GOOD, GOOD),
    ("qwen3", "It rains.", GOOD),
    ("qwen3", MENDED, "It rains."),
    ("llama", GOOD, GOOD.replace("Oslo", "Bergen")),
    ("llama", EMPTY, GOOD),
    ("llama", GOOD + ALARM, ALARM + GOOD),
    ("llama", "It rains.", CUT),
    ("gpt-\x1b[2J", CUT, EMPTY),
    ("gpt-\x1b[2J", MENDED, GOOD),
    ("gpt-\x1b[2J", CUT, "It rains."),
]


@pytest.fixture
def log(project: Path) -> SessionLog:
    """The log of the project's tools, and a session in `session.jsonl`."""
    kit = ToolKit.from_mcp(project / "tools.json")
    log = SessionLog(kit)
    lines = [log.reply(model, text, parse(told, kit)) for model, text, told in REPLIES]
    unrecorded = '{"model": "qwen3", "text": "Hello."}\n'
    (project / "session.jsonl").write_text("".join([log.header, *lines, unrecorded]))
    return log


@pytest.mark.usefixtures("log")
def test_what_a_reader_sees(run_toolc: Run, snapshot: SnapshotAssertion) -> None:
    result = run_toolc("replay", "session.jsonl")
    assert result.exit_code == 1
    assert "\x1b" not in result.output
    assert result.output == snapshot


@pytest.mark.usefixtures("log")
def test_what_a_program_reads(run_toolc: Run, snapshot: SnapshotAssertion) -> None:
    result = run_toolc("replay", "session.jsonl", "--output", "json", "--most", "1")
    assert result.exit_code == 1
    assert result.stderr == ""
    assert json.loads(result.stdout) == snapshot.use_extension(JSONSnapshotExtension)


@pytest.mark.usefixtures("log")
def test_workers_change_nothing(
    run_toolc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH_BYTES", 1)
    written: list[tuple[bytes, bytes, str]] = []
    for workers in ("1", "2"):
        outs = ("--baseline", "new.jsonl", "--save", "case.jsonl", "--output", "json")
        result = run_toolc("replay", "session.jsonl", "session.jsonl", *outs, "--workers", workers)
        files = (tmp_path / "new.jsonl", tmp_path / "case.jsonl")
        written.append((files[0].read_bytes(), files[1].read_bytes(), result.stdout))
    assert written[0] == written[1]
    assert json.loads(written[0][2])["replies"] == 2 * (len(REPLIES) + 1)


@pytest.mark.usefixtures("log")
def test_the_baseline_changes_nothing_any_more(run_toolc: Run) -> None:
    run_toolc("replay", "session.jsonl", "--baseline", "new.jsonl")
    result = run_toolc("replay", "new.jsonl")
    assert result.exit_code == 0
    assert result.output == "11 replies of 3 models in 1 log; none changed\n"


@pytest.mark.usefixtures("log")
def test_a_log_can_be_its_own_baseline(run_toolc: Run, tmp_path: Path) -> None:
    run_toolc("replay", "session.jsonl", "--baseline", "session.jsonl")
    assert run_toolc("replay", "session.jsonl").exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "session.jsonl",
        "toolc.yaml",
        "tools.json",
    ]


@pytest.mark.usefixtures("log")
def test_a_case_holds_what_changed_and_replays_the_same(run_toolc: Run, tmp_path: Path) -> None:
    whole = run_toolc("replay", "session.jsonl", "--save", "case.jsonl", "--output", "json")
    assert len((tmp_path / "case.jsonl").read_text().splitlines()) == 1 + 9
    case = run_toolc("replay", "case.jsonl", "--output", "json")
    assert json.loads(case.stdout)["kinds"] == json.loads(whole.stdout)["kinds"]


def test_a_call_that_is_understood_is_no_regression(
    log: SessionLog, run_toolc: Run, project: Path
) -> None:
    line = log.reply("m", GOOD, parse("It rains."))
    (project / "session.jsonl").write_text(log.header + line)
    result = run_toolc("replay", "session.jsonl")
    assert result.exit_code == 0
    assert "newly understood" in result.stdout


@pytest.mark.usefixtures("log")
def test_other_tools(run_toolc: Run, project: Path) -> None:
    tools = json.loads((project / "tools.json").read_text())
    (project / "fewer.json").write_text(json.dumps(tools["tools"][1:]))
    result = run_toolc("replay", "session.jsonl", "--tools", "fewer.json", "--output", "json")
    kinds = json.loads(result.stdout)["kinds"]
    assert kinds["failed_call"] + kinds["lost_call"] == 6


@pytest.mark.usefixtures("log")
def test_standard_input(run_toolc: Run, project: Path) -> None:
    result = run_toolc("replay", "-", stdin=(project / "session.jsonl").read_bytes())
    assert "<stdin>:3: lost call" in result.stdout


def test_a_line_that_can_not_be_read(log: SessionLog, run_toolc: Run, project: Path) -> None:
    line = log.reply("m", GOOD, parse(GOOD))
    (project / "session.jsonl").write_text(log.header + line + line[:30])
    result = run_toolc("replay", "session.jsonl")
    assert result.exit_code == 1
    assert "session.jsonl:3:" in result.stderr
    assert "error[TC801]" in result.stderr
    assert "help: remove the line" in result.stderr
    assert result.stdout.startswith("1 reply of 1 model")
    told = json.loads(run_toolc("replay", "session.jsonl", "--output", "json").stdout)
    assert told["unread"] == 1
    (diagnostic,) = told["diagnostics"]
    assert (diagnostic["file"], diagnostic["line"]) == ("session.jsonl", 3)


def test_lines_that_can_not_be_read_are_counted(
    log: SessionLog, run_toolc: Run, project: Path
) -> None:
    (project / "session.jsonl").write_text(log.header + "{\n" * 1500)
    result = run_toolc("replay", "session.jsonl")
    assert result.stderr.count("TC801]") == 10
    assert "error: 1,500 lines can't be read" in result.stderr


def test_a_model_can_not_look_like_a_line_of_the_report(
    log: SessionLog, run_toolc: Run, project: Path
) -> None:
    line = log.reply("m)\nerror: \x1b[31mfake", GOOD, parse("It rains."))
    (project / "session.jsonl").write_text(log.header + line)
    result = run_toolc("replay", "session.jsonl")
    assert not any(each.startswith("error") for each in result.output.splitlines())
    assert "\x1b" not in result.output


@pytest.mark.usefixtures("log")
def test_quiet(run_toolc: Run) -> None:
    result = run_toolc("replay", "session.jsonl", "--quiet")
    assert (result.stdout, result.exit_code) == ("", 1)
    assert result.stderr == "error: 2 recorded calls lost\n"


USAGE: dict[str, tuple[list[str], int, str]] = {
    "no log": ([], 2, "LOG"),
    "stdin twice": (["-", "-"], 2, "once only"),
    "one file for two": (["session.jsonl", "--save", "x", "--baseline", "x"], 2, "two files"),
    "no such log": (["nope.jsonl"], 1, "TC101"),
    "a folder": (["."], 1, "TC102"),
    "no such folder": (["session.jsonl", "--save", "no/x"], 1, "TC128"),
    "onto a folder": (["session.jsonl", "--save", "folder"], 1, "TC128"),
}


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize("case", USAGE)
def test_what_can_not_be_done_is_told(case: str, run_toolc: Run, tmp_path: Path) -> None:
    arguments, code, said = USAGE[case]
    (tmp_path / "folder").mkdir()
    result = run_toolc("replay", *arguments)
    assert result.exit_code == code
    assert said in result.stderr
    assert "TC900" not in result.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_tools_of_a_log_that_are_none(workers: str, run_toolc: Run, tmp_path: Path) -> None:
    tools: list[Any] = [{"name": "a", "inputSchema": {"type": "object", "properties": 7}}]
    header = {"toolc_log": 1, "validated": True, "tools": tools}
    reply = {"text": '<tool_call name="a">{}</tool_call>', "outcome": {}}
    (tmp_path / "a.jsonl").write_text(f"{json.dumps(header)}\n{json.dumps(reply)}\n")
    result = run_toolc("replay", "a.jsonl", "--workers", workers)
    assert "TC900" not in result.stderr
    assert "Traceback" not in result.output
