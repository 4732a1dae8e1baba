"""The manifest: what it says, and how it says what is wrong with it."""

import re
from pathlib import Path

import pytest

from toolc.backends import PROMPT_STYLES
from toolc.diagnostics.errors import InputError
from toolc.diagnostics.pages import page
from toolc.diagnostics.render import render_json
from toolc.diagnostics.sources import Sources
from toolc.manifest import PROMPT_FILES, Emit, Manifest, find_manifest, read_manifest

TARGETS: dict[str, dict[str, type]] = {
    "openai": {"strict": bool},
    "anthropic": {},
    "gemini": {},
}
WHOLE = """\
toolset: kit
sources:
  - mcp: tools.json
  - openapi: api.yaml
    include: {tags: [pet], operations: ["get*"]}
    exclude: {methods: [delete]}
targets: [openai, {openai: {strict: true, as: openai-strict}}]
prompt: [typescript, {sections: {dialect: json}}]
envelope: [vllm, ollama]
grammar: []
module: {language: python, models: pydantic, dialect: tagged}
out: build
"""


def read(tmp_path: Path, text: str, name: str = "toolc.yaml") -> Manifest:
    path = tmp_path / name
    path.write_text(text)
    return read_manifest(path, TARGETS)


def problems(
    tmp_path: Path, text: str, name: str = "toolc.yaml"
) -> list[tuple[str, int, int, str, str]]:
    """Code, line, column, message and help of each problem."""
    with pytest.raises(InputError) as raised:
        read(tmp_path, text, name)
    shown = render_json(raised.value.diagnostics, Sources({name: text}))
    return [(i["code"], i["line"], i["column"], i["message"], i["help"]) for i in shown]


def test_every_key(tmp_path: Path) -> None:
    manifest = read(tmp_path, WHOLE)
    assert manifest.toolset == "kit"
    assert [(source.format, source.file) for source in manifest.sources] == [
        ("mcp", "tools.json"),
        ("openapi", "api.yaml"),
    ]
    assert manifest.sources[1].include == {"tags": ("pet",), "operations": ("get*",)}
    assert manifest.sources[1].exclude == {"methods": ("delete",)}
    assert manifest.targets == (
        Emit(name="openai", output="openai"),
        Emit(name="openai", output="openai-strict", options={"strict": True}),
    )
    assert manifest.prompts[1] == Emit(
        name="sections", output="prompt.md", options={"dialect": "json"}
    )
    assert manifest.envelopes == ("vllm", "ollama")
    assert [module.dialect for module in manifest.modules] == ["tagged"]
    assert manifest.out == "build"
    assert manifest.folder == tmp_path


def test_the_least_that_is_needed(tmp_path: Path) -> None:
    manifest = read(tmp_path, "toolset: kit\nsources: [{ir: ir.json}]\n")
    assert (manifest.targets, manifest.modules, manifest.out) == ((), (), "generated")


def test_a_table_in_pyproject(tmp_path: Path) -> None:
    text = (
        '[project]\nname = "x"\n[tool.toolc]\ntoolset = "kit"\nsources = [{mcp = "tools.json"}]\n'
    )
    assert read(tmp_path, text, "pyproject.toml").toolset == "kit"


@pytest.mark.parametrize(
    ("line", "replacement", "code", "place", "said"),
    [
        ("targets:", "target: []\ntargets:", "TC120", (7, 1), "did you mean `targets`?"),
        ("    exclude: {methods", "    exclude: {metods", "TC120", (6, 15), "`methods`"),
        ("  - mcp:", "  - mpc:", "TC120", (3, 5), "did you mean `mcp`?"),
        ("  - mcp: tools.json", "  - include: {}", "TC121", (3, 5), "mcp"),
        ("[openai, {", "[opnai, {", "TC122", (7, 11), "did you mean `openai`?"),
        ("{openai: {strict", "{opena: {strict", "TC122", (7, 20), "did you mean `openai`?"),
        ("[typescript,", "[typscript,", "TC122", (8, 10), "did you mean `typescript`?"),
        ("[vllm,", "[vlm,", "TC122", (9, 12), "did you mean `vllm`?"),
        ("{strict: true", "{strct: true", "TC120", (7, 29), "did you mean `strict`?"),
        ("strict: true", "strict: 1", "TC121", (7, 37), "true or false"),
        ("as: openai-strict", "as: openai", "TC124", (7, 20), "`openai.json`"),
        ("as: openai-strict", "as: ../x", "TC121", (7, 47), "`../x`"),
        ("as: openai-strict", "as: report", "TC121", (7, 47), "report"),
        ("grammar: []", "grammar: [gbnf]", "TC125", (10, 1), "grammars"),
        ("models: pydantic", "models: pydantik", "TC122", (11, 36), "`pydantic`"),
        ("{dialect: json}", "{dialect: jsonn}", "TC122", (8, 43), "did you mean `json`?"),
        ("dialect: tagged", "dialect: taged", "TC122", (11, 55), "did you mean `tagged`?"),
        ("toolset: kit", "toolset: [kit]", "TC121", (1, 1), "a list"),
        ("toolset: kit", "out2: x", "TC123", (1, 1), "toolset"),
        ("out: build", "out: 3", "TC121", (12, 6), "`3`"),
        ("  - mcp: tools.json", "  - tools.json", "TC121", (3, 5), "`tools.json`"),
    ],
)
def test_what_is_wrong_has_a_place_and_a_way_out(
    tmp_path: Path, line: str, replacement: str, code: str, place: tuple[int, int], said: str
) -> None:
    assert line in WHOLE
    found = problems(tmp_path, WHOLE.replace(line, replacement, 1))
    mine = next(item for item in found if item[0] == code)
    assert mine[1:3] == place
    assert said in f"{mine[3]} {mine[4]}"


