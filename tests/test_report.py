"""What a build has to say: counts, report, and what is denied."""

from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.ir.model import Toolset
from toolc.report import TargetCount, count_target, denied, make_report
from toolc.runtime.errors import UsageError
from toolc.targets import compile_for


def diagnostic(**fields: Any) -> Diagnostic:
    return Diagnostic.model_validate(
        {"code": "TC312", "severity": "warning", "message": "m"} | fields
    )


FOUND = [
    diagnostic(kind="moved"),
    diagnostic(kind="weakened", code="TC314"),
    diagnostic(kind="narrowed", code="TC301"),
    diagnostic(severity="note", code="TC307"),
    diagnostic(severity="error", code="TC499", tool="a"),
    diagnostic(severity="error", code="TC499", tool="a"),
]


def test_counts() -> None:
    compiled = compile_for("openai", Toolset(name="k"), strict=True)
    compiled = compiled.model_copy(update={"diagnostics": tuple(FOUND)})
    assert count_target("out", compiled, 5) == TargetCount(
        output="out", target="openai", options={"strict": True},
        tools=4, moved=1, left=2, narrowed=1, refused=1, as_text=0, leaves=0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ((), []),
        (("loss",), FOUND[:3]),
        (("moved",), FOUND[:1]),
        (("weakened", "narrowed"), FOUND[1:3]),
        (("warning",), FOUND[:3]),
        (("TC307",), FOUND[3:4]),
        (("TC30x",), FOUND[2:4]),
        (("TC3xx",), FOUND[:4]),
        (("moved", "TC4xx"), [FOUND[0], *FOUND[4:]]),
    ],
)
def test_denied(words: tuple[str, ...], found: list[Diagnostic]) -> None:
    assert denied(FOUND, words) == found


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("lost", "loss"),
        ("TC3001", "did you mean"),
        ("TCxxx", "TCxxx"),
        ("TC3x", "did you mean"),
        ("TC0xx", "did you mean"),
    ],
)
def test_nothing_else_can_be_denied(word: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        denied(FOUND, [word])


def test_a_report_holds_counts_diagnostics_and_digests() -> None:
    lock = {"toolset": "k", "digest": "d", "sources": {}, "tools": {}, "outputs": {"a": "b"}}
    count = TargetCount("out", "t", {}, 1, 0, 0, 0, 0, 0, 0)
    report = make_report(lock, [count], [{"code": "TC312"}])
    assert report["targets"]["out"]["tools"] == 1
    assert report["diagnostics"] == [{"code": "TC312"}]
    assert report["digests"]["outputs"] == {"a": "b"}
