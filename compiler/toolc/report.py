"""What a build has to say: `report.json`, the count per target, and what `--deny` refuses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, get_args

from toolc.diagnostics.codes import CODES
from toolc.diagnostics.diagnostic import Diagnostic, LossKind
from toolc.diagnostics.suggest import did_you_mean
from toolc.runtime.errors import UsageError
from toolc.targets import Compiled
from toolc.version import __version__

__all__ = ["TargetCount", "count_target", "denied", "make_report"]

_KINDS: tuple[str, ...] = get_args(LossKind)


@dataclass(frozen=True, slots=True)
class TargetCount:
    """How one target came out.

    `moved` rules stand in words only; `left` rules, the moved ones among them, are checked when the
    call comes back; `narrowed` places allow less than the source does; `refused` tools could not be
    said at all. Of the `leaves`, the single values that the source asks for, `as_text` travel as
    JSON text.
    """

    output: str
    target: str
    options: Mapping[str, Any]
    tools: int
    moved: int
    left: int
    narrowed: int
    refused: int
    as_text: int
    leaves: int


def count_target(output: str, compiled: Compiled, tools: int) -> TargetCount:
    """Count what became of this many tools."""
    kinds = [item.kind for item in compiled.diagnostics]
    refused = {item.tool for item in compiled.diagnostics if item.severity == "error"}
    return TargetCount(
        output=output,
        target=compiled.target,
        options=dict(compiled.options),
        tools=tools - len(refused),
        moved=kinds.count("moved"),
        left=kinds.count("moved") + kinds.count("weakened"),
        narrowed=kinds.count("narrowed"),
        refused=len(refused),
        **compiled.text_share._asdict(),
    )


def make_report(
    lock: Mapping[str, Any],
    counts: Sequence[TargetCount],
    diagnostics: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The report as JSON data: the digests of the lock, the counts, and every diagnostic."""
    return {
        "toolc": __version__,
        "toolset": lock["toolset"],
        "targets": {count.output: _without_output(count) for count in counts},
        "diagnostics": list(diagnostics),
        "digests": {key: lock[key] for key in ("digest", "sources", "tools", "outputs")},
    }


def denied(diagnostics: Iterable[Diagnostic], words: Sequence[str]) -> list[Diagnostic]:
    """The diagnostics that the user does not accept.

    A word is `loss` (every loss), a kind of loss, `warning`, a code, or the codes of a range as
    `TC3xx` or `TC31x`; UsageError for another.
    """
    known = ("loss", "warning", *_KINDS, *CODES)
    for word in words:
        if word not in known and not any(_in_range(code, word) for code in CODES):
            hint = did_you_mean(word, known) if word.startswith("TC") else f"say {_ALLOWED}"
            raise UsageError(f"`{word}` can't be denied; {hint}")
    ranges = [word for word in words if word.endswith("x")]
    return [
        item
        for item in diagnostics
        if not _names(item).isdisjoint(words) or any(_in_range(item.code, word) for word in ranges)
    ]


_ALLOWED = f"loss, {', '.join(_KINDS)}, warning, or a code such as TC204 or TC3xx"


def _in_range(code: str, word: str) -> bool:
    """Whether a code is in a range: `TC31x` has the codes that begin with `TC31`."""
    start = word.rstrip("x")
    return (
        len(word) == len(code)
        and len(start) > len("TC")
        and start < word
        and code.startswith(start)
    )


def _names(item: Diagnostic) -> set[str | None]:
    return {item.code, item.kind, item.severity, "loss" if item.kind else None}


def _without_output(count: TargetCount) -> dict[str, Any]:
    return {key: value for key, value in asdict(count).items() if key != "output"}
