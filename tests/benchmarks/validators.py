"""How fast validators are, side by side in one run, on the arguments of real MCP tools.

    PYTHONPATH=compiler python tests/benchmarks/validators.py [--tools N] [--seed N]

Needs the extra `peers` and the corpora in $TOOLC_SHARED (by default `../shared` beside the
checkout). For each tool, drawn with a fixed seed, each validator looks at the same valid values
and the same invalid ones; what is timed is its best of several rounds. Invalid values are timed for
whoever can tell all errors with their places. A script, not a test: it asserts nothing.
"""

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import fastjsonschema
import jsonschema_rs
import msgspec
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

from toolc import ToolKit
from toolc.codegen.loading import compile_check
from toolc.ir.model import Tool, Toolset
from toolc.ir.random_values import Draw
from toolc.runtime import ToolCall

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("TOOLC_SHARED", ROOT.parent / "shared"))
VALUES = 8  # of each kind for a tool
ROUNDS = 7
BATCH = 0.004  # seconds that one timing takes at least

Check = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Case:
    """One tool with its values."""

    tool: Tool
    valid: list[Any]
    invalid: list[Any]


def cases(count: int, seed: int) -> Iterable[Case]:
    """Tools that have parameters and values of both kinds, drawn from all dumps."""
    dumps = sorted((SHARED / "corpora" / "mcp" / "dumps").glob("*.json"))
    kits = [ToolKit.from_mcp(dump) for dump in dumps]
    tools = [tool for kit in kits for tool in kit.tools if tool.input.get("properties")]
    random.Random(seed).shuffle(tools)  # noqa: S311 - the same tools on every run are wanted
    found = 0
    for tool in tools:
        valid, invalid = values(tool)
        if valid and invalid and found < count:
            found += 1
            yield Case(tool, valid, invalid)


def values(tool: Tool) -> tuple[list[Any], list[Any]]:
    """Values of a tool's arguments, as the reference judges them."""
    draw, reference = Draw(tool.input, 1), Draft202012Validator(tool.input)
    valid: list[Any] = []
    invalid: list[Any] = []
    for _ in range(40 * VALUES):
        value = json.loads(json.dumps(draw.value()))
        for tried in (value, json.loads(json.dumps(draw.near(value)))):
            fitting = valid if reference.is_valid(tried) else invalid
            if isinstance(tried, dict) and len(fitting) < VALUES:
                fitting.append(tried)
    return valid, invalid


def seconds(check: Check, values: list[Any]) -> float:
    """The time that a check takes for one value."""
    repeats, best = 1, 0.0
    while True:
        best = _timed(check, values, repeats)
        if best >= BATCH:
            break
        repeats *= 2
    best = min(best, *(_timed(check, values, repeats) for _ in range(ROUNDS)))
    return best / repeats / len(values)


def _timed(check: Check, values: list[Any], repeats: int) -> float:
    started = time.perf_counter()
    for _ in range(repeats):
        for value in values:
            check(value)
    return time.perf_counter() - started


# --- validators ---


def _caught(error: type[Exception], check: Check) -> Check:
    def run(value: Any) -> None:
        with suppress(error):
            check(value)

    return run


def _ours(case: Case) -> Check:
    return compile_check(case.tool)


def _fast(case: Case) -> Check:
    check: Check = fastjsonschema.compile(case.tool.input, use_default=False, use_formats=False)
    return check


def _reference(case: Case) -> Check:
    validator = Draft202012Validator(case.tool.input)
    return lambda value: list(validator.iter_errors(value))


def _rust(case: Case) -> Check:
    check: Check = jsonschema_rs.Draft202012Validator(case.tool.input).is_valid
    return check


def _rust_errors(case: Case) -> Check:
    validator = jsonschema_rs.Draft202012Validator(case.tool.input)
    return lambda value: [
        (error.instance_path, error.message) for error in validator.iter_errors(value)
    ]


def _pydantic(case: Case) -> Check:
    module = ToolKit(Toolset(name="one", tools=(case.tool,))).load()
    call = next(
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, ToolCall) and each is not ToolCall
    )
    model = call.__dict__["args"].func.__annotations__["return"]
    adapter = TypeAdapter(getattr(module, model) if isinstance(model, str) else model)
    return _caught(ValidationError, adapter.validate_python)


def _msgspec(case: Case) -> Check:
    named = case.tool.input["properties"].items()
    fields = [
        _field(f"field_{number}", schema, needed=name in case.tool.input.get("required", ()))
        for number, (name, schema) in enumerate(named)
    ]
    rename = dict(zip((field[0] for field in fields), (name for name, _ in named), strict=True))
    struct = msgspec.defstruct("Arguments", sorted(fields, key=len), rename=rename.get)
    return _caught(msgspec.ValidationError, partial(msgspec.convert, type=struct))


_TYPES: dict[Any, Any] = {
    "string": str, "integer": int, "number": float, "boolean": bool, "object": dict, "array": list,
}  # fmt: skip


def _field(name: str, schema: Any, *, needed: bool) -> tuple[Any, ...]:
    """One field by its type alone: msgspec is told less than the others, and so does less."""
    said = schema.get("type") if isinstance(schema, dict) else None
    kind = _TYPES.get(said, Any) if isinstance(said, str) else Any
    return (name, kind) if needed else (name, kind | msgspec.UnsetType, msgspec.UNSET)


VALID: dict[str, Callable[[Case], Check]] = {
    "ours": _ours,
    "fastjsonschema": _fast,
    "jsonschema-rs is_valid": _rust,
    "msgspec (types only)": _msgspec,
    "pydantic (our models)": _pydantic,
    "jsonschema": _reference,
}
INVALID: dict[str, Callable[[Case], Check]] = {
    "ours": _ours,
    "jsonschema-rs iter_errors": _rust_errors,
    "jsonschema": _reference,
}


# --- the table ---


def compared(
    all_cases: list[Case],
    validators: dict[str, Callable[[Case], Check]],
    pick: Callable[[Case], list[Any]],
) -> None:
    """Time every validator on every tool, and print a row for each validator."""
    times: dict[str, dict[str, float]] = {name: {} for name in validators}
    for case in all_cases:
        for name, make in validators.items():
            try:
                times[name][case.tool.name] = seconds(make(case), pick(case))
            except Exception as error:
                print(f"  {name} can't take {case.tool.name}: {str(error)[:70]}")
    print(f"  {'':26}{'us, median':>12}{'ratio, median':>15}{'10 %':>7}{'least':>7}{'tools':>7}")
    for name, found in times.items():
        if not found:
            continue
        ratios = sorted(found[tool] / times["ours"][tool] for tool in found)
        print(
            f"  {name:26}{statistics.median(found.values()) * 1e6:12.2f}"
            f"{statistics.median(ratios):15.2f}{ratios[len(ratios) // 10]:7.2f}{ratios[0]:7.2f}"
            f"{len(ratios):7}"
        )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="Compare validators on real MCP tools.")
    parser.add_argument("--tools", type=int, default=50)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    drawn = list(cases(options.tools, options.seed))
    print(f"{len(drawn)} tools; a ratio is a validator's time over ours, tool by tool")
    print("valid values")
    compared(drawn, VALID, lambda case: case.valid)
    print("invalid values, all errors")
    compared(drawn, INVALID, lambda case: case.invalid)


if __name__ == "__main__":
    main()
