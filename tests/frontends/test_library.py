"""References to other documents: what is followed, what is refused, and where things then stand."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.render import render_json, render_text
from toolc.frontends import library as library_module
from toolc.frontends import read_tools
from toolc.frontends.access import Access
from toolc.frontends.documents import Limits, read_document
from toolc.frontends.library import Library
from toolc.ir.dump import dump, load
from toolc.ir.model import Toolset
from toolc.ir.places import place
from toolc.ir.refs import refs_in
from toolc.ir.schema import resolve_pointer

FILES = Access(files=True)
Write = Callable[..., None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes files (by keyword or as a dict, values as JSON or text) into the current folder."""
    monkeypatch.chdir(tmp_path)

    def put(files: dict[str, Any]) -> None:
        for name, content in files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            text = content if isinstance(content, str) else json.dumps(content)
            Path(name).write_text(text, encoding="utf-8")

    return put


def tools(ref: str) -> list[dict[str, Any]]:
    """A tool list whose one argument is what a reference leads to."""
    return [{"name": "t", "inputSchema": {"type": "object", "properties": {"a": {"$ref": ref}}}}]


def read(
    file: str, access: Access = FILES, **options: Any
) -> tuple[Toolset, tuple[Diagnostic, ...]]:
    return read_tools(Library(read_document(file), access, **options))


def definitions(toolset: Toolset) -> dict[str, Any]:
    found: dict[str, Any] = toolset.tools[0].input.get("$defs", {})
    return found


# --- what is followed ---

PET = {
    "definitions": {"Name": {"minLength": 2}},
    "properties": {"n": {"$ref": "#/definitions/Name"}},
}


@pytest.mark.parametrize(
    "ref",
    [
        "schemas/pet.json",
        "./schemas/pet.json#",
        "./schemas/../schemas/pet.json",
        "schemas/pet%2Ejson",
        "file:schemas/pet.json",
    ],
)
def test_a_whole_file(write: Write, ref: str) -> None:
    write({"t.json": tools(ref), "schemas/pet.json": PET})
    toolset, problems = read("t.json")
    assert problems == ()
    assert definitions(toolset) == {
        "pet": {"properties": {"n": {"$ref": "#/$defs/Name"}}},
        "Name": {"minLength": 2},
    }


def test_a_pointer_an_anchor_and_an_identifier_in_another_file(write: Write) -> None:
    other = {"$defs": {"A": {"const": 1}, "B": {"$anchor": "b", "const": 2}}}
    for ref, value in (("o.json#/$defs/A", 1), ("o.json#b", 2), ("o.json#/%24defs/A", 1)):
        write({"t.json": tools(ref), "o.json": other})
        toolset, problems = read("t.json")
        assert problems == ()
        assert list(definitions(toolset).values()) == [{"const": value}]


@pytest.mark.parametrize("scheme", ["", "file://", "file://localhost"])
def test_an_absolute_path(write: Write, tmp_path: Path, scheme: str) -> None:
    write({"in/t.json": tools(f"{scheme}{tmp_path}/pet.yaml"), "pet.yaml": "type: string"})
    toolset, problems = read("in/t.json")
    assert problems == ()
    assert definitions(toolset) == {"pet": {"type": "string"}}
    where = place(toolset.tools[0], "/$defs/pet/type")
    assert where == Origin(file=f"{tmp_path}/pet.yaml", pointer="/type")


def test_a_chain_is_relative_to_each_document_in_turn(write: Write) -> None:
    write({
        "a/t.json": tools("b/one.json#/x/y"),
        "a/b/one.json": {"x": {"$ref": "../c/two.yaml#/z"}},  # the step `y` is missing: go on there
        "a/c/two.yaml": "z: {y: {$ref: ../../three.json}}",
        "three.json": {"$ref": "a/t.json#/0/inputSchema/properties/b", "type": "integer"},
    })  # fmt: skip
    root = tools("b/one.json#/x/y")
    root[0]["inputSchema"]["properties"]["b"] = {"maximum": 9}
    write({"a/t.json": root})
    toolset, problems = read("a/t.json")
    assert problems == ()
    assert list(definitions(toolset).values()) == [
        {"$ref": "#/$defs/three"},
        {"$ref": "#/$defs/b", "type": "integer"},
        {"maximum": 9},
    ]


