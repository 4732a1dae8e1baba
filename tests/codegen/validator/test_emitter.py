"""The generated source as code: safe, typed, linear in its schema, the same on every run."""
# ruff: noqa: E501  # a table reads best with one case a line

import random
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import mypy.api
import pytest
from jsonschema import Draft202012Validator

from toolc.codegen.validator import SchemaError, compile_validator, emit_validators
from toolc.runtime.checks import TOO_DEEP
from toolc.runtime.errors import UsageError

HOSTILE = (
    "'",
    '"',
    "\"'",
    '"""',
    "\n    raise SystemExit",
    "\r",
    "\\",
    "\\'",
    "{{ x }}",
    "{% x %}",
    "{x}",
    "{",
    "}",
    "__import__('os')",
    "\ud800",
    "\x00",
    "\u202e",
    "\u2028",
    "#",
    "/",
    "~",
    "%",
    "a or b and c",
    "x is not y",
    "x not in y != z",
    "errors",
    "value",
    "at",
    "class",
    "short",
    "",
)
TREE: dict[str, Any] = {
    "type": "object",
    "properties": {"next": {"$ref": "#"}, "kind": {"type": "string"}},
    "additionalProperties": False,
}


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "slot",
    [
        lambda text: ({"properties": {text: {"type": "integer"}}}, {text: 1}, {text: "x"}),
        lambda text: ({"required": [text]}, {text: 1}, {}),
        lambda text: ({"enum": [text, "other"]}, text, text + "x"),
        lambda text: ({"enum": [text, 1]}, text, text + "x"),
        lambda text: ({"const": text}, text, text + "x"),
        lambda text: ({"not": {"const": text}}, text + "x", text),
        lambda text: ({"not": {"required": [text], "type": "object"}}, {"z": 1}, {text: 1}),
        lambda text: ({"not": {"not": {"enum": [text, "z"], "minLength": 0}}}, text, text + "x"),
        lambda text: ({"const": {text: [text]}}, {text: [text]}, {text: text}),
        lambda text: ({"items": {"properties": {text: False}}}, [{}], [{text: 1}]),
        lambda text: ({"properties": {text: True}, "additionalProperties": False}, {text: 1}, {"z": 1}),
        lambda text: ({"dependentRequired": {text: ["z"]}}, {text: 1, "z": 1}, {text: 1}),
        lambda text: ({"dependentRequired": {"z": [text]}}, {text: 1, "z": 1}, {"z": 1}),
        lambda text: ({"dependentSchemas": {text: {"minProperties": 2}}}, {"z": 1}, {text: 1}),
        lambda text: ({"anyOf": [{"required": ["t"], "type": "object", "properties": {"t": {"const": v}}} for v in (text, "other")]}, {"t": text}, {"t": text + "x"}),
        lambda text: ({"title": text, "description": text, "format": text, "$comment": text, "default": text, "examples": [text], "type": "integer"}, 1, "x"),
        lambda text: ({"additionalProperties": {"type": "integer"}}, {text: 1}, {text: "x"}),
    ],
)  # fmt: skip
def test_text_of_a_schema_is_data(text: str, slot: Any) -> None:
    schema, valid, invalid = slot(text)
    check = compile_validator(schema)
    assert check(valid) == []
    assert len(check(invalid)) == 1
    assert emit_validators({"check": schema}).text().isascii()


@pytest.mark.parametrize("text", [text for text in HOSTILE if "%" not in text])
def test_names_of_definitions_are_data(text: str) -> None:
    step = text.replace("~", "~0").replace("/", "~1")
    schema = {"items": {"$ref": f"#/$defs/{step}"}, "$defs": {text: {"items": {"type": "string"}}}}
    assert compile_validator(schema)([["a"]]) == []
    assert compile_validator(schema)([[1]]) == ["/0/0: must be a string; got 1"]


