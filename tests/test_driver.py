"""The pipeline: what goes in, what comes out, and that nothing is written before the end."""

import json
from pathlib import Path

import pytest

from toolc import driver
from toolc.diagnostics.diagnostic import Origin
from toolc.diagnostics.errors import InputError, LossError
from toolc.driver import Build
from toolc.ir.dump import load as load_ir
from toolc.ir.model import Source, Tool, Toolset


def built(project: Path) -> Build:
    return driver.build(driver.open_manifest(project / "toolc.yaml"))


def test_a_build_is_files_in_memory(project: Path) -> None:
    made = built(project)
    assert made.folder == project / "generated" / "kit"
    assert not made.folder.exists()
    assert list(made.files)[-1] == "toolc.lock"
    assert all(text.endswith("\n") and not text.endswith("\n\n") for text in made.files.values())


def test_nothing_written_tells_where_it_was_built(project: Path) -> None:
    assert str(project) not in "".join(built(project).files.values())


def test_the_ir_reads_back_as_the_toolset(project: Path) -> None:
    made = built(project)
    assert load_ir(json.loads(made.files["ir.json"])) == made.toolset


def test_the_report_names_places_as_the_manifest_does(project: Path) -> None:
    report = json.loads(built(project).files["report.json"])
    placed = [item for item in report["diagnostics"] if item["file"]]
    assert placed
    assert {item["file"] for item in placed} == {"tools.json"}
    assert all(item["line"] for item in placed)


def test_a_codec_is_written_where_calls_come_back_in_another_shape(project: Path) -> None:
    files = built(project).files
    assert json.loads(files["strict.codec.json"])
    assert "openai.codec.json" not in files


def test_the_options_of_targets_have_types_that_a_manifest_can_check() -> None:
    options = driver.target_options()
    assert options["openai"]["strict"] is bool
    assert {kind for each in options.values() for kind in each.values()} <= {bool, int, str}


def test_progress_is_told_as_often_as_steps_says(project: Path) -> None:
    manifest = driver.open_manifest(project / "toolc.yaml")
    heard: list[str] = []
    driver.build(manifest, heard.append)
    assert len(heard) == driver.steps(manifest)
    assert heard[:3] == ["tools.json", "openai", "strict"]


def test_a_denied_loss_ends_the_build(project: Path) -> None:
    manifest = driver.open_manifest(project / "toolc.yaml")
    with pytest.raises(LossError) as raised:
        driver.build(manifest, deny=["moved"])
    assert {item.kind for item in raised.value.diagnostics} == {"moved"}


def test_errors_of_all_sources_are_told_at_once(project: Path) -> None:
    manifest = project / "toolc.yaml"
    manifest.write_text("toolset: kit\nsources: [{mcp: a.json}, {mcp: tools.json}, {ir: b.json}]\n")
    with pytest.raises(InputError) as raised:
        built(project)
    assert [item.code for item in raised.value.diagnostics] == ["TC101", "TC101"]


def test_a_glob_that_matches_nothing_is_a_warning(project: Path) -> None:
    manifest = project / "toolc.yaml"
    manifest.write_text(
        "toolset: kit\nsources: [{mcp: tools.json, exclude: {tools: [get_wether]}}]\n"
    )
    (warning,) = built(project).diagnostics
    assert warning.severity == "warning"
    assert warning.origin == Origin(file="toolc.yaml")
    assert "did you mean `get_weather`?" in (warning.help or "")


def test_a_folder_that_cannot_be_written_is_told(project: Path) -> None:
    (project / "generated").write_text("a file, where a folder is needed")
    with pytest.raises(InputError, match="TC128"):
        driver.write(built(project))


def test_merging_keeps_the_order_and_names_both_places_of_a_clash() -> None:
    first, second = (
        Toolset(
            name=name,
            tools=tuple(
                Tool(name=tool, input={}, origin=Origin(file=name, pointer=f"/{tool}"))
                for tool in tools
            ),
            sources=(Source(format="mcp", file=name),),
        )
        for name, tools in (("one", "ab"), ("two", "bc"))
    )
    merged, clashes = driver.merge("all", [first, second])
    assert [tool.name for tool in merged.tools] == ["a", "b", "c"]
    assert [source.file for source in merged.sources] == ["one", "two"]
    (clash,) = clashes
    assert clash.origin == Origin(file="two", pointer="/b")
    assert "`one`, at `/b`" in clash.message
