"""What users of other converters reported about schemas and providers: each has its right value.

`area_a.json` holds the reports: where each was made, the smallest tools that show it (facts of a
few lines, written anew), and what is right. Each test is the right value of one report.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from toolc import ToolKit, UsageError
from toolc.cli import main
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Schema
from toolc.ir.schema import walk
from toolc.runtime import ToolCall
from toolc.runtime.guards import same
from toolc.targets import Compiled
from toolc.transforms import drop_blanks

REPORTS: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("area_a.json").read_text(encoding="utf-8")
)

LEFT_OUT = {
    "R035": "about grammars, which toolc does not write yet",
    "R037": "about grammars, which toolc does not write yet",
    "R038": "about grammars, which toolc does not write yet",
}
"""Reports without a test, and why. The lint of R014 and the search tool of R020 are to come."""


def kit(report: str) -> ToolKit:
    return ToolKit.from_mcp(REPORTS[report]["tools"])


def openai(report: str, *, strict: bool = False) -> list[dict[str, Any]]:
    tools = kit(report).to_openai(strict=strict)
    return [tool["function"] for tool in tools]


def anthropic(report: str) -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = kit(report).to_anthropic()
    return tools


def gemini(report: str) -> Schema:
    """The parameters of the one tool."""
    [declaration] = kit(report).to_gemini()[0]["functionDeclarations"]
    parameters: Schema = declaration["parameters"]
    return parameters


def without_words(schema: Any) -> Any:
    """A schema without its descriptions, for comparing the rest."""
    bare = json.loads(json.dumps(schema))
    for _, node in walk(bare):
        if isinstance(node, dict):
            node.pop("description", None)
    return bare


def nodes(schema: Schema) -> Iterator[Schema]:
    return (node for _, node in walk(schema) if isinstance(node, dict))


def losses(compiled: Compiled) -> list[Diagnostic]:
    return [item for item in compiled.diagnostics if item.severity == "warning"]


def survives(compiled: Compiled, tool: str, arguments: Any) -> bool:
    name, sent = compiled.encode(tool, arguments)
    back = compiled.decode(name, json.loads(json.dumps(sent)))
    return back[0] == tool and same(back[1], arguments)


def test_every_report_is_tested_or_has_its_reason() -> None:
    tested = {found[1].upper() for name in globals() if (found := re.match(r"test_(r\d+)_", name))}
    assert tested | LEFT_OUT.keys() == REPORTS.keys()
    assert tested.isdisjoint(LEFT_OUT)


# --- OpenAI ---


def test_r001_an_unknown_format_goes_to_the_description_and_strict_stays() -> None:
    compiled = kit("R001").compile("openai", strict=True)
    [tool] = openai("R001", strict=True)
    assert tool["strict"] is True
    assert without_words(tool["parameters"]) == {
        "type": "object",
        "properties": {"url": {"type": "string"}, "n": {"type": ["integer", "null"]}},
        "required": ["url", "n"],
        "additionalProperties": False,
    }
    told = {key: child["description"] for key, child in tool["parameters"]["properties"].items()}
    assert told["url"].startswith("page")
    assert "ormat uri" in told["url"]
    assert "efault 5" in told["n"]
    assert {"/properties/url/format", ""} <= {item.pointer for item in losses(compiled)}
    assert survives(compiled, "fetch_page", {"url": "https://example.com"})


def test_r002_every_object_is_closed_and_nothing_else() -> None:
    [tool] = openai("R002", strict=True)
    for node in nodes(tool["parameters"]):
        assert ("additionalProperties" in node) == (node.get("type") == "object")
    assert tool["parameters"] == {
        "type": "object",
        "properties": {"body": {"type": "string"}},
        "required": ["body"],
        "additionalProperties": False,
    }


def test_r004_a_tool_without_arguments_has_an_empty_object() -> None:
    [tool] = openai("R004", strict=True)
    assert tool["parameters"] == {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": False,
    }
    assert openai("R004")[0]["parameters"] == {"type": "object", "properties": {}}


def test_r005_empty_properties_survive_being_dumped_and_read_back() -> None:
    again = ToolKit.from_ir(json.loads(json.dumps(kit("R005").dump())))
    assert again.tools[0].input == {"type": "object", "properties": {}}
    assert again.to_openai() == kit("R005").to_openai()
    assert openai("R005")[0]["parameters"] == {"type": "object", "properties": {}}


def test_r007_what_is_required_is_what_there_is_and_a_free_object_travels() -> None:
    [tool] = openai("R007", strict=True)
    assert {*tool["parameters"]["required"]} == {*tool["parameters"]["properties"]}
    compiled = kit("R007").compile("openai", strict=True)
    for free in ({}, {"deep": [1, None, {"a": "b"}]}):
        assert survives(compiled, "exec_fn", {"fn": "f", "args": free})


def test_r008_one_open_object_does_not_take_strictness_from_the_other_tools() -> None:
    store, ping = openai("R008", strict=True)
    assert ping["strict"] is True
    payload = store["parameters"]["properties"]["payload"]
    assert store["strict"] is False or payload["type"] == "string"
    compiled = kit("R008").compile("openai", strict=True)
    told = [item for item in losses(compiled) if item.pointer == "/properties/payload"]
    assert [item.tool for item in told] == ["store"]
    assert survives(compiled, "store", {"payload": {"any": ["thing"]}})


def test_r010_every_list_has_items_at_every_depth() -> None:
    for strict in (False, True):
        [tool] = openai("R010", strict=strict)
        lists = [node for node in nodes(tool["parameters"]) if node.get("type") == "array"]
        assert lists
        assert all("items" in node for node in lists)
    found = [item.pointer for item in kit("R010").compile("openai", strict=True).diagnostics]
    for at in ("/properties/texts", "/properties/m/items"):
        assert any(pointer.startswith(at) for pointer in found)


def test_r020_too_many_tools_are_told_at_compile_time_and_can_be_denied(tmp_path: Path) -> None:
    tools = [{"name": f"t{i}", "inputSchema": {"type": "object"}} for i in range(158)]
    [told] = [d for d in ToolKit.from_mcp(tools).compile("openai").diagnostics if d.code == "TC401"]
    assert "128" in told.message
    assert "158" in told.message
    (tmp_path / "tools.json").write_text(json.dumps(tools))
    manifest = tmp_path / "toolc.yaml"
    manifest.write_text("toolset: k\nsources: [{mcp: tools.json}]\ntargets: [openai]\n")
    result = CliRunner().invoke(main, ["build", str(manifest), "--deny", "TC401"])
    assert result.exit_code == 1
    assert "TC401" in result.stderr
    assert not (tmp_path / "generated").exists()


# --- Anthropic, Bedrock ---


def test_r011_no_union_at_the_root_and_the_validator_keeps_it() -> None:
    update, pick = anthropic("R011")
    assert not {"anyOf", "oneOf", "allOf"} & update["input_schema"].keys()
    assert update["input_schema"]["required"] == ["id"]
    assert "title" in update["input_schema"]["description"]
    assert without_words(pick["input_schema"]) == {
        "type": "object",
        "properties": {
            "k": {"enum": ["a", "b"]},
            "x": {"type": "integer"},
            "y": {"type": "string"},
        },
        "required": ["k"],
    }
    tools = kit("R011")
    assert not tools.validate("update_issue", {"id": "1"}).valid
    assert tools.validate("update_issue", {"id": "1", "title": "t"}).valid
    assert not tools.validate("pick", {"k": "a"}).valid
    assert tools.validate("pick", {"k": "a", "x": 1}).valid
    told = {(item.tool, item.kind) for item in losses(tools.compile("anthropic"))}
    assert {("update_issue", "moved"), ("pick", "weakened")} <= told


def test_r013_older_drafts_are_brought_to_2020_12() -> None:
    assert anthropic("R013")[0]["input_schema"]["properties"] == {
        "range": {
            "type": "array",
            "prefixItems": [{"type": "integer"}, {"type": "integer"}],
            "items": False,
            "maxItems": 2,
        },
        "zoom": {"type": "number", "exclusiveMinimum": 0},
    }


def test_r014_the_two_faults_are_named_and_mended_and_the_default_stays() -> None:
    schema = anthropic("R014")[0]["input_schema"]
    assert schema["properties"]["v"] == {}
    assert schema["required"] == ["n"]
    assert {"type": "integer", "default": 1}.items() <= schema["properties"]["n"].items()
    assert "required" not in schema["properties"]["n"]
    places = {item.origin.pointer for item in kit("R014").diagnostics if item.origin}
    assert places == {f"/0/inputSchema/properties/{at}" for at in ("v/type", "n/required")}


def test_r016_illegal_keys_are_legal_distinct_stable_and_come_back() -> None:
    keys = list(anthropic("R016")[0]["input_schema"]["properties"])
    assert len({*keys}) == 3
    assert all(re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", key) for key in keys)
    assert anthropic("R016") == anthropic("R016")
    arguments = {"$top": 1, "top": 2, "@x.conflict": "fail"}
    assert survives(kit("R016").compile("anthropic"), "list_activity", arguments)


def test_r017_long_keys_are_cut_without_meeting_each_other() -> None:
    for target in ("cohere", "anthropic"):
        compiled = kit("R017").compile(target)
        keys = re.findall(r'"(settings[a-z_0-9]*)": \{', json.dumps(compiled.tools))
        assert keys
        assert len(keys) == len({*keys})
        assert all(len(key) <= 64 for key in keys)
        lists = {"approved_list_of_country_codes": ["NO"], "approved_list_of_country_codes_2": "x"}
        for inner in ({}, lists):
            settings = {"approved_or_denied_countries_or_regions": inner}
            assert survives(compiled, "meeting", {"settings": settings})


def test_r019_illegal_tool_names_do_not_meet_a_sibling_and_come_back() -> None:
    names = [tool["name"] for tool in anthropic("R019")]
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", name) for name in names)
    assert len({*names}) == 2
    compiled = kit("R019").compile("anthropic")
    assert [compiled.decode(name, {})[0] for name in names] == [
        "admin.tools/list",
        "admin_tools_list",
    ]


def test_r031_alternatives_at_the_root_stand_side_by_side() -> None:
    [tool] = kit("R031").to_bedrock()["tools"]
    assert without_words(tool["toolSpec"]["inputSchema"]["json"]) == {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
    }


# --- Gemini ---


def test_r022_keywords_about_another_type_are_left_out() -> None:
    schema = gemini("R022")
    assert schema["properties"] == {"data": {"type": "STRING"}}
    assert schema["required"] == ["data"]


def test_r023_a_list_of_types_is_nullable_or_any_of() -> None:
    assert gemini("R023")["properties"] == {
        "q": {"type": "STRING", "nullable": True, "description": "d"},
        "v": {"anyOf": [{"type": "INTEGER"}, {"type": "STRING"}]},
    }


def test_r025_one_alternative_and_null_keep_their_bounds() -> None:
    days = gemini("R025")["properties"]["n"]
    assert days.pop("description").startswith("Days")
    assert days == {"type": "INTEGER", "minimum": 1, "maximum": 30, "nullable": True}


def test_r026_any_value_stays_any_value() -> None:
    assert gemini("R026")["properties"]["value"]["type"] != "OBJECT"
    compiled = kit("R026").compile("gemini")
    values: tuple[Any, ...] = ("text", 1.5, True, None, [1, "a"], {"a": {"b": []}})
    for value in values:
        assert survives(compiled, "setv", {"value": value})


def test_r028_fixed_values_that_are_no_text_are_no_enum_of_booleans() -> None:
    def enums(node: Any) -> Iterator[Any]:
        if isinstance(node, dict):
            yield from node.get("enum", ())
            for child in node.values():
                yield from enums(child)
        elif isinstance(node, list):
            for child in node:
                yield from enums(child)

    values = list(enums(gemini("R028")))
    assert {"a", "b"} <= {*values}
    assert all(isinstance(value, str) for value in values)
    tools = kit("R028")
    assert not tools.validate("u", {"items": [{"k": "a", "on": False}]}).valid
    assert tools.validate("u", {"items": [{"k": "a", "on": True}]}).valid
    assert survives(tools.compile("gemini"), "u", {"items": [{"k": "a", "on": True}]})
    assert survives(tools.compile("gemini"), "u", {"items": [{"k": "b", "lvl": 2}]})


def nested(levels: int, name: Any = "leaf") -> dict[str, Any]:
    inner: dict[str, Any] = {"child": nested(levels - 1, name)} if levels else {}
    return {"name": "x" if levels else name, **inner}


def test_r029_recursion_by_any_pointer_is_finite_and_told_with_its_tool() -> None:
    assert "$ref" not in json.dumps(gemini("R029"))
    compiled = kit("R029").compile("gemini")
    [told] = [item for item in compiled.diagnostics if item.code == "TC302"]
    assert (told.tool, told.pointer.endswith("/child")) == ("chart", True)
    value = nested(6)
    assert survives(compiled, "chart", {"data": [value]})
    assert kit("R029").validate("chart", {"data": [value]}).valid
    assert not kit("R029").validate("chart", {"data": [nested(6, name=3)]}).valid


# --- Ollama ---


def test_r032_what_the_server_leaves_out_of_a_list_is_told_in_words() -> None:
    [tool] = kit("R032").to_ollama()
    samples = tool["function"]["parameters"]["properties"]["samples"]
    assert "{ id" in samples["description"]


def test_r034_every_property_has_a_type_and_no_reference_is_left() -> None:
    [tool] = kit("R034").to_ollama()
    properties = tool["function"]["parameters"]["properties"]
    assert "$ref" not in json.dumps(properties)
    assert all(isinstance(child["type"], str) for child in properties.values())


# --- defaults ---


def test_r040_default_null_and_absent_are_three_things_and_blanks_can_be_dropped() -> None:
    tools = kit("R040")
    properties = tools["run"].input["properties"]
    assert {key: child["default"] for key, child in properties.items()} == {
        "model": "fast",
        "region": None,
    }
    call = ToolCall(id="1", name="run", arguments={"model": "", "region": None})
    assert drop_blanks(call, tools).arguments == {}
    kept = ToolCall(id="1", name="run", arguments={"model": "m"})
    assert drop_blanks(kept, tools).arguments == {"model": "m"}
    with pytest.raises(UsageError):
        drop_blanks(ToolCall(id="1", name="rnu", arguments={}), tools)