def test_documents_that_refer_to_each_other(write: Write) -> None:
    write({
        "t.json": tools("a.json"),
        "a.json": {"type": "object", "properties": {"b": {"$ref": "b.json"}}},
        "b.json": {"type": "object", "properties": {"a": {"$ref": "./a.json"}}},
    })  # fmt: skip
    toolset, problems = read("t.json")
    assert problems == ()
    assert list(definitions(toolset)) == ["a", "b"]


def test_references_that_only_lead_to_each_other_across_files_are_cut(write: Write) -> None:
    write({"t.json": tools("a.json"), "a.json": {"$ref": "b.json"}, "b.json": {"$ref": "a.json"}})
    _, [problem] = read("t.json")
    assert (problem.code, problem.origin) == ("TC205", Origin(file="b.json"))
    assert "`a.json#`" in problem.message
    write({"a.json": {"x": {"$ref": "b.json#/x"}}, "b.json": {"x": {"$ref": "a.json#/x"}}})
    write({"t.json": tools("a.json#/x/y")})
    assert [item.code for item in read("t.json")[1]] == ["TC204"]


def test_a_file_that_names_itself_needs_no_permission(write: Write) -> None:
    root = tools("t.json#/0/inputSchema/properties/b")
    root[0]["inputSchema"]["properties"]["b"] = {"const": 1}
    write({"t.json": root})
    assert read("t.json", Access())[1] == ()


def test_the_first_document_is_known_by_its_absolute_path(write: Write, tmp_path: Path) -> None:
    root = tools(f"{tmp_path}/t.json#/0/inputSchema/properties/b")
    root[0]["inputSchema"]["properties"]["b"] = {"const": 1}
    write({"t.json": root})
    toolset, problems = read("t.json")
    assert problems == ()
    assert toolset.tools[0].places["/$defs/b"] == "/0/inputSchema/properties/b"


def test_files_stay_apart_whatever_the_first_document_is_called(write: Write) -> None:
    root = tools("pet.json")
    root[0]["inputSchema"]["properties"]["b"] = {"$ref": "../specs/pet.json"}
    write({"real/t.json": root, "real/pet.json": {"const": 1}, "specs/pet.json": {"const": 2}})
    document = read_document("real/t.json", name="specs/t.json")
    toolset, problems = read_tools(Library(document, FILES))
    assert problems == ()
    assert definitions(toolset) == {"pet": {"const": 1}, "pet_2": {"const": 2}}


def test_one_file_under_two_names_is_read_once(write: Write) -> None:
    root = tools("pet.json")
    root[0]["inputSchema"]["properties"]["b"] = {"$ref": "link.json"}
    write({"t.json": root, "pet.json": {"const": 1}})
    Path("link.json").symlink_to("pet.json")
    toolset, problems = read("t.json")
    assert problems == ()
    assert definitions(toolset) == {"pet": {"const": 1}}


def test_definitions_of_one_name_in_several_files_stay_apart(write: Write) -> None:
    root = tools("a/pet.json")
    properties = root[0]["inputSchema"]["properties"]
    properties |= {"b": {"$ref": "b/pet.json"}, "c": {"$ref": "#/$defs/pet"}}
    root[0]["inputSchema"]["$defs"] = {"pet": {"const": "c"}}
    write({"t.json": root, "a/pet.json": {"const": "a"}, "b/pet.json": {"const": "b"}})
    toolset, _ = read("t.json")
    found = definitions(toolset)
    assert sorted(found) == ["pet", "pet_2", "pet_3"]
    for key, schema in toolset.tools[0].input["properties"].items():
        assert found[schema["$ref"].removeprefix("#/$defs/")] == {"const": key}


def test_a_document_without_a_file_lies_in_the_current_folder(write: Write) -> None:
    write({"pet.json": {"const": 1}})
    for source in (tools("pet.json"), json.dumps(tools("pet.json")).encode()):
        toolset, problems = read_tools(Library(read_document(source), FILES))
        assert problems == ()
        assert definitions(toolset) == {"pet": {"const": 1}}


