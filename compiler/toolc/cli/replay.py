"""`toolc replay`: what today's parser makes of the replies in a log."""

import json
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from functools import lru_cache, partial
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any

import click

from toolc.cli.console import Console, with_console
from toolc.cli.lines import input_name, open_input, unread_line, written
from toolc.cli.source import access_options, format_option, open_kit
from toolc.cli.streams import is_terminal
from toolc.diagnostics.render import plain, shorten
from toolc.frontends.access import Access
from toolc.frontends.documents import read_document
from toolc.runtime.changes import CHANGES
from toolc.runtime.log_entries import LogHeader
from toolc.runtime.replay import (
    MOST,
    Batch,
    Found,
    Replay,
    Replayed,
    batches,
    bounded_lines,
    replay_batch,
)
from toolc.runtime.session_log import read_line
from toolc.toolkit import ToolKit

__all__ = ["replay"]

_MUCH = 1_000_000
"""Bytes of logs from which on a replay takes long enough for a progress bar."""

_WIDTH = 160
"""Characters of a call that are shown; JSON output and `--save` have all of it."""


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--tools", "tools_file", metavar="FILE", help="Take these tools, not the logs'.")
@format_option
@click.option("--baseline", metavar="OUT", help="Write the log anew, with today's outcomes.")
@click.option("--save", metavar="CASE", help="Write a log of the replies that changed, unaltered.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes to read with.",
)
@click.option(
    "--most",
    type=click.IntRange(min=0),
    default=MOST,
    show_default=True,
    metavar="N",
    help="Changes of each kind to show.",
)
@with_console()
@access_options
def replay(
    console: Console,
    logs: Sequence[str],
    tools_file: str | None,
    format_: str,
    *,
    baseline: str | None,
    save: str | None,
    workers: int,
    most: int,
    access: Access,
) -> None:
    """Read the replies in each LOG anew, and tell what differs from what was recorded.

    A log is JSON lines, as `toolc.runtime.SessionLog` writes them: a header with the tools, then a
    reply a line. `-` is standard input. A recorded call that is lost is a regression: exit code 1.
    """
    inputs = [*logs, *([tools_file] if tools_file is not None else [])]
    if inputs.count("-") > 1:
        raise click.UsageError("standard input can be read once only")
    if baseline is not None and baseline == save:
        raise click.UsageError("--baseline and --save are two files; name them differently")
    tools = None
    if tools_file is not None:
        tools = LogHeader.of(open_kit(console, tools_file, format_, access)).tools
    job = partial(replay_batch, toolkit=_with_validators, most=most, baseline=baseline is not None)
    total = Replay(most)
    with ExitStack() as stack:
        anew = stack.enter_context(_new_log(baseline))
        cases = stack.enter_context(_new_log(save))
        progress = stack.enter_context(_progress(console, logs))
        results = stack.enter_context(closing(_run(job, _batches(logs, tools), workers)))
        for batch, made in results:
            total.merge(made.replay)
            anew(batch.header, map(str.encode, made.baseline))
            if made.changed:
                cases(batch.header, made.changed)
            progress(batch.size)
    _tell(console, total, logs)


def _with_validators(header: LogHeader) -> object:
    """What the replies under a header are read with: its tools, with validators if they had them.

    Raises InputError where no validators can be made of them.
    """
    if not (header.validated and header.tools):
        return header.toolkit()
    document = read_document(header.tools, name="<tools of the log>")
    return header.toolkit(ToolKit.from_document(document))


# --- reading ---


def _batches(logs: Iterable[str], tools: list[Any] | None) -> Iterator[Batch]:
    """The batches of all logs; raises InputError for a file or a header that can't be read."""
    for log in logs:
        with open_input(log) as stream:
            for batch in batches(bounded_lines(stream.readline), input_name(log), tools):
                _check_header(batch.header)
                yield batch


@lru_cache(maxsize=4)
def _check_header(line: str) -> None:
    """Raise for tools that no validators can be made of, before a worker has to."""
    header = read_line(line) if line else None
    if isinstance(header, LogHeader):
        _with_validators(header)


_WORKER_GONE = "a worker ended before its work was done; is there memory for this many?"

_Job = Callable[[Batch], Replayed]


