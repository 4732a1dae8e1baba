"""Whole schemas of each dialect in 2020-12; `jsonschema` and the public test suite judge them."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolc.ir.drafts import SchemaReader, to_2020_12
from toolc.ir.refs import refs_in
from toolc.ir.upgrade import Dialect

FOLDERS: dict[str, Dialect] = {
    "draft4": "draft-04",
    "draft6": "draft-06",
    "draft7": "draft-07",
    "draft2019-09": "2019-09",
    "draft2020-12": "2020-12",
}

NOT_ASSERTED = {
    "vocabulary": "a meta-schema of one's own is another document",
    "Unicode property escape": "`re`, which jsonschema uses, does not know `\\p`",
}
"""Words in a case's name -> why its verdicts are not compared. A reference to another document is
reported (TC203), and then nothing is promised."""


def cases(folder: Path) -> Iterator[tuple[str, dict[str, Any], list[dict[str, Any]]]]:
    for file in sorted(folder.glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8")):
            name = f"{file.stem}: {case['description']}"
            if isinstance(case["schema"], dict) and not any(word in name for word in NOT_ASSERTED):
                yield name, case["schema"], case["tests"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_meaning_is_kept(shared: Path, folder: str) -> None:
    wrong, compared = [], 0
    suite = shared / "corpora" / "json-schema-test-suite" / "tests" / folder
    for name, schema, tests in cases(suite):
        read, problems = to_2020_12(schema, FOLDERS[folder])
        if "TC203" in {item.code for item in problems}:
            continue
        validator = Draft202012Validator(read)
        compared += len(tests)
        wrong += [
            f"{name}: {test['description']}"
            for test in tests
            if validator.is_valid(test["data"]) is not test["valid"]
        ]
    assert wrong == []
    assert compared > 500


DRAFT_07 = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "definitions": {
        "name": {"type": "string"},
        "unused": {"type": "null"},
        "pair": {"items": [{"$ref": "#/definitions/name"}, {"$ref": "#/definitions/pair/items/0"}]},
    },
    "properties": {
        "definitions": {"type": "array", "items": {"$ref": "#/definitions/pair"}},
        "$ref": {"type": "string"},
        "id": {"const": {"$ref": "#/definitions/name", "items": [1]}},
    },
    "default": {"dependencies": {"a": ["b"]}},
}


def test_keywords_change_and_data_and_properties_do_not() -> None:
    schema, diagnostics = to_2020_12(DRAFT_07, "2020-12")
    assert diagnostics == ()
    assert schema == {
        "properties": {
            "definitions": {"type": "array", "items": {"$ref": "#/$defs/pair"}},
            "$ref": {"type": "string"},
            "id": {"const": {"$ref": "#/definitions/name", "items": [1]}},
        },
        "default": {"dependencies": {"a": ["b"]}},
        "$defs": {
            "pair": {"prefixItems": [{"$ref": "#/$defs/name"}, {"$ref": "#/$defs/pair_items_0"}]},
            "name": {"type": "string"},
            "pair_items_0": {"$ref": "#/$defs/name"},
        },
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_reading_what_was_read_changes_nothing(shared: Path, folder: str) -> None:
    suite = shared / "corpora" / "json-schema-test-suite" / "tests" / folder
    for _, schema, _ in cases(suite):
        read, _ = to_2020_12(schema, FOLDERS[folder])
        again, problems = to_2020_12(read)
        assert problems == ()
        assert again == read


def test_definitions_of_one_name_are_told_apart() -> None:
    schema = {
        "$defs": {"A": {"$defs": {"A": {"const": 2}}, "const": 1}},
        "definitions": {"A": {"const": 3}},
        "anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/definitions/A"}],
    }
    read, _ = to_2020_12(schema)
    assert read["$defs"] == {"A": {"const": 1}, "A_2": {"const": 3}}


@pytest.mark.parametrize(
    "definitions",
    [
        {"A": {"$ref": "#/$defs/A"}},
        {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}},
        {"A": {"oneOf": [{"$ref": "#/$defs/B"}]}, "B": {"allOf": [{"$ref": "#/$defs/A"}]}},
        {"A": {"if": {"not": {"$ref": "#/$defs/A"}}}},
        {"A": {"dependentSchemas": {"x": {"$ref": "#/$defs/A"}}}},
    ],
)
def test_a_circle_that_no_validator_could_leave_is_cut(definitions: dict[str, Any]) -> None:
    read, [problem] = to_2020_12({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": definitions})
    assert (problem.code, problem.severity) == ("TC205", "warning")
    assert Draft202012Validator(read).is_valid({"a": 1}) in (True, False)


def test_recursion_through_the_value_is_no_circle() -> None:
    tree = {"properties": {"child": {"$ref": "#"}, "more": {"items": {"anyOf": [{"$ref": "#"}]}}}}
    assert to_2020_12(tree)[1] == ()


def test_what_is_shared_is_read_once() -> None:
    document = {
        "a": {"$ref": "#/d/X"},
        "b": {"items": {"$ref": "#/d/X"}},
        "d": {"X": {"type": "file"}},
    }
    reader = SchemaReader(document, "f", "2020-12")
    first, second = (reader.definitions(reader.read(pointer)) for pointer in ("/a", "/b"))
    assert first["d_X"] is second["d_X"]
    assert [item.code for item in reader.diagnostics] == ["TC110"]
    assert reader.place_of("d_X") == "/d/X"
    assert reader.behind(reader.read("/a"), "/a") == (first["d_X"], "/d/X")


def test_nodes_are_counted_not_paths() -> None:
    """Thirty levels, each referring twice to the next: a billion paths, thirty definitions."""
    levels = {
        f"L{n}": {
            "properties": {"a": {"$ref": f"#/$defs/L{n + 1}"}, "b": {"$ref": f"#/$defs/L{n + 1}"}}
        }
        for n in range(30)
    }
    begin = time.process_time()
    read, _ = to_2020_12({"$ref": "#/$defs/L0", "$defs": {**levels, "L30": {}}})
    assert len(read["$defs"]) == 31
    assert time.process_time() - begin < 1


def test_long_chains_and_deep_schemas_do_not_run_out_of_stack() -> None:
    chain = {f"N{n}": {"$ref": f"#/$defs/N{n + 1}"} for n in range(5000)}
    read, problems = to_2020_12({"$ref": "#/$defs/N0", "$defs": {**chain, "N5000": {"const": 1}}})
    assert (len(read["$defs"]), problems) == (5001, ())
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(5000):
        deep = {"not": deep}
    assert refs_in(to_2020_12(deep)[0]) == ()


def test_the_given_schema_is_not_changed() -> None:
    before = json.dumps(DRAFT_07)
    to_2020_12(DRAFT_07, "2020-12")
    assert json.dumps(DRAFT_07) == before