def test_a_draft_is_that_of_the_file(write: Write) -> None:
    old = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "properties": {"n": {"minimum": 1, "exclusiveMinimum": True}},
    }
    write({"t.json": tools("old.json#/properties/n"), "old.json": old})
    assert definitions(read("t.json")[0]) == {"old_n": {"exclusiveMinimum": 1}}


# --- OpenAPI ---

OPENAPI = {
    "api/openapi.yaml": """
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /pets/{id}: {$ref: 'paths/pet.yaml#/pet'}
  /toys:
    post:
      operationId: addToy
      requestBody: {$ref: 'parts.yaml#/bodies/toy'}
      responses: {'200': {$ref: 'parts.yaml#/responses/toy'}}
components:
  schemas:
    Cat: {type: object, properties: {lives: {type: integer}}}
""",
    "api/paths/pet.yaml": """
pet:
  parameters: [{$ref: '../parts.yaml#/parameters/id'}]
  get:
    operationId: getPet
    parameters:
      - name: like
        in: query
        content: {application/json: {schema: {$ref: '../schemas.yaml#/Animal'}}}
      - {name: own, in: query, schema: {$ref: '#/local'}}
    responses: {'200': {description: ok}}
local: {type: string, enum: [a, b]}
""",
    "api/parts.yaml": """
parameters:
  id: {name: id, in: path, required: true, schema: {type: integer, format: int32}}
bodies:
  toy:
    required: true
    content: {application/json: {schema: {$ref: 'schemas.yaml#/Toy'}}}
responses:
  toy:
    description: ok
    content: {application/json: {schema: {$ref: 'schemas.yaml#/Toy'}}}
""",
    "api/schemas.yaml": """
Animal:
  oneOf: [{$ref: 'openapi.yaml#/components/schemas/Cat'}]
  discriminator:
    propertyName: kind
    mapping: {cat: Cat, cat2: 'openapi.yaml#/components/schemas/Cat'}
Toy:
  allOf: [{$ref: '#/Base'}]
  properties: {secret: {type: string, writeOnly: true}}
Base: {type: object, properties: {id: {$ref: '#/Id'}, name: {type: string}}}
Id: {type: integer, readOnly: true}
""",
}


def test_path_items_parameters_bodies_and_responses_in_other_files(write: Write) -> None:
    write(OPENAPI)
    toolset, problems = read("api/openapi.yaml")
    assert problems == ()
    get, post = toolset.tools
    assert (get.name, list(get.input["properties"])) == ("getPet", ["id", "like", "own"])
    assert get.input["properties"]["id"] == {"type": "integer", "format": "int32"}
    assert get.input["$defs"]["schemas_Animal"]["discriminator"]["mapping"] == {
        "cat": "#/$defs/Cat",
        "cat2": "#/$defs/Cat",
    }
    base = post.input["$defs"]["schemas_Base"]["properties"]
    assert base == {"name": {"type": "string"}}  # `id` is read-only, as another file says
    assert post.output is not None
    result = post.output["$defs"]
    assert list(result["schemas_Toy"]["properties"]) == []
    assert list(result["schemas_Base"]["properties"]) == ["id", "name"]


def test_places_name_the_file_in_which_a_node_stands(write: Write) -> None:
    write(OPENAPI)
    get, post = read("api/openapi.yaml")[0].tools
    assert get.origin == Origin(file="api/paths/pet.yaml", pointer="/pet/get")
    assert post.origin == Origin(file="api/openapi.yaml", pointer="/paths/~1toys/post")
    assert get.places["/properties/id"] == "api/parts.yaml#/parameters/id/schema"
    wanted = {
        "/properties/id/format": ("api/parts.yaml", "/parameters/id/schema/format"),
        "/properties/own": ("api/paths/pet.yaml", "/pet/get/parameters/1/schema"),
        "/$defs/pet_local/enum": ("api/paths/pet.yaml", "/local/enum"),
        "/$defs/Cat/type": ("api/openapi.yaml", "/components/schemas/Cat/type"),
    }
    for pointer, (file, there) in wanted.items():
        assert place(get, pointer) == Origin(file=file, pointer=there)


