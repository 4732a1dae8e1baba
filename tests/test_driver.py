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
    assert {kind for each in options.values() for kind in each.values()} <= {
        bool,
        bool | None,
        int,
        str,
    }


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
    assert warning.origin == Origin(file="toolc.yaml", pointer="/sources/0/exclude/tools/0")
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


def test_what_is_wrong_with_a_tool_that_is_left_out_does_not_matter(project: Path) -> None:
    tools = json.loads((project / "tools.json").read_text())["tools"]
    broken = {"name": "broken", "inputSchema": {"$ref": "#/$defs/Nowhere"}}
    (project / "broken.json").write_text(json.dumps({"tools": [broken, *tools]}))
    manifest = "toolset: kit\nsources: [{mcp: broken.json, exclude: {tools: [broken]}}]\n"
    (project / "toolc.yaml").write_text(manifest)
    loaded = driver.load(driver.open_manifest(project / "toolc.yaml"))
    assert [tool.name for tool in loaded.toolset.tools] == ["get_weather", "set_alarm"]
    assert loaded.diagnostics == ()


def test_an_output_that_was_changed_by_hand_is_kept_and_told_until_it_is_gone(
    project: Path,
) -> None:
    driver.write(built(project))
    prompt = project / "generated" / "kit" / "prompt.ts.md"
    prompt.write_text("by hand")
    manifest = project / "toolc.yaml"
    manifest.write_text(manifest.read_text().replace("prompt: [typescript]\n", ""))
    for _ in range(2):
        (kept,) = driver.write(built(project))
        assert (kept.code, kept.severity) == ("TC702", "warning")
        ((stale, _diff),) = driver.check(built(project))
        assert "prompt.ts.md" in stale.message
        assert "by hand" in stale.message
    prompt.unlink()
    assert driver.write(built(project)) == ()
    assert list(driver.check(built(project))) == []


def test_a_folder_that_is_not_there_is_one_difference(project: Path) -> None:
    ((stale, _),) = driver.check(built(project))
    assert stale.message == f"`{project / 'generated' / 'kit'}` is missing"


def test_an_output_that_is_a_folder_is_named(project: Path) -> None:
    (project / "generated" / "kit" / "openai.json").mkdir(parents=True)
    with pytest.raises(InputError, match=r"kit/openai\.json` can't be written"):
        driver.write(built(project))
    assert [path.name for path in (project / "generated" / "kit").iterdir()] == ["openai.json"]


USELESS = {
    "no list": ("mcp", "a.json", '{"tools": []}', ("a.json", "/tools")),
    "no paths": ("openapi", "a.yaml", "openapi: 3.1.0\npaths: []\n", ("a.yaml", "/paths")),
    "webhooks": ("openapi", "a.yaml", "openapi: 3.1.0\nwebhooks: {a: {}}\n", ("a.yaml", "")),
}


@pytest.mark.parametrize("case", USELESS)
def test_a_useless_document_is_blamed_itself(case: str, project: Path) -> None:
    format_, name, text, place = USELESS[case]
    (project / name).write_text(text)
    manifest = project / "toolc.yaml"
    manifest.write_text(f"toolset: kit\nsources: [{{{format_}: {name}}}]\n")
    with pytest.raises(InputError) as raised:
        built(project)
    (error,) = raised.value.diagnostics
    assert error.code == "TC127"
    assert error.origin is not None
    assert (error.origin.file, error.origin.pointer) == place
    manifest.write_text(f"toolset: kit\nsources: [{{mcp: tools.json}}, {{{format_}: {name}}}]\n")
    (warning,) = built(project).diagnostics
    assert (warning.code, warning.origin) == ("TC108", error.origin)


@pytest.mark.parametrize("side", ["include: {tools: [x]}", "exclude: {tools: ['*']}"])
def test_a_filter_that_leaves_nothing_is_blamed_where_it_stands(side: str, project: Path) -> None:
    manifest = project / "toolc.yaml"
    manifest.write_text(f"toolset: kit\nsources: [{{mcp: tools.json, {side}}}]\n")
    with pytest.raises(InputError) as raised:
        built(project)
    error = raised.value.diagnostics[-1]
    assert error.code == "TC127"
    assert error.origin == Origin(file="toolc.yaml", pointer=f"/sources/0/{side[:7]}")


@pytest.mark.parametrize(("name", "code"), [("nope.json", "TC101"), ("https://x/a", "TC111")])
def test_a_source_that_cannot_be_opened_is_told_where_it_is_named(
    name: str, code: str, project: Path
) -> None:
    (project / "toolc.yaml").write_text(f"toolset: kit\nsources: [{{mcp: '{name}'}}]\n")
    with pytest.raises(InputError) as raised:
        built(project)
    (error,) = raised.value.diagnostics
    assert error.code == code
    assert error.origin == Origin(file="toolc.yaml", pointer="/sources/0/mcp")


def test_warnings_about_the_manifest_are_told_with_its_place(project: Path) -> None:
    manifest = project / "toolc.yaml"
    manifest.write_text("toolset: kit\nsources: [{mcp: tools.json}]\nout: a\nout: !x b\n")
    told = json.loads(built(project).files["report.json"])["diagnostics"]
    assert [(item["code"], item["line"]) for item in told] == [("TC109", 4), ("TC130", 4)]


FOR_A_MODEL = """\
toolset: kit
sources: [{mcp: tools.json}]
targets:
  - openai: {model: acme-1}
  - ollama: {model: acme-1, mode: auto}
models: own.yaml
"""

OWN_MODELS = "families: [{native_tools: no, max_tools: 1, models: {acme-1: }}]\n"


def test_a_manifest_names_models_and_a_file_of_them(project: Path) -> None:
    (project / "toolc.yaml").write_text(FOR_A_MODEL)
    (project / "own.yaml").write_text(OWN_MODELS)
    made = built(project)
    told = [(item.code, item.target) for item in made.diagnostics if item.code.startswith("TC4")]
    assert told == [("TC408", "openai"), ("TC409", "openai"), ("TC408", "ollama")]
    assert json.loads(made.files["ollama.json"]) == []
    assert "get_weather" in made.files["ollama.prompt.md"]


def test_a_file_of_models_that_is_at_fault_is_placed(project: Path) -> None:
    (project / "toolc.yaml").write_text(FOR_A_MODEL)
    (project / "own.yaml").write_text(OWN_MODELS.replace("max_tools: 1", "max_tools: one"))
    with pytest.raises(InputError) as caught:
        built(project)
    [told] = caught.value.diagnostics
    assert told.origin == Origin(file="own.yaml", pointer="/families/0/max_tools")


def test_the_copy_of_the_runtime_is_in_the_lock_and_goes_with_the_option(project: Path) -> None:
    manifest = project / "toolc.yaml"
    text = manifest.read_text()
    line = "module: {language: python, models: pydantic}"
    manifest.write_text(text.replace(line, "module: [{runtime: vendored}, typescript]"))
    driver.write(built(project))
    folder = project / "generated" / "kit"
    outputs = json.loads((folder / "toolc.lock").read_text())["outputs"]
    assert {"kit.py", "kit.ts", "kit_models.py", "_runtime/parser.py"} <= outputs.keys()
    assert (folder / "_runtime" / "grammars" / "dialects" / "hermes.toml").is_file()
    assert list(driver.check(built(project))) == []
    manifest.write_text(text)
    driver.write(built(project))
    assert not (folder / "_runtime").exists()
    assert not (folder / "kit.ts").exists()
