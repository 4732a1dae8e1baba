"""`ToolKit`: every way in and out that the library promises."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolc import InputError, ToolKit, UsageError, capabilities, parse, parse_tool_calls
from toolc.codegen.loading import compile_check
from toolc.targets import TARGETS

TOOLS = [
    {
        "name": "get_weather",
        "description": "Get the current weather.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "location": {"type": "string", "minLength": 1},
                "units": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            },
            "required": ["location"],
            "additionalProperties": False,
        },
    },
    {
        "name": "drop_table",
        "inputSchema": {"type": "object", "properties": {"table": {"type": "string"}}},
        "annotations": {"destructiveHint": True},
    },
]

PETSTORE: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "pets", "version": "1"},
    "paths": {
        "/pets": {
            "get": {"operationId": "listPets", "tags": ["pet"], "responses": {}},
            "delete": {"operationId": "deletePets", "tags": ["pet"], "responses": {}},
        },
        "/users": {"get": {"operationId": "listUsers", "tags": ["user"], "responses": {}}},
    },
}


@pytest.fixture
def kit() -> ToolKit:
    return ToolKit.from_mcp(TOOLS)


def test_ways_in(tmp_path: Path, kit: ToolKit) -> None:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(TOOLS))
    names = ["get_weather", "drop_table"]
    for source in (path, str(path), TOOLS, {"tools": TOOLS}):
        assert [tool.name for tool in ToolKit.from_mcp(source)] == names
    assert [tool.name for tool in ToolKit.from_document(path)] == names
    assert [tool.name for tool in ToolKit.from_ir(kit.dump())] == names


def test_from_openapi_selects() -> None:
    kit = ToolKit.from_openapi(
        PETSTORE, include={"tags": ["pet"]}, exclude={"operations": ["delete*"]}
    )
    assert [tool.name for tool in kit.tools] == ["listPets"]


def test_from_manifest(project: Path) -> None:
    kit = ToolKit.from_manifest(project / "toolc.yaml")
    assert kit.toolset.name == "kit"
    assert len(kit) == 2


def test_a_broken_document_raises_with_its_diagnostics() -> None:
    with pytest.raises(InputError) as raised:
        ToolKit.from_mcp({"x": 1})
    assert [item.code for item in raised.value.diagnostics] == ["TC104"]


def test_it_is_a_container(kit: ToolKit) -> None:
    assert kit["drop_table"].annotations.destructive is True
    assert ("get_weather" in kit, "x" in kit, len(kit)) == (True, False, 2)
    with pytest.raises(KeyError, match="did you mean `get_weather`"):
        kit["get_wether"]


def test_select_gives_another_kit_and_warns_of_globs_without_a_match(kit: ToolKit) -> None:
    chosen = kit.select(include={"tools": ["get_*", "put_*"]})
    assert [tool.name for tool in chosen] == ["get_weather"]
    assert [item.code for item in chosen.diagnostics] == ["TC116"]
    assert len(kit) == 2


def test_merge_refuses_two_tools_of_one_name(kit: ToolKit) -> None:
    pets = ToolKit.from_openapi(PETSTORE)
    assert len(kit.merge(pets)) == 5
    with pytest.raises(InputError, match="TC126"):
        kit.merge(kit)


@pytest.mark.parametrize(
    ("method", "options", "target"),
    [
        ("to_openai", {}, "openai"),
        ("to_openai", {"strict": True}, "openai"),
        ("to_openai_responses", {}, "openai-responses"),
        ("to_openai_responses", {"strict": True}, "openai-responses"),
        ("to_anthropic", {}, "anthropic"),
        ("to_anthropic", {"strict": True}, "anthropic"),
        ("to_gemini", {}, "gemini"),
        ("to_gemini", {"json_schema": True}, "gemini-json-schema"),
        ("to_mistral", {}, "mistral"),
        ("to_cohere", {}, "cohere"),
        ("to_cohere", {"version": 2}, "cohere-v2"),
        ("to_bedrock", {}, "bedrock"),
        ("to_ollama", {}, "ollama"),
        ("to_vllm", {}, "vllm"),
    ],
)
def test_a_method_per_target(
    kit: ToolKit, method: str, options: dict[str, Any], target: str
) -> None:
    strict: dict[str, Any] = {"strict": True} if "strict" in options else {}
    assert getattr(kit, method)(**options) == kit.compile(target, **strict).tools


@pytest.mark.parametrize(
    "misuse",
    [
        lambda kit: kit.compile("opnai"),
        lambda kit: kit.compile("openai", strct=True),
        lambda kit: kit.to_cohere(version=3),
        lambda kit: kit.prompt(style="typscript"),
        lambda kit: kit.prompt(dialect="tagd"),
        lambda kit: kit.envelope("vlm"),
        lambda kit: kit.select(include={"tag": ["x"]}),
    ],
)
def test_misuse_is_a_usage_error(kit: ToolKit, misuse: Any) -> None:
    with pytest.raises(UsageError):
        misuse(kit)


@pytest.mark.parametrize("target", TARGETS)
def test_calls_go_there_and_come_back(kit: ToolKit, target: str) -> None:
    compiled = kit.compile(target)
    for arguments in ({"location": "Oslo"}, {"location": "Oslo", "units": "celsius"}):
        assert compiled.decode(*compiled.encode("get_weather", arguments)) == (
            "get_weather",
            arguments,
        )


def test_texts(kit: ToolKit) -> None:
    assert "interface GetWeatherArgs" in kit.to_typescript()
    assert "interface GetWeatherArgs" in kit.prompt().text
    assert kit.to_system_prompt() == kit.prompt(style="sections").text
    assert kit.prompt().call("get_weather", {"location": "Oslo"}) in (
        '<tool_call name="get_weather">{"location": "Oslo"}</tool_call>',
    )


def test_an_envelope_is_read_back(kit: ToolKit) -> None:
    made = kit.envelope("vllm")
    assert made.request_fields is not None
    arguments = {"location": "Oslo"}
    reply = {"message": "Hi", "tool_calls": [{"name": "get_weather", "arguments": arguments}]}
    assert made.decode(json.dumps(reply)).calls[0].name == "get_weather"
    assert kit.envelope().request_fields is None


def test_validation(kit: ToolKit) -> None:
    assert kit.validate("get_weather", {"location": "Oslo"}).valid
    result = kit.validate("get_weather", {"location": "", "units": "kelvin"})
    assert not result.valid
    assert [error.split(":")[0] for error in result.errors] == ["/location", "/units"]
    assert kit.validator("get_weather") is kit.validator("get_weather")
    with pytest.raises(KeyError):
        kit.validate("nope", {})


def test_a_rule_that_cannot_be_checked_leaves_the_other_rules() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "pattern": "[unclosed"}, "b": {"type": "integer"}},
    }
    kit = ToolKit.from_mcp([{"name": "t", "inputSchema": schema}])
    assert kit.validate("t", {"a": "x", "b": 1}).valid
    assert not kit.validate("t", {"a": "x", "b": "1"}).valid


def test_the_runtime_takes_a_kit_as_its_tools(kit: ToolKit) -> None:
    reply = '<tool_call name="getWeather">{"location": "Oslo"}</tool_call>'
    assert parse(reply, kit).calls[0].name == "get_weather"
    assert parse(reply.replace("Oslo", ""), kit).failures[0].kind == "invalid_arguments"


def test_the_module_of_a_kit(kit: ToolKit) -> None:
    source = kit.to_python("weather", models="none")
    assert source == kit.to_python("weather", models="none")
    module = kit.load(models="none")
    result = module.parse('<tool_call name="get_weather">{"location": "Oslo"}</tool_call>')
    assert result.calls[0].arguments == {"location": "Oslo"}
    assert module.validate("get_weather", {}) != []


FORMS = {
    "type": "object",
    "properties": {
        "a": {"type": "string"},
        "u": {"type": "string"},
        "m": {"type": "object", "additionalProperties": {"type": "integer"}},
    },
    "required": ["a"],
}


def reply_of(name: str, arguments: str) -> dict[str, Any]:
    call = {"id": "1", "function": {"name": name, "arguments": arguments}}
    return {"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [call]}}]}


@pytest.mark.parametrize(
    ("name", "arguments", "call", "repairs"),
    [
        ("recs", '{"a": "x", "u": null, "m": null}', ("recs", {"a": "x"}), []),
        ("files_read", '{"a": "x", "u": null, "m": null}', ("files.read", {"a": "x"}), []),
        (
            "Recs",
            '{"a": "x", "u": null, "m": [{"key": "k", "value": 1}]}',
            ("recs", {"a": "x", "m": {"k": 1}}),
            ["name: Recs -> recs"],
        ),
    ],
)
def test_a_compiled_toolset_decodes_the_calls_of_a_reply(
    name: str, arguments: str, call: tuple[str, Any], repairs: list[str]
) -> None:
    tools = [{"name": each, "inputSchema": FORMS} for each in ("files.read", "recs")]
    compiled = ToolKit.from_mcp(tools).compile("openai", strict=True)
    found = parse_tool_calls(reply_of(name, arguments), "openai", compiled)
    assert [(each.name, each.arguments, each.repairs) for each in found] == [(*call, repairs)]


@pytest.mark.parametrize(
    "arguments",
    [
        '{"a": "x", "u": null, "m": {"k": 1}}',
        '{"a": 5, "u": null, "m": null}',
        '{"u": null, "m": null}',
    ],
)
def test_what_does_not_decode_or_does_not_fit_is_a_failure(arguments: str) -> None:
    kit = ToolKit.from_mcp([{"name": "recs", "inputSchema": FORMS}])
    found = parse_tool_calls(
        reply_of("recs", arguments), "openai", kit.compile("openai", strict=True)
    )
    assert (list(found), [each.kind for each in found.failures]) == ([], ["invalid_arguments"])


def test_a_dump_read_back_is_the_same_dump(kit: ToolKit) -> None:
    assert ToolKit.from_ir(kit.dump()).dump() == kit.dump()


@pytest.mark.parametrize("source", [None, 5, ("a",)])
def test_what_is_no_document_is_a_usage_error(source: Any) -> None:
    with pytest.raises(UsageError, match="a document is a path, bytes, or"):
        ToolKit.from_mcp(source)


@pytest.mark.parametrize(
    ("reply", "kinds"),
    [
        ({"tool_calls": [{"name": "get_weather", "arguments": {"location": "Oslo"}}]}, []),
        ({"tool_calls": [{"name": "zz", "arguments": {}}]}, ["unknown_tool"]),
        ({"tool_calls": [{"name": "get_weather", "arguments": {}}]}, ["invalid_arguments"]),
        ({"message": 5}, ["unreadable"]),
    ],
)
def test_the_calls_in_an_envelope_are_judged_by_the_tools(
    kit: ToolKit, reply: Any, kinds: list[str]
) -> None:
    read = kit.envelope().decode(json.dumps(reply))
    assert [failure.kind for failure in read.failures] == kinds
    assert len(read.calls) == (not kinds)


def test_an_envelope_with_two_lists_of_calls_is_no_answer(kit: ToolKit) -> None:
    read = kit.envelope().decode('{"tool_calls": [{"name": "a"}], "tool_calls": []}')
    assert [failure.kind for failure in read.failures] == ["unreadable"]


def test_a_kit_is_compiled_for_a_model(kit: ToolKit) -> None:
    assert kit.compile(model="gpt-4o", mode="auto").target == "openai"
    told = kit.compile(model="gemma2:9b", mode="auto")
    assert told.prompt is not None
    assert told.prompt.text == kit.to_system_prompt()


@pytest.mark.parametrize("model", [None, "llama3.2:3b", "qwen2.5:7b", "no-such-model"])
def test_ollama_takes_tools_for_models_with_a_template(kit: ToolKit, model: str | None) -> None:
    assert kit.to_ollama(model) == kit.to_ollama()


def test_ollama_has_words_for_models_without_one(kit: ToolKit) -> None:
    assert kit.to_ollama("gemma2:9b") == kit.to_system_prompt(dialect="tagged")
    own = capabilities("gemma2:9b").model_copy(update={"dialect": "hermes"})
    assert kit.to_ollama(own) == kit.to_system_prompt(dialect="hermes")


RECURSIVE = {
    "tools": [
        {
            "name": "walk",
            "inputSchema": {
                "type": "object",
                "properties": {"root": {"$ref": "#/$defs/Node"}},
                "$defs": {
                    "Node": {
                        "type": "object",
                        "properties": {
                            "kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}
                        },
                    }
                },
            },
        }
    ]
}


@pytest.mark.parametrize("models", ["pydantic", "dataclass", "msgspec", "typeddict", "none"])
def test_a_loaded_module_has_models_that_refer_to_themselves(models: Any) -> None:
    module: Any = ToolKit.from_mcp(RECURSIVE).load(models=models)
    assert ToolKit.from_mcp(RECURSIVE).load(models=models) is module
    reply = '<tool_call name="walk">{"root": {"kids": [{"kids": []}]}}</tool_call>'
    args = module.parse(reply).calls[0].args
    root = args["root"] if isinstance(args, dict) else args.root
    kids = root["kids"] if isinstance(root, dict) else root.kids
    assert len(kids) == 1


@pytest.mark.parametrize("models", ["pydantic", "dataclass", "msgspec"])
def test_what_a_model_cant_hold_is_told_and_the_arguments_stay(models: Any) -> None:
    module: Any = ToolKit.from_mcp(RECURSIVE).load(models=models)
    deep: dict[str, Any] = {}
    for _ in range(900):
        deep = {"kids": [deep]}
    call = module.Walk("1", "walk", {"root": deep})
    with pytest.raises(UsageError, match="read `arguments`"):
        call.args  # noqa: B018 - asking is the test
    assert call.arguments["root"] is deep


def test_a_validator_is_compiled_once_for_equal_tools() -> None:
    first, second = (ToolKit.from_mcp(RECURSIVE) for _ in "ab")
    assert first.validator("walk")({"root": 1}) == second.validator("walk")({"root": 1})
    tool = first["walk"]
    assert compile_check(tool) is compile_check(second["walk"])
    assert compile_check(tool) is not compile_check(tool.model_copy(update={"name": "run"}))