def test_a_toolset_of_many_files_is_dumped_and_read_back(write: Write) -> None:
    write(OPENAPI)
    toolset, _ = read("api/openapi.yaml")
    dumped = json.loads(json.dumps(dump(toolset)))
    assert load(dumped) == toolset


def test_a_problem_in_another_file_is_told_with_its_line(write: Write) -> None:
    write({"t.json": tools("schemas/pet.yaml"), "schemas/pet.yaml": "type: object\nrequired: 3\n"})
    _, problems = read("t.json")
    [record] = render_json(problems)
    assert (record["code"], record["file"]) == ("TC110", "schemas/pet.yaml")
    assert (record["line"], record["column"]) == (2, 11)
    assert "2 | required: 3" in render_text(problems)


def test_what_is_odd_about_another_file_is_told(write: Write) -> None:
    write({"t.json": tools("pet.json"), "pet.json": '{\n"type": "string",\n"type": "null"}'})
    _, [problem] = read("t.json")
    assert problem.code == "TC109"
    assert problem.origin == Origin(file="pet.json", line=3, column=1)


def test_further_texts_are_kept_by_the_name_that_origins_carry(write: Write) -> None:
    write(OPENAPI)
    library = Library(read_document("api/openapi.yaml"), FILES)
    read_tools(library)
    assert sorted(library.texts) == sorted(OPENAPI.keys() - {"api/openapi.yaml"})
    assert all(library.texts[name] == OPENAPI[name] for name in library.texts)


# --- what is refused ---


@pytest.mark.parametrize(
    ("ref", "flag"),
    [
        ("pet.json", "files"),
        ("../../pet.json#/x", "files"),
        ("/etc/hostname", "files"),
        ("file:///etc/hostname", "files"),
        ("http://localhost:9/pet.json", "net"),
        ("HTTPS://localhost/pet.json", "net"),
    ],
)
def test_nothing_is_read_without_permission(
    write: Write, monkeypatch: pytest.MonkeyPatch, ref: str, flag: str
) -> None:
    write({"in/t.json": tools(ref), "in/pet.json": {}, "pet.json": {"x": {}}})
    library = Library(read_document("in/t.json"), Access())
    monkeypatch.setattr(library, "_read", lambda *_: pytest.fail("it was read"))
    toolset, [problem] = read_tools(library)
    assert problem.code == "TC203"
    assert problem.origin == Origin(file="in/t.json", pointer="/0/inputSchema/properties/a/$ref")
    assert problem.help is not None
    assert f"`--allow-{flag}`" in problem.help
    assert toolset.tools[0].input["properties"] == {"a": {}}


BROKEN = [
    ("nope.json", "there is no file `in/nope.json`"),
    ("folder", "no regular file"),
    ("broken.json", "in/broken.json:2:1: this is not valid JSON"),
    ("bytes.json", "not UTF-8"),
    ("deep.json", "nested more than"),
    ("nul%00.json", "null"),
    ("ftp://localhost/x", "neither a file nor an http(s) address"),
    ("//host/x.json", "neither a file nor an http(s) address"),
    ("file://host/x.json", "neither a file nor an http(s) address"),
    ("http://[::1/x", "IPv6"),
]


@pytest.mark.parametrize(("ref", "reason"), BROKEN)
def test_what_cannot_be_read_is_one_problem_at_the_reference(
    write: Write, ref: str, reason: str
) -> None:
    write({
        "in/t.json": tools(ref),
        "in/folder/x": "",
        "in/broken.json": '{"a":\n}',
        "in/deep.json": "[" * 1000 + "]" * 1000,
    })  # fmt: skip
    Path("in/bytes.json").write_bytes(b'"\xff"')
    _, [problem] = read("in/t.json", Access(files=True, net=True))
    assert problem.code == "TC207"
    assert reason in problem.message
    assert problem.origin == Origin(file="in/t.json", pointer="/0/inputSchema/properties/a/$ref")


def test_a_pipe_is_not_waited_for(write: Write) -> None:
    write({"t.json": tools("pipe.json")})
    os.mkfifo("pipe.json")
    _, [problem] = read("t.json")
    assert problem.code == "TC207"


