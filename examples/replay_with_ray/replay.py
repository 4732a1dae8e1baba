"""Replay logs that one machine can't hold: what `toolc replay` runs, mapped over them by Ray Data.

    pip install "toolc[ray]"
    python replay.py changed.jsonl /mnt/logs/*.jsonl

Every machine must see the logs under the same paths. A log is read by one worker, in constant
memory; cut one huge log into several first, each with the header line before its part.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ray.data
from ray.data import DataContext

from toolc import ToolKit
from toolc.runtime.log_entries import LogHeader
from toolc.runtime.replay import Replay, batches, bounded_lines, replay_batch


def tools_of(header: LogHeader) -> object:
    """The tools of a log, with validators if the calls were validated when it was written."""
    return header.toolkit(ToolKit.from_mcp(header.tools or []) if header.validated else None)


def replay_log(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """For each piece of a log, what was found and the lines that changed."""
    with Path(row["log"]).open("rb") as stream:
        for batch in batches(bounded_lines(stream.readline), row["log"]):
            made = replay_batch(batch, tools_of)
            yield {"header": batch.header, "found": made.replay, "changed": made.changed}


def main(out: str, logs: list[str]) -> int:
    """Write the replies that changed, as a log; return 1 where a recorded call is lost."""
    DataContext.get_current().execution_options.preserve_order = True
    pieces = ray.data.from_items([{"log": log} for log in logs]).flat_map(replay_log)
    total, header = Replay(), ""
    with Path(out).open("wb") as cases:
        for piece in pieces.iter_rows():
            total.merge(piece["found"])
            if piece["changed"] and piece["header"] != header:
                header = piece["header"]
                cases.write(header.encode())
            cases.writelines(piece["changed"])
    print(f"{total.replies:,} replies, {total.changed:,} changed, {total.unread:,} lines unread")
    for kind, count in sorted(total.kinds.items()):
        print(f"{kind:<20}{count:>8,}")
    for model in total.reliability.models:
        tally = total.reliability[model]
        print(f"{model}: {tally.calls} calls, {tally.repaired} repaired, {tally.failed} failed")
    return int(bool(total.regressions or total.unread))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