@pytest.mark.parametrize("text", [text for text in HOSTILE if "(" not in text])
def test_patterns_are_data(text: str) -> None:
    try:
        check = compile_validator({"pattern": text, "patternProperties": {text: False}})
    except SchemaError as error:
        assert error.pointer == "/pattern"  # noqa: PT017  # both outcomes are fine, this is one
    else:
        assert len(check({text: 1})) == 1


@pytest.mark.parametrize("name", ["not a name", "class", "short", "x): pass\ndef y(", ""])
def test_names_of_functions_are_checked(name: str) -> None:
    with pytest.raises(UsageError):
        emit_validators({name: True})


def test_the_shape_of_the_source() -> None:
    schema = {
        "type": "object",
        "properties": {
            "title": {"type": "string", "maxLength": 200},
            "priority": {"enum": ["low", "high"]},
        },
        "required": ["title"],
        "additionalProperties": False,
    }
    assert (
        emit_validators({"check_ticket": schema}).text()
        == """\
from typing import Any

from toolc.runtime.checks import Problem, fail, reject, report, unknown_keys

_PRIORITY_CHOICES = frozenset({"low", "high"})
_KEYS = frozenset({"title", "priority"})


def check_ticket(value: Any) -> list[Problem]:
    errors: list[Problem] = []
    if value.__class__ is not dict:
        reject(errors, "", "type", "must be an object", value)
    else:
        if "title" in value:
            title = value["title"]
            if title.__class__ is not str:
                reject(errors, "/title", "type", "must be a string", title)
            elif len(title) > 200:
                fail(
                    errors,
                    "/title",
                    "maxLength",
                    f"must have at most 200 characters; has {len(title)}",
                )
        else:
            fail(errors, "/title", "required", "missing")
        if "priority" in value:
            priority = value["priority"]
            if priority.__class__ is not str or priority not in _PRIORITY_CHOICES:
                reject(
                    errors,
                    "/priority",
                    "enum",
                    'must be one of "low", "high"',
                    priority,
                    _PRIORITY_CHOICES,
                )
        if not _KEYS.issuperset(value):
            report(errors, unknown_keys(value, _KEYS, ""))
    return errors
"""
    )


RICH: dict[str, Any] = {
    "check_ticket": {
        "type": "object",
        "properties": {
            "title": {"type": "string", "minLength": 1, "pattern": "^\\p{L}"},
            "labels": {"type": "array", "items": {"type": ["string", "integer"]}, "uniqueItems": True},
            "price": {"type": "number", "multipleOf": 0.01, "minimum": 0, "exclusiveMaximum": 9},
            "parent": {"anyOf": [{"$ref": "#"}, {"type": "null"}]},
            "shape": {"oneOf": [{"$ref": "#/$defs/box"}, {"$ref": "#/$defs/disc"}]},
            "mixed": {"anyOf": [{"minLength": 3}, {"minItems": 3}, {"const": [1, {"a": None}]}]},
            "never": False,
        },
        "required": ["title"],
        "patternProperties": {"^x-": {"type": "string"}, "^y-": False},
        "additionalProperties": False,
        "dependentRequired": {"price": ["labels"]},
        "if": {"properties": {"title": {"const": "a"}}},
        "then": {"required": ["shape"]},
        "not": {"required": ["mixed", "never"]},
        "$defs": {
            "box": {"type": "object", "required": ["k"], "properties": {"k": {"const": "box"}}},
            "disc": {"type": "object", "required": ["k"], "properties": {"k": {"enum": ["d", "e"]}}},
        },
    },
    "check_evaluated": {
        "$dynamicAnchor": "node",
        "anyOf": [{"properties": {"a": {"$dynamicRef": "#node"}}}, {"$ref": "#/$defs/inner"}],
        "prefixItems": [True, {"contains": {"type": "integer"}, "maxContains": 2}],
        "propertyNames": {"maxLength": 3},
        "unevaluatedItems": {"type": "integer"},
        "unevaluatedProperties": False,
        "$defs": {"inner": {"$id": "inner", "$dynamicAnchor": "node", "maxProperties": 1}},
    },
}  # fmt: skip