@pytest.mark.parametrize(
    ("ref", "near"),
    [("o.json#/$defs/Citty", "o.json#/$defs/City"), ("mid.json", "o.json#/$defs/City")],
)
def test_a_dangling_pointer_is_told_with_what_is_near_in_that_file(
    write: Write, ref: str, near: str
) -> None:
    write({
        "t.json": tools(ref),
        "mid.json": {"$ref": "o.json#/$defs/Cit"},
        "o.json": {"$defs": {"City": {}}},
    })  # fmt: skip
    _, [problem] = read("t.json")
    assert problem.code == "TC204"
    assert problem.help == f"did you mean `{near}`?"
    assert problem.origin is not None
    assert problem.origin.file == ("mid.json" if ref == "mid.json" else "t.json")


def test_a_part_of_an_openapi_document_that_cannot_be_read(write: Write) -> None:
    paths = {"/a": {"$ref": "nope.yaml"}, "/b": {"$ref": "p.yaml#/nope"}, "/c": {"$ref": "p.yaml"}}
    write({"api.json": {"openapi": "3.1.0", "paths": paths}, "p.yaml": "just text"})
    toolset, problems = read("api.json")
    assert toolset.tools == ()
    assert [item.code for item in problems] == ["TC207", "TC204", "TC110"]
    assert [item.origin.file for item in problems if item.origin] == ["api.json"] * 2 + ["p.yaml"]


JUNK: list[Any] = [
    None, 5, "", "x", [], {}, [[{}]], {"$ref": 5}, {"$ref": ""}, {"$ref": "nope.yaml"},
    {"$ref": "parts.yaml"}, {"$ref": "../parts.yaml#/bodies"}, {"$ref": "http://[::1"},
    {"$ref": "openapi.yaml#/components/schemas/Cat"}, {"allOf": [{"$ref": "schemas.yaml#/Toy"}]},
]  # fmt: skip


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, child in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(child, (dict, list)):
            yield from nodes(child)


@pytest.mark.parametrize("file", OPENAPI)
def test_anything_anywhere_in_any_of_the_documents(write: Write, file: str) -> None:
    write(OPENAPI)
    value = read_document(file).value
    for index, _ in enumerate(list(nodes(value))):
        for junk in JUNK:
            broken = json.loads(json.dumps(value))
            container, key = list(nodes(broken))[index]
            container[key] = junk
            write({file: broken})
            toolset, problems = read("api/openapi.yaml")
            assert len(render_json(problems)) == len(problems)
            assert load(json.loads(json.dumps(dump(toolset)))) == toolset


# --- limits ---


def numbered(write: Write, count: int, filler: str = "") -> None:
    """A chain of files: each refers to the next."""
    files: dict[str, Any] = {
        f"{n}.json": {"description": filler, "properties": {"n": {"$ref": f"{n + 1}.json"}}}
        for n in range(count)
    }
    write({"t.json": tools("0.json"), **files, f"{count}.json": {}})


def test_the_number_of_documents_is_limited(write: Write) -> None:
    numbered(write, 20)
    _, [problem] = read("t.json", most_documents=10)
    assert problem.code == "TC207"
    assert "the limit of 10 further documents" in problem.message
    assert problem.origin == Origin(file="9.json", pointer="/properties/n/$ref")
    assert read("t.json", most_documents=21)[1] == ()


def test_the_size_of_all_documents_is_limited(write: Write) -> None:
    numbered(write, 20, "x" * 1000)
    _, [problem] = read("t.json", limits=Limits(max_bytes=5000))
    assert problem.code == "TC207"
    assert "larger than the limit of 5,000 bytes" in problem.message
    assert problem.help is not None
    assert "TOOLC_MAX_BYTES" in problem.help


def test_a_long_chain_of_documents_is_read(write: Write) -> None:
    numbered(write, 1500)
    toolset, problems = read("t.json")
    assert problems == ()
    assert len(definitions(toolset)) == 1501


def test_a_loop_of_links_ends(write: Write) -> None:
    write({"t.json": tools("d/loop/o.json"), "d/o.json": {"items": {"$ref": "loop/o.json"}}})
    Path("d/loop").symlink_to(".", target_is_directory=True)
    toolset, problems = read("t.json")
    assert problems == ()
    assert definitions(toolset) == {"o": {"items": {"$ref": "#/$defs/o"}}}


