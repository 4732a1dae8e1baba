"""The promises of all targets, tried over whole corpora of documents.

    python -m toolc.testing.proof --mcp DIR --openapi FILE ... --maskbench DIR
        [--targets NAME ...] [--tenth] [--samples N] [--witnesses] [--referee FILE] [--json FILE]

It prints a Markdown table: for each target the share of tools for which each promise holds (see
`toolc.proof`). Documents are read one at a time; the progress goes to standard error.

`--maskbench` is a folder of files `{"schema": ..., "tests": [{"data": ..., "valid": ...}]}`, as in
JSONSchemaBench; targets that can, carry undeclared keys there. `--referee` is a Python file with
`check(provider, tools) -> messages`, of which those that begin with ERR refuse a list.
"""

import argparse
import importlib.util
import json
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from toolc.diagnostics.codes import SENT_LOOSE
from toolc.diagnostics.errors import InputError
from toolc.frontends import read_tools
from toolc.frontends.documents import read_document
from toolc.ir.drafts import to_2020_12
from toolc.ir.model import Tool, Toolset
from toolc.proof import PROMISES, SAMPLES, Counterexample, Proof, ToolProof, trials
from toolc.runtime.errors import ToolcError, UsageError
from toolc.targets import TARGETS, Compiled, compile_for

__all__ = ["Corpus", "Form", "Shares", "forms", "main", "maskbench", "prove_corpus", "toolsets"]

