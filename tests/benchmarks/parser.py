"""How fast the parser is and how it grows: `PYTHONPATH=compiler python tests/benchmarks/parser.py`.

Prints characters per second for long arguments and for prose, in pieces of four characters and of
one, the peak of memory per character, and the time of
mending beside json-repair. A script, not a test: it asserts nothing.
"""

import json
import sys
import time
import tracemalloc
from collections.abc import Callable

import json_repair

from toolc.runtime import ToolCallParser
from toolc.runtime.repair import mend

TOOLS = [{"name": "write_file"}, {"name": "read_file"}]
SIZES = (10_000, 50_000, 200_000, 1_000_000)
LINE = 'He said: "don\'t <b>stop</b>" {x} \\ and so on, for as long as it takes.\n'

KINDS = (
    *("tagged", "hermes", "bare", "fence", "name and JSON", "python", "function XML", "invoke"),
    *("pairs", "quoted", "elements", "rows", "arguments first"),
    *("prose", "braces", "markers", "blank"),
)


def _text(kind: str, size: int) -> str:
    long = (LINE * (size // len(LINE) + 1))[:size]
    body = json.dumps({"path": "a.txt", "content": long})
    rows = json.dumps({"rows": [{"id": n, "ok": True} for n in range(size // 22)]})
    raw = long.replace("<", "(")
    parameter = f"<parameter=content>\n{raw}\n</parameter>"
    element = f'<invoke name="write_file"><parameter name="content">{raw}</parameter></invoke>'
    pair = f"<arg_key>content</arg_key><arg_value>{raw}</arg_value>"
    mark = "]<]minimax[>["
    return {
        "tagged": f'<tool_call name="write_file">{body}</tool_call>',
        "hermes": f'<tool_call>{{"name": "write_file", "arguments": {body}}}</tool_call>',
        "bare": f'{{"name": "write_file", "arguments": {body}}}',
        "fence": f'```json\n{{"name": "write_file", "arguments": {body}}}\n```',
        "name and JSON": f"[TOOL_CALLS]write_file[ARGS]{body}",
        "python": f"[write_file(content={raw!r})]",
        "function XML": f"<tool_call>\n<function=write_file>\n{parameter}\n</function></tool_call>",
        "invoke": f"<minimax:tool_call>{element}</minimax:tool_call>",
        "pairs": f"<tool_call>write_file{pair}</tool_call>",
        "quoted": f'<|tool_call>call:write_file{{content:<|"|>{raw}<|"|>}}<tool_call|>',
        "elements": f'{mark}<tool_call>{mark}<invoke name="write_file">{mark}<content>{raw}'
        f"{mark}</content>{mark}</invoke>{mark}</tool_call>",
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
    for kind in KINDS:
        for step in (4, 1):
            rates = []
            for size in SIZES:
                text = _text(kind, size)
                rates.append(len(text) / _seconds(text, step))
            out(f"{kind:16}{step:>6}" + "".join(f"{rate:>12,.0f}" for rate in rates) + "\n")
    for kind in KINDS[:13]:
        out(f"peak, {kind}: {_peak(_text(kind, 200_000)):.1f} bytes a character\n")
    _mending(out)


def _mending(out: Callable[[str], object]) -> None:
    """Seconds for broken JSON of some 350,000 characters, with json-repair beside."""
    for name, make in BROKEN.items():
        text = make(8_000)
        ours, half, theirs = _timed(mend, text), _timed(mend, make(4_000)), _timed(_peer, text)
        out(
            f"mend {len(text):,} characters, {name}: {ours:.4f} s, {ours / half:.2f} times half of"
            f" it, json-repair {theirs:.2f} s, {theirs / ours:.0f} times as long\n"
        )


def _rows(count: int) -> str:
    return json.dumps({"rows": [{"id": n, "t": "x" * 20} for n in range(count)]})


BROKEN: dict[str, Callable[[int], str]] = {
    "one trailing comma": lambda count: _rows(count)[:-1] + ",}",
    "one in each row": lambda count: _rows(count).replace('"}', '",}'),
    "one in the middle": lambda count: _rows(count)[::-1].replace("}", "},", 1)[::-1],
    "single quotes": lambda count: repr(json.loads(_rows(count))),
    "keys without quotes": lambda count: _rows(count).replace('"id"', "id"),
    "Python's words": lambda count: _rows(count).replace('"t": "', '"u": True, "t": "'),
    "comments": lambda count: _rows(count).replace('"}', '" /* x */}'),
    "line breaks in strings": lambda count: _rows(count).replace("xx", "x\n"),
    "single quotes and escapes": lambda count: repr(json.loads(_rows(count).replace("xx", "'\\n"))),
    "a long string": lambda count: json.dumps({"a": LINE * (count * 5 // 8)})[:-1] + ",}",
}


def _peer(text: str) -> None:
    json_repair.loads(text)


def _timed(do: Callable[[str], object], text: str) -> float:
    """The best of three: what else the machine does is no part of it."""
    seconds = []
    for _ in range(3):
        begin = time.process_time()
        do(text)
        seconds.append(time.process_time() - begin)
    return min(seconds)


if __name__ == "__main__":
    main()
