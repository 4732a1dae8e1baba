"""A file is written whole or not at all."""

import os
from pathlib import Path

import pytest

from toolc.cli.lines import open_input, written
from toolc.diagnostics.errors import InputError


def test_a_file_is_there_once_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("old")
    with written(path) as write:
        write(b"new\n")
        assert path.read_text() == "old"
    assert path.read_text() == "new\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_not_finished_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        _write_and_break_off(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one(tmp_path: Path) -> None:
    link, real = tmp_path / "link", tmp_path / "real"
    real.touch()
    link.symlink_to(real)
    with written(link) as write:
        write(b"new")
    assert (link.is_symlink(), real.read_text()) == (True, "new")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_what_is_no_regular_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with written(pipe) as write:
        write(b"new")
    assert os.read(reader, 9) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


def _write_and_break_off(path: Path) -> None:
    with written(path) as write:
        write(b"new")
        raise KeyboardInterrupt


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open
    monkeypatch.setattr(Path, "open", lambda _, mode: opened(Path("/dev/full"), mode))
    with (
        pytest.raises(InputError, match="no space left"),
        written(tmp_path / "a") as write,
    ):
        write(b"x" * 1_000_000)


def test_closed_standard_input_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="it is closed"), open_input("-"):
        pass