def test_the_source_passes_the_linter(tmp_path: Path) -> None:
    file = tmp_path / "generated.py"
    file.write_text(emit_validators(RICH).text(), "ascii")
    done = subprocess.run(  # noqa: S603  # our own interpreter and file
        [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_source_passes_the_type_checker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "generated.py"
    file.write_text(emit_validators(RICH).text(), "ascii")
    home = Path(sys.modules["toolc"].__file__ or "").parents[1]
    if home.name != "site-packages":  # mypy finds an installed package itself, and wants it so
        monkeypatch.setenv("MYPYPATH", str(home))
    options = ["--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={tmp_path}"]
    shown, _, status = mypy.api.run([*options, str(file)])
    assert status == 0, shown


def test_functions_of_one_module_do_not_clash() -> None:
    schemas = {"check_a": TREE, "_check_a_2": TREE, "_check_a": TREE}
    namespace: dict[str, Any] = {}
    exec(emit_validators(schemas).text(), namespace)  # noqa: S102  # the point
    for name in schemas:
        assert namespace[name]({"next": {"kind": 1}}) == ["/next/kind: must be a string; got 1"]


def test_deep_values_are_refused_not_raised() -> None:
    value: dict[str, Any] = {}
    for _ in range(100_000):
        value = {"next": value}
    assert compile_validator(TREE)(value) == [TOO_DEEP]


def test_endless_references_are_refused_not_raised() -> None:
    schema = {"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}
    assert compile_validator(schema)(1) == [TOO_DEEP]


@pytest.mark.parametrize(
    "wrap",
    [
        lambda inner: {"properties": {"a": inner}},
        lambda inner: {"items": inner},
        lambda inner: {"allOf": [inner]},
        lambda inner: {"anyOf": [inner, {"const": 5}]},
        lambda inner: {"not": inner},
        lambda inner: {"if": inner, "else": inner},
        lambda inner: {"prefixItems": [inner], "unevaluatedItems": inner},
    ],
)
def test_deep_schemas_compile(wrap: Any) -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(400 if wrap(1).keys().isdisjoint({"if", "prefixItems"}) else 6):
        schema = wrap(schema)
    assert isinstance(compile_validator(schema)("x"), list)


def test_deep_constants_are_refused() -> None:
    deep: list[Any] = []
    for _ in range(100):
        deep = [deep]
    with pytest.raises(SchemaError, match="plainer than a value nested deeper"):
        compile_validator({"const": deep})


def nested_unions(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "minLength": 3}
    for number in range(depth):
        schema = {"anyOf": [{"properties": {"a": schema}}, {"minProperties": number}]}
    return schema


@pytest.mark.parametrize(
    "make",
    [
        nested_unions,
        lambda n: {"properties": {f"key_{i}": {"enum": [f"a{i}", f"b{i}"]} for i in range(n)}},
        lambda n: {"oneOf": [{"required": [f"k{i}"]} for i in range(n)]},
        lambda n: {"allOf": [{"$ref": "#/$defs/a"}] * n, "$defs": {"a": {"items": {"not": {}}}}},
    ],
)
def test_the_source_grows_linearly(make: Any) -> None:
    small, large = (len(emit_validators({"check": make(size)}).text()) for size in (50, 200))
    assert large < 5 * small


def test_the_same_source_on_every_hash_seed() -> None:
    code = (
        "from toolc.codegen.validator import emit_validators as e;"
        "print(e({'check': {'enum': list('abc'), 'type': ['string', 'null', 'number'],"
        " 'properties': {k: {'type': ['array', 'object', 'integer']} for k in 'xyz'},"
        " 'allOf': [{'$ref': '#/$defs/a'}], '$defs': {'a': {'required': list('pqr')}}}}).text())"
    )
    compiler = Path(sys.modules["toolc"].__file__ or "").parents[1]
    texts = {
        subprocess.run(  # noqa: S603  # our own interpreter and code
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(compiler)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(texts) == 1


VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 1.0, 1.5, -3, "", "a", "ab", [], [1], [1, True], ["a", "a"], [None, 2, "b"],
    {}, {"a": 1}, {"a": "a", "b": 1}, {"b": [1]}, {"a": {"a": 1}}, {"c": None, "a": 1.0}, [[1], [1.0]],
)  # fmt: skip


def random_schema(draw: random.Random, depth: int) -> Any:
    """A schema of a few keywords drawn from all of them."""
    if depth == 0 or draw.random() < 0.1:
        return draw.choice([True, False, {}, {"type": "string"}, {"type": ["integer", "null"]}])

    def inner() -> Any:
        return random_schema(draw, depth - 1)

    makers: dict[str, Any] = {
        "type": lambda: draw.choice(["object", "array", "string", "number", "integer", ["string", "array", "null"]]),
        "enum": lambda: draw.sample(VALUES, 4),
        "const": lambda: draw.choice(VALUES),
        "minLength": lambda: draw.randint(0, 2),
        "maxLength": lambda: draw.randint(0, 2),
        "pattern": lambda: draw.choice(["a", "^b"]),
        "minimum": lambda: draw.randint(-1, 2),
        "exclusiveMaximum": lambda: draw.choice([1, 1.5]),
        "multipleOf": lambda: draw.choice([1, 0.5, 2]),
        "minItems": lambda: draw.randint(0, 2),
        "maxItems": lambda: draw.randint(0, 2),
        "uniqueItems": lambda: True,
        "items": inner,
        "prefixItems": lambda: [inner(), inner()],
        "contains": inner,
        "minContains": lambda: draw.randint(0, 2),
        "properties": lambda: {key: inner() for key in draw.sample("abc", 2)},
        "required": lambda: draw.sample("abc", 1),
        "additionalProperties": inner,
        "patternProperties": lambda: {"^[ab]": inner()},
        "propertyNames": inner,
        "minProperties": lambda: draw.randint(0, 2),
        "dependentRequired": lambda: {"a": ["b"]},
        "dependentSchemas": lambda: {"a": inner()},
        "unevaluatedItems": inner,
        "unevaluatedProperties": inner,
        "allOf": lambda: [inner(), inner()],
        "anyOf": lambda: [inner(), inner(), inner()],
        "oneOf": lambda: [inner(), inner()],
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "$ref": lambda: draw.choice(["#/$defs/x", "#/$defs/y"]),
    }  # fmt: skip
    return {key: makers[key]() for key in draw.sample(sorted(makers), draw.randint(1, 5))}


@pytest.mark.parametrize("seed", range(120))
def test_agrees_with_the_reference_on_random_schemas(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311  # a seed is wanted
    schema: dict[str, Any] = {
        "allOf": [random_schema(draw, 3)],
        "anyOf": [random_schema(draw, 2), random_schema(draw, 2)],
        "$defs": {
            "x": {"items": {"$ref": "#/$defs/y"}, "properties": {"a": random_schema(draw, 1)}},
            "y": {"type": ["array", "object", "integer"], "minProperties": 1, "maxItems": 1},
        },
    }
    if seed % 3 == 0:
        schema["unevaluatedProperties"] = schema["unevaluatedItems"] = random_schema(draw, 0)
    check = compile_validator(schema)
    reference = Draft202012Validator(schema)
    verdicts = [(value, not check(value)) for value in VALUES]
    assert verdicts == [(value, reference.is_valid(value)) for value in VALUES]


def overlapping(union: str) -> dict[str, Any]:
    """A recursive union of two alternatives that nothing tells apart."""
    branches = [
        {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}, key: {"type": "string"}}}
        for key in "ab"
    ]
    return {"$ref": "#/$defs/N", "$defs": {"N": {union: [*branches, {"type": "null"}]}}}


def chain_of_definitions(length: int) -> dict[str, Any]:
    """As many unions, each of which refers to the next one twice."""
    definitions: dict[str, Any] = {f"D{length}": {"type": "integer"}}
    for number in range(length):
        next_ = {"$ref": f"#/$defs/D{number + 1}"}
        definitions[f"D{number}"] = {
            "anyOf": [
                {"type": "object", "properties": {"next": next_}, "required": [key]}
                for key in ("a", "next")
            ]
        }
    return {"$ref": "#/$defs/D0", "$defs": definitions}


def nested(depth: int, end: object) -> Any:
    value = end
    for _ in range(depth):
        value = {"next": value}
    return value


@pytest.mark.parametrize(
    "schema", [overlapping("anyOf"), overlapping("oneOf"), chain_of_definitions(40)]
)
def test_overlapping_unions_take_time_in_proportion_to_the_value(schema: dict[str, Any]) -> None:
    counts = [calls(compile_validator(schema), nested(depth, "wrong")) for depth in (10, 20, 40)]
    first, second, third = counts
    assert third - second <= 2.1 * (second - first)


def calls(check: Any, value: object) -> int:
    """How many calls of generated functions one value takes, which is invalid."""
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code.co_filename == check.__code__.co_filename

    sys.setprofile(note)
    try:
        errors = check(value)
    finally:
        sys.setprofile(None)
    assert errors
    return count


def test_what_is_remembered_is_forgotten_after_each_validation() -> None:
    check = compile_validator(overlapping("anyOf"))
    value = nested(3, {"a": "x", "b": 1})
    assert check(value) == []
    value["next"]["next"]["next"]["a"] = 2
    assert check(value) != []


def test_simple_unions_remember_nothing() -> None:
    part = {"anyOf": [{"required": ["c"]}, {"required": ["d"]}]}
    schema = {
        "anyOf": [{"required": ["a"]}, {"properties": {"b": {"$ref": "#/$defs/P"}}}],
        "$defs": {"P": part},
    }
    assert "seen" not in emit_validators({"check": schema}).text()


CATEGORY: dict[str, Any] = {"type": "object", "properties": {"up": {"$ref": "#/$defs/Category"}}}


def with_category(category: dict[str, Any]) -> dict[str, Any]:
    return {"properties": {"c": {"$ref": "#/$defs/Category"}}, "$defs": {"Category": category}}


def test_equal_definitions_have_one_function_named_after_them() -> None:
    schemas = {
        "check_add": with_category(CATEGORY),
        "check_put": with_category(CATEGORY | {"title": "Another"}),
        "check_set": with_category(CATEGORY),
    }
    text = emit_validators(schemas).text()
    defined = [line.split("(")[0] for line in text.split("\n") if line.startswith("def _check_c")]
    assert defined == ["def _check_category", "def _check_category_2"]


def test_a_definition_that_means_another_thing_is_not_shared() -> None:
    part = {"type": "object", "properties": {"up": {"$ref": "#"}}}
    schemas = {
        f"check_{key}": {
            "properties": {key: {"$ref": "#/$defs/P"}},
            "additionalProperties": False,
            "$defs": {"P": part},
        }
        for key in "ab"
    }
    space: dict[str, Any] = {}
    exec(emit_validators(schemas).text(), space)  # noqa: S102 - generated from the literals above
    assert space["check_a"]({"a": {"up": {"a": {}}}}) == []
    assert space["check_b"]({"b": {"up": {"a": {}}}}) != []


def test_only_helpers_that_are_called_are_imported() -> None:
    schema = {"anyOf": [{"type": "number"}, {"type": "string"}, {"type": ["number", "null"]}, {}]}
    words = {"const": "is_number(x) or step(x)"}  # in a text they are no calls
    properties = {"n": schema, "m": {"type": "object"}, "words": words}
    source = emit_validators({"check": {"properties": properties}})
    code = "\n".join((*source.functions, *source.constants, *source.tables))
    assert source.helpers == ("Problem", "reject")
    assert "reject(" in code
