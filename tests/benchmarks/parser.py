"""How fast the parser is and how it grows: `PYTHONPATH=compiler python tests/benchmarks/parser.py`.

Prints characters per second for long arguments and for prose, in pieces of four characters and of
one, and the peak of memory per character. A script, not a test: it asserts nothing.
"""

import json
import sys
import time
import tracemalloc

from toolc.runtime import ToolCallParser
from toolc.runtime.repair import mend

TOOLS = [{"name": "write_file"}, {"name": "read_file"}]
SIZES = (10_000, 50_000, 200_000, 1_000_000)
LINE = 'He said: "don\'t <b>stop</b>" {x} \\ and so on, for as long as it takes.\n'


def _text(kind: str, size: int) -> str:
    long = (LINE * (size // len(LINE) + 1))[:size]
    body = json.dumps({"path": "a.txt", "content": long})
    rows = json.dumps({"rows": [{"id": n, "ok": True} for n in range(size // 22)]})
    return {
        "tagged": f'<tool_call name="write_file">{body}</tool_call>',
        "hermes": f'<tool_call>{{"name": "write_file", "arguments": {body}}}</tool_call>',
        "bare": f'{{"name": "write_file", "arguments": {body}}}',
        "fence": f'```json\n{{"name": "write_file", "arguments": {body}}}\n```',
        "rows": f'<tool_call name="write_file">{rows}</tool_call>',
        "arguments first": f'<tool_call>{{"arguments": {body}, "name": "write_file"}}</tool_call>',
        "prose": long,
        "braces": "{" * size,
        "markers": '<tool_call name="' * (size // 17),
        "blank": " " * size,
    }[kind]


def _seconds(text: str, step: int) -> float:
    parser = ToolCallParser(TOOLS)
    pieces = [text[at : at + step] for at in range(0, len(text), step)]
    begin = time.perf_counter()
    for piece in pieces:
        parser.feed(piece)
    parser.close()
    return time.perf_counter() - begin


def _peak(text: str) -> float:
    parser = ToolCallParser(TOOLS)
    tracemalloc.start()
    for at in range(0, len(text), 4):
        parser.feed(text[at : at + 4])
    parser.close()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / len(text)


def main() -> None:
    """Print one row for each kind of text, then the mender's."""
    out = sys.stdout.write
    out(f"{'':16}{'chunk':>6}" + "".join(f"{size:>12,}" for size in SIZES) + "  (characters/s)\n")
    for kind in (
        *("tagged", "hermes", "bare", "fence", "rows", "arguments first"),
        *("prose", "braces", "markers", "blank"),
    ):
        for step in (4, 1):
            rates = []
            for size in SIZES:
                text = _text(kind, size)
                rates.append(len(text) / _seconds(text, step))
            out(f"{kind:16}{step:>6}" + "".join(f"{rate:>12,.0f}" for rate in rates) + "\n")
    for kind in ("tagged", "arguments first"):
        out(f"peak, {kind}: {_peak(_text(kind, 200_000)):.1f} bytes a character\n")
    rows = json.dumps({"rows": [{"id": n, "t": "x" * 20} for n in range(8_000)]})
    for name, text in {
        "one trailing comma": rows[:-1] + ",}",
        "single quotes": repr(json.loads(rows)),
        "a long string": json.dumps({"a": LINE * 5_000})[:-1] + ",}",
    }.items():
        begin = time.perf_counter()
        mend(text)
        out(f"mend {len(text):,} characters, {name}: {time.perf_counter() - begin:.3f} s\n")


if __name__ == "__main__":
    main()