def _run(
    job: _Job, work: Iterable[Batch], workers: int
) -> Generator[tuple[Batch, Replayed], None, None]:
    """Do the work in order, in this process or in others, which are given a bounded part of it."""
    if workers == 1:
        for batch in work:
            yield batch, job(batch)
        return
    waiting: deque[tuple[Batch, Future[Replayed]]] = deque()
    pool = ProcessPoolExecutor(
        workers,
        get_context("spawn"),
        signal.signal,  # an interruption is for this process to tell
        (signal.SIGINT, signal.SIG_IGN),
    )
    try:
        for batch in work:
            waiting.append((batch, pool.submit(job, batch)))
            if len(waiting) > 2 * workers:
                first, future = waiting.popleft()
                yield first, future.result()
        for first, future in waiting:
            yield first, future.result()
    except BrokenProcessPool as error:
        raise click.ClickException(_WORKER_GONE) from error
    except BaseException:  # nobody waits for the rest any more
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _progress(console: Console, logs: Iterable[str]) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal when there is much to read."""
    paths = [Path(log) for log in logs]
    size = sum(path.stat().st_size for path in paths if path.is_file())
    if console.quiet or size < _MUCH or not is_terminal():
        yield lambda _: None
        return
    with click.progressbar(length=size, file=sys.stderr, label="replay") as bar:
        yield bar.update


# --- writing ---

_Write = Callable[[str, Iterable[bytes]], None]


@contextmanager
def _new_log(path: str | None) -> Iterator[_Write]:
    """Write a log, if there is a path: each line with the header that it is under."""
    if path is None:
        yield lambda _header, _lines: None
        return
    last = ""
    with written(Path(path)) as write:

        def add(header: str, lines: Iterable[bytes]) -> None:
            nonlocal last
            if header != last:
                write(header.encode())
                last = header
            for line in lines:
                write(line)

        yield add


def _tell(console: Console, total: Replay, logs: Sequence[str]) -> None:
    """Print what was found, and end with 1 where a call is lost or a line can't be read."""
    faults = [unread_line(fault.file, fault.line, fault.error) for fault in total.faults]
    console.know({input_name(log): "" for log in logs})  # too large to be shown
    if console.as_json:
        console.data(total.to_json() | {"diagnostics": console.diagnostics_data(faults)})
    else:
        if not console.quiet:
            console.text(_report(total, len(logs)))
        console.diagnostics(faults, most=len(faults))
        for problem in _problems(total):
            console.say(f"error: {problem}")
    if total.regressions or total.unread:
        raise click.exceptions.Exit(1)


def _problems(total: Replay) -> Iterator[str]:
    if total.unread:
        yield f"{_count(total.unread, 'line')} can't be read"
    if total.regressions:
        yield f"{_count(total.regressions, 'recorded call')} lost"


def _report(total: Replay, logs: int) -> str:
    """The table of changes, and the first ones of each kind in the order of the logs."""
    models = total.reliability.models
    lines = [
        f"{_count(total.replies, 'reply', 'replies')} of {_count(len(models), 'model')}"
        f" in {_count(logs, 'log')}; {f'{total.changed:,}' if total.changed else 'none'} changed"
    ]
    if total.unrecorded:
        lines.append(f"{total.unrecorded:,} had no recorded outcome to compare with")
    if total.kinds:
        lines.append("")
    for name, kind in CHANGES.items():
        if total.kinds[name]:
            mark = "; a regression" if kind.regression else ""
            lines.append(f"  {kind.title:<18}{total.kinds[name]:>8,}   {kind.meaning}{mark}")
    for found in total.found:
        lines += ["", *_shown(found)]
    hidden = total.kinds.total() - len(total.found)
    if hidden:
        lines += ["", f"{hidden:,} more: --most shows more of each kind, --save keeps all"]
    return "\n".join(lines) + "\n"


def _shown(found: Found) -> Iterator[str]:
    model = f" ({_on_a_line(found.model)})" if found.model else ""
    yield f"{plain(found.file)}:{found.line}: {CHANGES[found.change.kind].title}{model}"
    yield f"  was  {_side(found.change.before)}"
    yield f"  now  {_side(found.change.after)}"


def _side(side: Any) -> str:
    """What stood or stands there, on a line: a call, a failure, names in order, or nothing."""
    match side:
        case {"name": name, "arguments": arguments, "repairs": repairs}:
            call = _on_a_line(f"{name} {json.dumps(arguments, ensure_ascii=False, default=str)}")
            return f"{call}   mended: {_on_a_line(', '.join(repairs))}" if repairs else call
        case {"kind": kind, "message": message}:
            return _on_a_line(f"{kind}: {message}" if message else kind)
        case list():
            return _on_a_line(", ".join(side))
    return "nothing"


def _on_a_line(text: str) -> str:
    """What a model or a log says, neutralised: it may try to look like what is around it."""
    return plain(shorten(" ".join(text.split("\n")), _WIDTH))


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
