"""A rope is the text that was written."""

import tracemalloc

from toolc.runtime.rope import Rope


def test_reads_what_was_written() -> None:
    rope = Rope()
    pieces = [f"{number} " for number in range(5_000)]
    for number, piece in enumerate(pieces):
        rope.write(piece)
        if number in {0, 1_023, 3_000}:
            assert rope.text() == "".join(pieces[: number + 1])
    assert rope.text(2) == "".join(pieces)[2:]
    assert rope.size == len("".join(pieces))


def test_costs_little_more_than_its_text() -> None:
    tracemalloc.start()
    rope = Rope()
    for number in range(50_000):
        rope.write(f"{number:04}")
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 2 * rope.size