def test_each_document_is_read_once(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def counted(path: str, *args: Any, **options: Any) -> Any:
        names.append(path)
        return read_document(path, *args, **options)

    write(OPENAPI)
    write({"api/paths/pet.yaml": OPENAPI["api/paths/pet.yaml"].replace("#/local", "nope.yaml")})
    library = Library(read_document("api/openapi.yaml"), FILES)
    monkeypatch.setattr(library_module, "read_document", counted)
    read_tools(library)
    read_tools(library)
    assert len(names) == len(set(names)) == 4


def test_openapi_may_refer_to_its_own_folder_without_a_permission(write: Write) -> None:
    write(OPENAPI)
    toolset, problems = read("api/openapi.yaml", Access())
    assert (len(toolset.tools), problems) == (len(read("api/openapi.yaml")[0].tools), ())


def test_nothing_else_may(write: Write, tmp_path: Path) -> None:
    write({"t.json": tools("a.json"), "a.json": {}})
    assert [item.code for item in read("t.json", Access())[1]] == ["TC203"]
    outside = parameters({"$ref": "../out.json"})
    write({"in/api.json": outside, "out.json": {"name": "q", "in": "query"}})
    assert [item.code for item in read("in/api.json", Access())[1]] == ["TC203"]
    write({"in/api.json": parameters({"$ref": "link.json"})})
    (tmp_path / "in/link.json").symlink_to(tmp_path / "out.json")
    assert [item.code for item in read("in/api.json", Access())[1]] == ["TC203"]


def test_a_document_from_no_file_has_no_folder(write: Write) -> None:
    write({"q.json": {"name": "q", "in": "query"}})
    _, problems = read_tools(Library(read_document(parameters({"$ref": "q.json"})), Access()))
    assert [item.code for item in problems] == ["TC203"]


def parameters(parameter: dict[str, Any]) -> dict[str, Any]:
    """An OpenAPI document with one parameter."""
    return {"openapi": "3.1.0", "paths": {"/p": {"get": {"parameters": [parameter]}}}}


def test_a_map_of_schemas_may_be_a_reference(write: Write) -> None:
    whole = {"type": "object", "properties": {"$ref": "p.json#/a~1b", "c": {"const": 3}}}
    write({"s.json": whole, "p.json": {"a/b": {"x y": {"const": 1}, "z": {"const": 2}}}})
    write({"t.json": tools("s.json")})
    toolset, problems = read("t.json")
    assert problems == ()
    found = definitions(toolset)
    properties = found.pop("s")["properties"]
    assert list(properties) == ["x y", "z", "c"]
    assert sorted(schema["const"] for schema in found.values()) == [1, 2]
    where = place(toolset.tools[0], f"/$defs/{properties['x y']['$ref'].rpartition('/')[2]}")
    assert where == Origin(file="p.json", pointer="/a~1b/x y")


@pytest.mark.corpus
def test_a_real_description_in_many_files(shared: Path) -> None:
    folder = shared / "corpora/openapi/digitalocean-multifile/specification"
    library = Library(read_document(folder / "DigitalOcean-public.v2.yaml"), FILES)
    toolset, problems = read_tools(library)
    assert problems == ()
    assert len(library.texts) > 1000
    methods = {"get", "put", "post", "delete", "patch", "head", "options"}
    items = library.root.value["paths"].values()
    assert len(toolset.tools) == sum(len(methods & item.keys()) for item in items)
    assert load(json.loads(json.dumps(dump(toolset)))) == toolset

    values = {name: read_document(name).value for name in library.texts}
    values[library.root.file] = library.root.value
    for tool in toolset.tools:
        assert set(refs_in(tool.input)) <= tool.input.get("$defs", {}).keys()
        for pointer in tool.places:
            where = place(tool, pointer)
            assert where is not None
            around, _, name = where.pointer.rpartition("/")
            holder = resolve_pointer(values[where.file], around)  # KeyError if nothing is there
            assert not name or isinstance(holder, list) or {name, "$ref"} & holder.keys()
