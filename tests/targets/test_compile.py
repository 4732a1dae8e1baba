"""Compiling for a target: options, limits, places of diagnostics, and the way back."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from target_forms import FORM_IDS, FORMS

from toolc.diagnostics.diagnostic import Origin
from toolc.ir.model import Tool, Toolset
from toolc.ir.random_values import Draw
from toolc.runtime.codec import CodecError
from toolc.runtime.errors import UsageError
from toolc.runtime.guards import same
from toolc.targets import Compiled, compile_for


def kit(*schemas: dict[str, Any]) -> Toolset:
    tools = tuple(Tool(name=f"tool {i}", input=schema) for i, schema in enumerate(schemas))
    return Toolset(name="kit", tools=tools)


def test_an_unknown_target_is_a_usage_error_with_a_hint() -> None:
    with pytest.raises(UsageError, match="did you mean `openai`"):
        compile_for("opnai", kit())


def test_an_unknown_option_is_a_usage_error_with_a_hint() -> None:
    with pytest.raises(UsageError, match="did you mean `strict`"):
        compile_for("openai", kit(), stric=True)


def test_too_many_tools_are_a_warning() -> None:
    many = kit(*[{"type": "object"}] * 129)
    assert [d.code for d in compile_for("openai", many).diagnostics if d.code == "TC401"]


def test_a_diagnostic_knows_its_place_in_the_document() -> None:
    tool = Tool(
        name="add",
        input={"type": "object", "properties": {"u": {"type": "string", "format": "uri"}}},
        origin=Origin(file="tools.json", pointer="/tools/0"),
        places={"": "/tools/0/inputSchema"},
    )
    found = compile_for("openai", Toolset(name="k", tools=(tool,)), strict=True).diagnostics
    moved = next(item for item in found if item.code == "TC331")
    assert moved.origin == Origin(
        file="tools.json", pointer="/tools/0/inputSchema/properties/u/format"
    )
    assert moved.target == "openai-strict"


def test_a_stamp_in_a_document_is_data_like_any_other() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "x-toolc-at": "/evil"}}}
    compiled = compile_for("openai", kit(schema))
    assert "x-toolc-at" not in json.dumps(compiled.tools)
    assert all(item.pointer != "/evil" for item in compiled.diagnostics)


def test_decoding_what_does_not_have_the_form_is_a_codec_error_that_says_where() -> None:
    schema = {"type": "object", "properties": {"free": {}}, "required": ["free"]}
    compiled = compile_for("openai", kit(schema), strict=True)
    with pytest.raises(CodecError, match=r"^/free: must be JSON text"):
        compiled.decode("tool_0", {"free": "not json"})


SECOND_NAMES = {
    "type": "object",
    "properties": {"a b": {"type": "string"}, "c": {"type": "integer"}},
    "required": ["a b"],
    "additionalProperties": {"type": "string"},
}


@pytest.mark.parametrize("form", FORM_IDS)
def test_renamed_keys_beside_further_ones_come_back(form: str) -> None:
    target, options = FORMS[form]
    compiled = compile_for(target, kit(SECOND_NAMES), **options)
    for value in ({"a b": "x"}, {"a b": "x", "c": 1, "a_b": "y", "a b ": "z"}):
        name, sent = compiled.encode("tool 0", value)
        assert compiled.decode(name, sent) == ("tool 0", value)


@pytest.mark.parametrize("form", FORM_IDS)
@pytest.mark.parametrize("key", ["a_b", "a_b_", "a_b__", "extras", "extras_", "x"])
def test_a_key_called_like_one_that_the_codec_made_up_survives(form: str, key: str) -> None:
    target, options = FORMS[form]
    compiled = compile_for(target, kit(SECOND_NAMES), **options)
    value = {"a b": "1", key: "2"}
    assert compiled.decode(*compiled.encode("tool 0", value)) == ("tool 0", value)


# --- random schemas: what goes out comes back, and fits what was sent ---

SCALARS = st.sampled_from(
    [
        {"type": "string"},
        {"type": ["string", "null"]},
        {"type": "integer", "minimum": 2},
        {"type": "number", "enum": [1, 2.5]},
        {"type": "boolean"},
        {"const": "x"},
        {"enum": [1, "1", None]},
        {"type": "null"},
        {},
        {"type": "object"},
        {"$ref": "#/$defs/Node"},
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
    ]
)
KEYS = st.sampled_from(["a", "b", "order by", "$x", "extras", "a_b"])


def objects(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        lambda properties, required, more: {
            "type": "object",
            "properties": properties,
            "required": sorted(key for key in required if key in properties),
            "additionalProperties": more,
        },
        st.dictionaries(KEYS, children, max_size=3),
        st.sets(KEYS, max_size=2),
        st.sampled_from([False]) | children,
    )


SCHEMAS = st.recursive(
    SCALARS,
    lambda children: st.one_of(
        objects(children),
        st.builds(lambda item: {"type": "array", "items": item}, children),
        st.builds(lambda branches: {"anyOf": branches}, st.lists(children, min_size=1, max_size=3)),
        st.builds(lambda parts: {"allOf": parts}, st.lists(children, min_size=1, max_size=2)),
    ),
    max_leaves=8,
)
NODE = {
    "type": "object",
    "properties": {"value": {"type": "integer"}, "next": {"$ref": "#/$defs/Node"}},
    "additionalProperties": False,
}


@pytest.mark.parametrize("form", FORM_IDS)
@settings(max_examples=30, deadline=None, derandomize=True)
@given(root=objects(SCHEMAS), seed=st.integers(0, 1000))
def test_what_goes_out_fits_and_comes_back(form: str, root: dict[str, Any], seed: int) -> None:
    schema = {**root, "$defs": {"Node": NODE}}
    target, options = FORMS[form]
    compiled = compile_for(target, kit(schema), **options)
    parameters = _json_schema(compiled.tools)
    valid = Draft202012Validator(schema).is_valid
    draw = Draw(schema, seed)
    for value in filter(valid, (draw.value() for _ in range(5))):
        name, lowered = compiled.encode("tool 0", value)
        sent = json.loads(json.dumps(lowered))
        assert compiled.decode(name, sent) == ("tool 0", value)
        assert same(compiled.decode(name, sent)[1], value)
        if parameters is not None and not _has_undeclared(compiled):
            assert not list(Draft202012Validator(parameters).iter_errors(sent))


SCHEMA_FIELDS = ("parameters", "input_schema", "json", "parametersJsonSchema")


def _json_schema(tools: Any) -> dict[str, Any] | None:
    """The schema of the one tool that was emitted, where it is JSON Schema."""
    found = tools
    while isinstance(found, list | dict):
        if isinstance(found, list):
            found = found[0]
        elif field := next((field for field in SCHEMA_FIELDS if field in found), None):
            schema: dict[str, Any] = found[field]
            return schema if schema.get("type") == "object" else None
        else:
            inner = [item for item in found.values() if isinstance(item, list | dict)]
            found = inner[0] if inner else None
    return None


def _has_undeclared(compiled: Compiled) -> bool:
    """Whether an object was closed that takes further keys, which random values may have."""
    return any(item.kind == "narrowed" for item in compiled.diagnostics)


CHOICE = {
    "type": "object",
    "properties": {
        "pick": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "kind": {"type": "string", "default": "a", "description": "Some words. " * 60},
        "node": {"$ref": "#/$defs/Node"},
    },
    "$defs": {"Node": NODE},
}


@pytest.mark.parametrize("form", FORM_IDS)
def test_the_simplified_mode_says_less_and_says_so(form: str) -> None:
    target, options = FORMS[form]
    compiled = compile_for(target, kit(CHOICE), mode="simplified", size="small", **options)
    codes = {item.code for item in compiled.diagnostics}
    assert {"TC320", "TC324"} <= codes
    value = {"pick": "x", "kind": "b", "node": {"value": 1}}
    assert compiled.decode(*compiled.encode("tool 0", value)) == ("tool 0", value)


def test_large_models_are_asked_for_everything() -> None:
    compiled = compile_for("openai", kit(CHOICE), mode="simplified", size="large")
    assert not {item.kind for item in compiled.diagnostics} & {"narrowed"}


@pytest.mark.parametrize(("mode", "size"), [("simple", "small"), ("simplified", "tiny")])
def test_an_unknown_mode_or_size_is_a_usage_error(mode: Any, size: Any) -> None:
    with pytest.raises(UsageError, match="there is no"):
        compile_for("openai", kit(CHOICE), mode=mode, size=size)


def test_a_small_effort_looks_for_one_witness_of_each_code() -> None:
    properties = {key: {"type": "string", "minLength": 2} for key in "abc"}
    compiled = compile_for("openai", kit({"type": "object", "properties": properties}), strict=True)
    for effort, looked_for in ((None, 3), (0, 1)):
        found = compiled.witnessed(effort).diagnostics
        losses = [item for item in found if item.code == "TC312"]
        assert sum(item.witnessed is not None for item in losses) == looked_for


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"strict": "false"}, "is a bool"),
        ({"carry_extras": 1}, "is a bool"),
        ({"size": "small"}, "is for the mode `simplified`"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        compile_for("openai", Toolset(name="k"), **options)