NAMES = [
    ("a/b", "not a path"),
    ("'\\\\x'", "not a path"),
    ("😀", "leave out `😀`"),
    ("a b", "leave out ` `"),
    ("''", "write a name"),
    ("x" * 300, "it has 300 characters"),
    ("Report", "`Report.json`"),
    ("nul", "Windows"),
    ("-x", "begin it with"),
    ("3", "in quotes"),
]


@pytest.mark.parametrize(("name", "hint"), NAMES)
def test_a_name_that_is_none_is_told_its_cause(tmp_path: Path, name: str, hint: str) -> None:
    text = WHOLE.replace("as: openai-strict", f"as: {name}")
    ((code, *_, said),) = problems(tmp_path, text)
    assert code == "TC121"
    assert hint in said


VALUES = [
    ("[3]", "`targets` must be the name of a target", "write the name"),
    ("[null]", "not nothing", "write the name"),
    ("[{}]", "not an empty mapping", "write the name"),
    ("[{openai: {}, gemini: {}}]", "a mapping of 2 names", "[{openai: {}}, {gemini: {}}]"),
    ("[openai-strict]", "no target `openai-strict`", "{openai: {strict: true}}"),
    ("[{openai: {strict: 'yes'}}]", "not `yes`", "write `strict: true`"),
    ("[openai, {openai: {as: OpenAI}}]", "two targets", "where case does not count"),
]


@pytest.mark.parametrize(("targets", "message", "hint"), VALUES)
def test_what_is_no_target_is_told_as_what_it_is(
    tmp_path: Path, targets: str, message: str, hint: str
) -> None:
    text = f"toolset: kit\nsources: [{{mcp: a.json}}]\ntargets: {targets}\n"
    ((*_, said, mend),) = problems(tmp_path, text)
    assert message in said
    assert hint in mend


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("prompt: [typescript, typescript]", "prompt.ts.md"),
        ("envelope: [vllm, vllm]", "envelope.vllm.json"),
        ("sources: [{mcp: a.json, openapi: b.yaml}]", "not one with `openapi` and `mcp`"),
        ('out: "a\\0b"', "`out` must be a path"),
    ],
)
def test_what_would_be_quiet_nonsense_is_an_error(tmp_path: Path, line: str, said: str) -> None:
    lines = {"toolset": "toolset: kit", "sources": "sources: [{mcp: a.json}]"}
    text = "\n".join((lines | {line.partition(":")[0]: line}).values())
    ((*_, message, _),) = problems(tmp_path, text)
    assert said in message


@pytest.mark.parametrize("text", ["", "[]", "3", "text"])
def test_what_is_no_mapping_is_one_error(tmp_path: Path, text: str) -> None:
    ((code, *_, hint),) = problems(tmp_path, text)
    assert code == "TC121"
    assert "`toolset: weather`" in hint


@pytest.mark.parametrize("text", ["", "tool = 3", "[tool]", "[tool.other]"])
def test_a_project_without_the_table_is_one_error(tmp_path: Path, text: str) -> None:
    ((code, *_, hint),) = problems(tmp_path, text, "pyproject.toml")
    assert (code, hint) == ("TC123", "add `[tool.toolc]`")


def test_examples_are_written_in_the_language_of_the_manifest(tmp_path: Path) -> None:
    found = problems(tmp_path, "[tool.toolc]\ntargets = 3\n", "pyproject.toml")
    assert [item[4] for item in found] == [
        'add `toolset = "weather"`',
        'add `sources = [{mcp = "tools.json"}]`',
        'write it as `["openai"]`',
    ]


