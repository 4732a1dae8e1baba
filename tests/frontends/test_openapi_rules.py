"""What openapi-spec-validator finds, and where it stands."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolc.frontends.documents import read_document
from toolc.frontends.library import Library
from toolc.frontends.openapi_rules import broken_rules, count_operations

OK: dict[str, Any] = {"responses": {"200": {"description": "ok"}}}


def document(version: str = "3.1.0", **more: Any) -> dict[str, Any]:
    key = "swagger" if version == "2.0" else "openapi"
    info = {"title": "T", "version": "1"}
    return {
        key: version,
        "info": info,
        "paths": {"/p": {"get": {**OK, "operationId": "a"}}},
        **more,
    }


def rules(value: dict[str, Any]) -> list[tuple[str, str]]:
    found = broken_rules(Library(read_document(value)), lambda: None)
    return [(item.origin.pointer if item.origin else "", item.message) for item in found]


@pytest.mark.parametrize("version", ["2.0", "3.0.4", "3.1.1", "3.2.0"])
def test_a_sound_document_of_each_version(version: str) -> None:
    assert rules(document(version)) == []


@pytest.mark.parametrize("version", ["2.0", "3.0.4", "3.1.1", "3.2.0"])
def test_a_broken_one_of_each_version(version: str) -> None:
    [(pointer, message)] = rules(document(version, info={"title": "T"}))
    assert pointer == "/info"
    assert message.startswith(f"this breaks a rule of OpenAPI {version}: ")


def test_rules_beyond_the_schema_have_a_place_too() -> None:
    item = {"get": {**OK, "operationId": "a"}}
    [(pointer, message)] = rules(document(paths={"/p": item, "/q": item}))
    assert pointer == "/paths/~1q/get"
    assert "'a'" in message


def test_a_place_is_found_through_references() -> None:
    schemas = {"A": {"$ref": "#/components/schemas/B"}, "B": {"type": "string", "default": 5}}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}
    operation = {"requestBody": {"content": content}, **OK}
    found = rules(document(paths={"/p": {"post": operation}}, components={"schemas": schemas}))
    assert [pointer for pointer, _ in found] == ["/components/schemas/B/default"]


def test_a_reference_to_nothing_does_not_end_the_check() -> None:
    schemas = {"A": {"$ref": "#/nowhere"}, "B": {"type": "string", "default": 5}}
    found = dict(rules(document(components={"schemas": schemas})))
    assert found.keys() == {"/components/schemas/A", "/components/schemas/B/default"}
    assert "`/nowhere` leads nowhere" in found["/components/schemas/A"]


def test_other_files_are_read_through_the_library(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text('{"type": "string", "default": 5}')
    value = document("3.0.3", components={"schemas": {"B": {"$ref": "b.json"}}})
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value))
    closed = list(broken_rules(Library(read_document(path)), lambda: None))
    assert "`b.json` leads nowhere, or is not read" in closed[0].message
    library = Library(read_document(path))
    library.open_folder()
    [problem] = broken_rules(library, lambda: None)
    assert problem.origin is not None
    assert (Path(problem.origin.file).name, problem.origin.pointer) == ("b.json", "/default")


def test_progress_is_told_for_each_operation() -> None:
    value = document(paths={"/p": {"get": OK, "put": OK, "parameters": []}, "/q": {"post": OK}})
    steps: list[None] = []
    list(broken_rules(Library(read_document(value)), lambda: steps.append(None)))
    assert len(steps) == count_operations(read_document(value)) == 3


@pytest.mark.parametrize("paths", [None, [], {"/p": None}, {"/p": {"get": 5}}, "x"])
def test_whatever_the_document_is_it_is_an_answer(paths: Any) -> None:
    assert rules(document(paths=paths))
    assert count_operations(read_document(document(paths=paths))) in (0, 1)
