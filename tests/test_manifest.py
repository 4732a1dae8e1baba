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
    assert manifest.module is not None
    assert manifest.module.dialect == "tagged"
    assert manifest.out == "build"
    assert manifest.folder == tmp_path


def test_the_least_that_is_needed(tmp_path: Path) -> None:
    manifest = read(tmp_path, "toolset: kit\nsources: [{ir: ir.json}]\n")
    assert (manifest.targets, manifest.module, manifest.out) == ((), None, "generated")


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
        ("  - mcp:", "  - mpc:", "TC120", (3, 10), "did you mean `mcp`?"),
        ("  - mcp: tools.json", "  - include: {}", "TC121", (3, 5), "mcp"),
        ("[openai, {", "[opnai, {", "TC122", (7, 11), "did you mean `openai`?"),
        ("{openai: {strict", "{opena: {strict", "TC122", (7, 20), "did you mean `openai`?"),
        ("[typescript,", "[typscript,", "TC122", (8, 10), "did you mean `typescript`?"),
        ("[vllm,", "[vlm,", "TC122", (9, 12), "did you mean `vllm`?"),
        ("{strict: true", "{strct: true", "TC120", (7, 36), "did you mean `strict`?"),
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


MANIFEST_ON_PAGE = re.compile(r"^```yaml manifest\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", ["TC120", "TC121", "TC122", "TC123", "TC124", "TC125"])
def test_the_example_on_a_page_raises_its_code_and_the_mended_one_none(
    code: str, tmp_path: Path
) -> None:
    broken, mended = MANIFEST_ON_PAGE.findall(page(code))
    assert {item[0] for item in problems(tmp_path, broken)} == {code}
    assert read(tmp_path, mended).toolset == "pets"


def test_each_prompt_style_has_its_file() -> None:
    assert set(PROMPT_FILES) == set(PROMPT_STYLES)
