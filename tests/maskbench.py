"""Generated validators beside the reference, `jsonschema`, on the instances of MaskBench.

    PYTHONPATH=compiler:tests python tests/maskbench.py

Judges every instance, and prints each disagreement. Needs the corpora in $TOOLC_SHARED.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema.validators import validator_for

from toolc.codegen.loading import compile_check
from toolc.ir.drafts import to_2020_12
from toolc.ir.model import Tool

__all__ = ["DATA", "disagreements", "documents"]

_ROOT = Path(__file__).parents[1]
DATA = (
    Path(os.environ.get("TOOLC_SHARED", _ROOT.parent / "shared"))
    / "corpora/jsonschemabench/maskbench/data"
)
"""One file a schema, with its instances."""


def documents() -> list[Path]:
    """The files that have instances."""
    return [path for path in sorted(DATA.glob("*.json")) if _read(path).get("tests")]


def disagreements(path: Path) -> Iterator[tuple[int, bool | str, bool]]:
    """Where the two differ: the number of the instance, the reference's verdict, and ours.

    A reference that fails has its error for a verdict.
    """
    document = _read(path)
    schema, instances = document["schema"], [test["data"] for test in document["tests"]]
    check = compile_check(Tool(name="schema", input=to_2020_12(schema)[0]))
    reference = validator_for(schema)(schema)
    for number, instance in enumerate(instances):
        ours = not check(instance)
        theirs: bool | str
        try:
            theirs = bool(reference.is_valid(instance))
        except Exception as error:
            theirs = f"{type(error).__name__}: {error}"
        if theirs != ours:
            yield number, theirs, ours


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def main() -> None:
    """Judge everything."""
    count = 0
    for path in documents():
        count += len(_read(path)["tests"])
        for number, theirs, ours in disagreements(path):
            sys.stdout.write(f"{path.name} instance {number}: jsonschema {theirs}, ours {ours}\n")
    sys.stdout.write(f"{count} instances\n")


if __name__ == "__main__":
    main()