Referee = Callable[[str, Any], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Form:
    """A target with options, as `openai-strict` names one."""

    label: str
    target: str
    options: dict[str, Any]

    def carrying(self) -> "Form":
        """The same, undeclared keys carried where the target can do so."""
        if _CARRY not in TARGETS[self.target].options:
            return self
        return Form(self.label, self.target, {**self.options, _CARRY: True})


_STRICT: Final = "strict"
_CARRY: Final = "carry_extras"


@dataclass(frozen=True, slots=True)
class Corpus:
    """One document of a corpus: its tools, and arguments that come with them, by tool."""

    name: str
    toolset: Toolset
    given: dict[str, list[Any]] = field(default_factory=dict)
    carry: bool = False


@dataclass(slots=True)
class Shares:
    """What was found for one form.

    Beside the proof: how many tools are sent in a looser form on purpose, how many a referee
    accepts, how many of the single values travel as JSON text, and how many of the losses have a
    witness.
    """

    proof: Proof
    loose: int = 0
    accepted: int = 0
    as_text: int = 0
    leaves: int = 0
    witnessed: int = 0
    losses: int = 0

    def count(self, compiled: Compiled) -> None:
        """Add what a compile reports of itself."""
        self.loose += len(_sent_loose(compiled))
        self.as_text += compiled.text_share.as_text
        self.leaves += compiled.text_share.leaves
        self.witnessed += sum(bool(item.witnessed) for item in compiled.diagnostics)
        self.losses += sum(item.kind is not None for item in compiled.diagnostics)


def forms(names: Sequence[str] = ()) -> list[Form]:
    """The forms of these names, or of every target: as it is, and strict where it can be."""
    every = {
        name + suffix: Form(name + suffix, name, options)
        for name, target in TARGETS.items()
        for suffix, options in (("", {}), ("-strict", {_STRICT: True}))
        if not options or _STRICT in target.options
    }
    for name in names:
        if name not in every:
            raise UsageError(f"there is no target `{name}`; there are {', '.join(every)}")
    return [every[name] for name in names or every]


# --- the corpora, a document at a time ---


def toolsets(files: Sequence[Path], format_: str) -> Iterator[Corpus]:
    """The tools of each document; one that can't be read is passed over with a word about it."""
    for file in files:
        try:
            toolset, _ = read_tools(read_document(file), format_)
        except InputError as error:
            _say(f"{file.name}: {error}")
            continue
        yield Corpus(file.name, toolset)


def maskbench(folder: Path) -> Iterator[Corpus]:
    """The schemas of a folder, each as a tool of its own, with the values that come with them."""
    for file in sorted(folder.glob("**/*.json")):
        case = json.loads(file.read_text(encoding="utf-8"))
        schema, _ = to_2020_12(case["schema"])
        if not isinstance(schema, dict):
            continue
        tool = Tool(name="arguments", input=schema)
        given = [test["data"] for test in case.get("tests", ())]
        toolset = Toolset(name=file.stem, tools=(tool,))
        yield Corpus(file.name, toolset, {tool.name: given}, carry=True)


def a_tenth(corpus: Corpus) -> Corpus:
    """A document with about every tenth of its tools, the same ones each time."""
    kept = [
        tool
        for tool in corpus.toolset.tools
        if zlib.crc32(f"{corpus.name}/{tool.name}".encode("utf-8", "replace")) % 10 == 0
    ]
    return Corpus(corpus.name, corpus.toolset.replace(kept), corpus.given, corpus.carry)


# --- the proof ---


def prove_corpus(
    corpus: Corpus,
    form: Form,
    shares: Shares,
    samples: int,
    referee: Referee | None = None,
    *,
    witnesses: bool = False,
) -> None:
    """Try the promises on one document for one form, and count; witnesses only where asked for."""
    form = form.carrying() if corpus.carry else form
    try:
        compiled = compile_for(form.target, corpus.toolset, **form.options)
    except (ToolcError, RecursionError) as error:
        for tool in corpus.toolset.tools:
            shares.proof.add(_failed(tool.name, f"{corpus.name} can't be compiled: {error!r}"))
        return
    for trial in trials(compiled, samples):
        for value in corpus.given.get(trial.tool.name, ()):
            (trial.valid if trial.is_valid(value) else trial.invalid)(value)
        trial.run(0)
        shares.proof.add(trial.result())
    shares.count(compiled.witnessed() if witnesses else compiled)
    if referee is not None:
        shares.accepted += _accepted(corpus.toolset, form, compiled, referee)


def _failed(tool: str, reason: str) -> ToolProof:
    broken = tuple(Counterexample(each, tool, None, None, reason) for each in PROMISES)
    return ToolProof(tool, broken=broken)


def _accepted(toolset: Toolset, form: Form, compiled: Compiled, referee: Referee) -> int:
    """How many tools a referee accepts: all at once, or each in a request of its own."""
    ask = partial(_accepts, form, referee)
    if ask(compiled):
        return len(toolset.tools)
    alone = (toolset.replace([tool]) for tool in toolset.tools)
    return sum(ask(compile_for(form.target, one, **form.options)) for one in alone)


def _sent_loose(compiled: Compiled) -> set[str | None]:
    """The tools that don't have the form that was asked for; the compile says so of each."""
    return {item.tool for item in compiled.diagnostics if item.code == SENT_LOOSE.name}


def _accepts(form: Form, referee: Referee, compiled: Compiled) -> bool:
    """Whether a referee accepts a list; one with loose tools in it is no list of strict tools."""
    label = form.target if _sent_loose(compiled) else form.label
    said = referee(_REFEREES[label], compiled.tools)
    missing = [message for message in said if message.startswith("INFO")]
    if missing:
        raise UsageError(f"the referee can't judge: {missing[0]}")
    return not any(message.startswith("ERR") for message in said)


_REFEREES: Final = {
    **{name: name for name in (*TARGETS, *(f"{name}-strict" for name in TARGETS))},
    "openai": "openai-chat",
    "openai-strict": "openai-chat-strict",
    "azure": "azure-openai",
    "azure-strict": "azure-openai-strict",
    "gemini": "gemini-parameters",
    "vertex": "vertex-parameters",
    "cohere": "cohere-v1",
    "llama-cpp": "llamacpp",
    "lm-studio": "lmstudio",
    "openrouter": "openai-chat",
    "vllm-strict": "vllm",
}
"""What the referee calls the forms."""


def load_referee(file: Path) -> Referee:
    """The `check` of a Python file. UsageError when there is none."""
    spec = importlib.util.spec_from_file_location("referee", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise UsageError(f"`{file}` is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its own classes look themselves up there
    spec.loader.exec_module(module)
    check: Referee = module.check
    return check


# --- what is printed ---


def table(found: Sequence[Shares], *, judged: bool) -> str:
    """The shares as a Markdown table; untested tools count for no promise."""
    witnessed = any(shares.witnessed for shares in found)
    columns = ["target", "tools", "untested", "refused", "loose", "as text"]
    columns += [*(["accepted"] if judged else []), *PROMISES]
    columns += ["witnessed"] if witnessed else []
    lines = [_row(columns), _row(["---", *["---:"] * (len(columns) - 1)])]
    for shares in found:
        proof = shares.proof
        tested = proof.tools - proof.untested - proof.refused
        cells = [proof.target, str(proof.tools), str(proof.untested)]
        cells += [str(proof.refused), str(shares.loose), _share(shares.as_text, shares.leaves)]
        cells += [_share(shares.accepted, proof.tools)] if judged else []
        cells += [_share(proof.held[each], tested) for each in PROMISES]
        cells += [_share(shares.witnessed, shares.losses)] if witnessed else []
        lines.append(_row(cells))
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _share(count: int, whole: int) -> str:
    """A share in per cent, never rounded up to a hundred."""
    return f"{count * 10_000 // whole / 100:.2f}" if whole else "-"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run over the corpora that are named; 1 when a promise is broken, 2 for wrong usage."""
    asked = _parser().parse_args(arguments)
    try:
        found = _run(asked)
    except UsageError as error:
        _say(f"error: {error}")
        return 2
    sys.stdout.write(table(found, judged=asked.referee is not None))
    if asked.json:
        text = json.dumps([asdict(shares) for shares in found], ensure_ascii=False, indent=1)
        asked.json.write_text(text + "\n", encoding="utf-8")
    return int(any(shares.proof.broken for shares in found))


def _run(asked: argparse.Namespace) -> list[Shares]:
    chosen = forms(asked.targets)
    found = [Shares(Proof(form.label)) for form in chosen]
    referee = load_referee(asked.referee) if asked.referee else None
    _check(asked)
    for corpus in _corpora(asked):
        part = a_tenth(corpus) if asked.tenth else corpus
        if not part.toolset.tools:
            continue
        _say(f"{part.name}: {len(part.toolset.tools)}")
        for form, shares in zip(chosen, found, strict=True):
            before = len(shares.proof.broken)
            prove_corpus(part, form, shares, asked.samples, referee, witnesses=asked.witnesses)
            for each in shares.proof.broken[before:]:
                where = f"{part.name} {form.label} {each.tool}"
                _say(f"  {where}: {each.promise} does not hold: {each.reason}")
    return found


def _check(asked: argparse.Namespace) -> None:
    """UsageError where there is nothing to prove."""
    folders = [folder for folder in (asked.mcp, asked.maskbench) if folder]
    if not folders and not asked.openapi:
        raise UsageError("name a corpus with `--mcp`, `--openapi` or `--maskbench`")
    for path in [*folders, *asked.openapi]:
        if not path.exists():
            raise UsageError(f"there is no `{path}`")
    if asked.samples < 1:
        raise UsageError("`--samples` is at least 1")


def _corpora(asked: argparse.Namespace) -> Iterator[Corpus]:
    if asked.mcp:
        yield from toolsets(sorted(asked.mcp.glob("*.json")), "mcp")
    yield from toolsets(asked.openapi, "openapi")
    if asked.maskbench:
        yield from maskbench(asked.maskbench)


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m toolc.testing.proof", description=__doc__)
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("--mcp", type=Path, metavar="DIR", help="a folder of tools/list results")
    made.add_argument("--openapi", type=Path, nargs="+", default=[], metavar="FILE")
    made.add_argument("--maskbench", type=Path, metavar="DIR")
    made.add_argument("--targets", nargs="+", default=[], metavar="NAME", help="default: all")
    made.add_argument("--tenth", action="store_true", help="about every tenth tool")
    made.add_argument("--samples", type=int, default=SAMPLES, metavar="N")
    made.add_argument("--witnesses", action="store_true", help="look for one of each loss")
    made.add_argument("--referee", type=Path, metavar="FILE")
    made.add_argument("--json", type=Path, metavar="FILE", help="write every counterexample there")
    return made


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


if __name__ == "__main__":
    sys.exit(main())
