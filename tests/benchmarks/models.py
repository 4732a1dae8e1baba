"""How long it takes to read the matrix of models, and to look up a model by its name.

    python tests/benchmarks/models.py

Each name is looked up as if it were new, in several spellings of every row, and names that no row
is for; the time of a name is the best of some rounds.
"""

import statistics
import time

import yaml

from toolc.model_matrix import Matrix, built_in
from toolc.runtime import model_names

ROUNDS = 15
LIMIT = 50.0
"""Microseconds that a look-up may take."""

BEFORE = ("", "openai/", "accounts/fireworks/models/", "us.anthropic.")
BEHIND = ("", ":latest", "-2025-08-06-v1:0", "-instruct-fp8")


def names(matrix: Matrix) -> list[str]:
    """Names as people write them, and some that nobody should."""
    known = [pattern.removesuffix("*") for pattern in matrix.patterns]
    written = [
        f"{before}{name}{behind}" for name in known for before in BEFORE for behind in BEHIND
    ]
    unknown = [f"no-such-model-{number}b" for number in range(200)]
    return [*written, *unknown, "a/" * 5000, "x-1-" * 5000, "-" * 5000, "8b" * 5000, "é" * 5000]


def look_up(matrix: Matrix, name: str) -> float:
    """Microseconds for one name, which nothing remembers."""
    model_names._words.cache_clear()  # noqa: SLF001 - a name is new but once
    started = time.perf_counter_ns()
    matrix[name]
    return (time.perf_counter_ns() - started) / 1000


def main() -> None:
    """Print the figures."""
    started = time.perf_counter()
    matrix = built_in()
    read = time.perf_counter() - started
    matrix["gpt-4o"]
    first = time.perf_counter() - started - read
    matrix["no-such-model"]
    library = "with libyaml" if yaml.__with_libyaml__ else "without libyaml"
    print(f"{len(matrix.patterns)} rows read in {read * 1000:.1f} ms, {library}")
    print(f"the first look-up, which reads the dialects: {first * 1000:.1f} ms")
    asked = names(matrix)
    best = [min(look_up(matrix, name) for _ in range(ROUNDS)) for name in asked]
    slowest, name = max(zip(best, asked, strict=True))
    print(f"{len(asked)} names: median {statistics.median(best):.1f} us")
    print(f"slowest {slowest:.1f} us ({name[:40]}), limit {LIMIT:.0f} us")


if __name__ == "__main__":
    main()
