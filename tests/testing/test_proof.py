"""The proof over corpora: what it reads, counts and prints; and a tenth of the real ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolc.ir.model import Tool, Toolset
from toolc.proof import PROMISES, Proof
from toolc.runtime.errors import UsageError
from toolc.targets import compile_for
from toolc.testing.proof import (
    Corpus,
    Shares,
    a_tenth,
    forms,
    load_referee,
    main,
    maskbench,
    prove_corpus,
    table,
    toolsets,
)

TOOL = {
    "name": "add",
    "inputSchema": {
        "type": "object",
        "properties": {"name": {"type": "string", "minLength": 2}},
        "required": ["name"],
    },
}
CASE = {
    "schema": {"type": "object", "properties": {"n": {"type": "integer"}}},
    "tests": [{"data": {"n": 1, "more": "x"}, "valid": True}, {"data": {"n": "1"}, "valid": False}],
}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with one document of each kind."""
    (tmp_path / "mcp").mkdir()
    (tmp_path / "mcp" / "a.json").write_text(json.dumps({"tools": [TOOL]}))
    (tmp_path / "bench").mkdir()
    (tmp_path / "bench" / "case.json").write_text(json.dumps(CASE))
    return tmp_path


def test_the_forms_are_the_targets_strict_ones_too() -> None:
    labels = [form.label for form in forms()]
    assert {"openai", "openai-strict", "gemini"} <= set(labels)
    assert "gemini-strict" not in labels
    assert [form.options for form in forms(["openai-strict"])] == [{"strict": True}]


def test_an_unknown_target_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="no target `opnai`"):
        forms(["opnai"])


def test_a_document_that_cannot_be_read_is_passed_over(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (corpus / "mcp" / "b.json").write_text("{")
    files = sorted((corpus / "mcp").glob("*.json"))
    assert [each.name for each in toolsets(files, "mcp")] == ["a.json"]
    assert "b.json" in capsys.readouterr().err


def test_values_that_come_with_a_schema_are_tried_and_undeclared_keys_carried(corpus: Path) -> None:
    (case,) = maskbench(corpus / "bench")
    (form,) = forms(["openai-strict"])
    shares = Shares(Proof(form.label))
    prove_corpus(case, form, shares, 3)
    assert shares.proof.broken == []
    assert shares.proof.held == dict.fromkeys(PROMISES, 1)


def test_a_compile_that_fails_keeps_no_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RecursionError

    monkeypatch.setattr("toolc.testing.proof.compile_for", fail)
    tool = Tool(name="a", input={"type": "object"})
    shares = Shares(Proof("openai"))
    prove_corpus(Corpus("c", Toolset(name="k", tools=(tool,))), forms(["openai"])[0], shares, 1)
    assert (shares.proof.tools, shares.proof.untested) == (1, 0)
    assert shares.proof.held == dict.fromkeys(PROMISES, 0)


def test_a_tenth_is_the_same_tenth_each_time() -> None:
    tools = tuple(Tool(name=f"tool {i}", input={"type": "object"}) for i in range(500))
    part = a_tenth(Corpus("c", Toolset(name="k", tools=tools)))
    assert 20 < len(part.toolset.tools) < 80
    assert part == a_tenth(Corpus("c", Toolset(name="k", tools=tools)))


def test_a_share_is_never_rounded_up_and_untested_tools_count_for_nothing() -> None:
    proof = Proof("t", tools=20_001, untested=1, held=dict.fromkeys(PROMISES, 19_999))
    last = table([Shares(proof)], judged=False).splitlines()[-1]
    assert last == "| t | 20001 | 1 | 0 | 0 | - | 99.99 | 99.99 | 99.99 |"


def referee(folder: Path, said: list[str]) -> Path:
    file = folder / "referee.py"
    file.write_text(f"def check(provider, tools):\n    return {said!r}\n")
    return file


@pytest.mark.parametrize(
    ("said", "share"), [([], "100.00"), (["WARN x"], "100.00"), (["ERR x"], "0.00")]
)
def test_a_referee_judges_what_is_emitted(
    corpus: Path, capsys: pytest.CaptureFixture[str], said: list[str], share: str
) -> None:
    asked = ["--mcp", str(corpus / "mcp"), "--targets", "openai", "--samples", "2"]
    assert main([*asked, "--referee", str(referee(corpus, said))]) == 0
    assert f"| openai | 1 | 0 | 0 | 0 | 0.00 | {share} |" in capsys.readouterr().out


def test_a_referee_that_cannot_judge_ends_the_run(
    corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = referee(corpus, ["INFO openai is not installed"])
    asked = ["--mcp", str(corpus / "mcp"), "--targets", "openai", "--samples", "2"]
    assert main([*asked, "--referee", str(file)]) == 2
    assert "not installed" in capsys.readouterr().err


def test_a_referee_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no Python file"):
        load_referee(tmp_path / "nobody.py")


def test_a_broken_promise_is_printed_counted_and_written(
    corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolc.runtime.codec.decode", lambda _, name, __: (name, {}))
    asked = ["--mcp", str(corpus / "mcp"), "--targets", "openai", "--samples", "2"]
    assert main([*asked, "--json", str(corpus / "out.json")]) == 1
    printed = capsys.readouterr()
    assert "openai add: undone does not hold" in printed.err
    (shares,) = json.loads((corpus / "out.json").read_text())
    assert shares["proof"]["broken"][0]["tool"] == "add"


# --- a tenth of the real documents ---


@pytest.mark.corpus
@pytest.mark.parametrize("target", ["openai-strict", "gemini", "cohere", "ollama"])
def test_a_tenth_of_the_mcp_dumps(shared: Path, target: str) -> None:
    folder = shared / "corpora" / "mcp" / "dumps"
    asked = ["--tenth", "--samples", "4", "--targets", target, "--mcp", str(folder)]
    assert main(asked) == 0


@pytest.mark.corpus
def test_a_tenth_of_the_losses_on_the_mcp_dumps_is_witnessed(shared: Path) -> None:
    found = {True: 0, False: 0}
    for each in toolsets(sorted((shared / "corpora/mcp/dumps").glob("*.json")), "mcp"):
        part = a_tenth(each).toolset
        for form in forms(["openai-strict", "gemini", "cohere", "ollama"]):
            compiled = compile_for(form.target, part, **form.options).witnessed()
            for loss in compiled.diagnostics:
                if loss.witnessed is not None:
                    found[loss.witnessed] += 1
    assert found[True] > 400
    assert found[True] / (found[True] + found[False]) > 0.85


@pytest.mark.corpus
def test_a_tenth_of_the_hard_schemas(shared: Path) -> None:
    folder = shared / "corpora" / "jsonschemabench" / "maskbench" / "data"
    (form,) = forms(["openai-strict"])
    shares = Shares(Proof(form.label))
    for case in maskbench(folder):
        if a_tenth(case).toolset.tools:
            prove_corpus(case, form, shares, 3)
    tested = shares.proof.tools - shares.proof.untested
    assert tested > 100
    assert all(held / tested >= 0.995 for held in shares.proof.held.values()), shares.proof.broken


@pytest.mark.parametrize(
    "arguments", [[], ["--mcp", "nowhere"], ["--openapi", "nowhere.yaml"], ["--samples", "0"]]
)
def test_a_proof_of_nothing_is_wrong_usage(
    corpus: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    asked = (
        arguments if "--samples" not in arguments else ["--mcp", str(corpus / "mcp"), *arguments]
    )
    assert main(asked) == 2
    assert capsys.readouterr().err.startswith("error: ")