def test_keys_written_twice_and_unknown_tags_are_warnings(tmp_path: Path) -> None:
    text = "toolset: a\nsources: [{mcp: a.json}]\ntoolset: !name b\n"
    told = read(tmp_path, text).diagnostics
    assert [(item.code, item.severity) for item in told] == [
        ("TC109", "warning"),
        ("TC130", "warning"),
    ]
    found = problems(tmp_path, f"{text}tragets: []\n")
    assert [item[0] for item in found] == ["TC109", "TC130", "TC120"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("my-tools", "import my_tools"),
        ("3d", "import "),
        ("class", "import "),
        ("json", "json_tools"),
    ],
)
def test_a_module_that_cannot_be_imported_by_its_path_is_told(
    tmp_path: Path, name: str, said: str
) -> None:
    text = f"toolset: {name}\nsources: [{{mcp: a.json}}]\n"
    assert read(tmp_path, text).diagnostics == ()
    (told,) = read(tmp_path, f"{text}module: {{}}\n").diagnostics
    assert (told.code, told.origin and told.origin.pointer) == ("TC129", "/toolset")
    assert said in (told.help or "")


@pytest.mark.parametrize(
    ("pointer", "line"),
    [("/sources/0/mcp", 4), ("/sources/1/openapi", 5), ("/sources/2/mcp", 6), ("/sources", 3)],
)
def test_places_in_toml_hold_for_what_is_found_later(
    tmp_path: Path, pointer: str, line: int
) -> None:
    sources = '{mcp = "a"},\n{openapi = "b"},\n{mcp = "c"}'
    text = f'[tool.toolc]\ntoolset = "kit"\nsources = [\n{sources}]\n'
    assert read(tmp_path, text, "pyproject.toml").origin(pointer).line == line


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    found = problems(tmp_path, "tolset: kit\ntargets: [opnai, gemni]\nprompt: x\n")
    assert [item[0] for item in found] == ["TC120", "TC123", "TC123", "TC122", "TC122", "TC121"]


@pytest.mark.parametrize(
    "text", ["", "[]", "3", "toolset", "{toolset: {}, sources: {}, targets: 3}"]
)
def test_any_other_document_is_told_and_never_raises_otherwise(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, text)


def test_places_in_toml(tmp_path: Path) -> None:
    text = '[tool.toolc]\ntoolset = "kit"\nsources = [{mcp = "t.json"}]\ntargts = []\n'
    assert problems(tmp_path, text, "pyproject.toml")[0][:3] == ("TC120", 4, 1)
    broken = problems(tmp_path, "[tool.toolc\n", "pyproject.toml")[0]
    assert broken[:2] == ("TC103", 1)


def test_a_missing_manifest(tmp_path: Path) -> None:
    for name in ("toolc.yaml", "pyproject.toml"):
        with pytest.raises(InputError, match="TC101"):
            read_manifest(tmp_path / name, TARGETS)


def test_which_manifest_is_meant(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    assert find_manifest(str(tmp_path)) == tmp_path / "pyproject.toml"
    (tmp_path / "toolc.yaml").touch()
    assert find_manifest(str(tmp_path)) == tmp_path / "toolc.yaml"
    assert find_manifest("other.yaml") == Path("other.yaml")


def test_a_folder_without_a_manifest_is_told_both_names(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        find_manifest(str(tmp_path))
    (error,) = raised.value.diagnostics
    assert "toolc.yaml" in error.message
    assert "[tool.toolc]" in (error.help or "")


def codes_of(tmp_path: Path, text: str) -> set[str]:
    """The codes of all that is wrong with a manifest, warnings too."""
    try:
        return {item.code for item in read(tmp_path, text).diagnostics}
    except InputError as error:
        return {item.code for item in error.diagnostics}


MANIFEST_ON_PAGE = re.compile(r"^```yaml manifest\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", ["TC120", "TC121", "TC122", "TC123", "TC124", "TC125", "TC129"])
def test_the_example_on_a_page_raises_its_code_and_the_mended_one_none(
    code: str, tmp_path: Path
) -> None:
    broken, mended = MANIFEST_ON_PAGE.findall(page(code))
    assert codes_of(tmp_path, broken) == {code}
    assert codes_of(tmp_path, mended) == set()


def test_each_prompt_style_has_its_file() -> None:
    assert set(PROMPT_FILES) == set(PROMPT_STYLES)


@pytest.mark.parametrize(
    ("said", "modules"),
    [
        ("typescript", [("typescript", "pydantic")]),
        ("{models: msgspec, runtime: vendored, data: inline}", [("python", "msgspec")]),
        ("[python, {language: typescript}]", [("python", "pydantic"), ("typescript", "pydantic")]),
    ],
)
def test_modules(tmp_path: Path, said: str, modules: list[tuple[str, str]]) -> None:
    manifest = read(tmp_path, f"toolset: kit\nsources: [{{mcp: t.json}}]\nmodule: {said}\n")
    assert [(module.language, module.models) for module in manifest.modules] == modules


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("{models: attrs}", "TC1"),
        ("{language: typescript, models: none}", "TC1"),
        ("[python, {models: none}]", "TC1"),
        ("[ruby]", "TC1"),
        ("3", "TC1"),
    ],
)
def test_modules_that_are_at_fault(tmp_path: Path, said: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read(tmp_path, f"toolset: kit\nsources: [{{mcp: t.json}}]\nmodule: {said}\n")
    assert all(item.code.startswith(code) for item in caught.value.diagnostics)
