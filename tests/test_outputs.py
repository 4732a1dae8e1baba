"""The output folder: whole, minimal, and nobody else's files."""

import json
from pathlib import Path

import pytest

from toolc import outputs
from toolc.outputs import differences, digest, encoded, json_text, kept_files, write_folder


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


def test_writes_every_file_and_leaves_nothing_beside_them(tmp_path: Path) -> None:
    write_folder(tmp_path / "out" / "kit", {"a": "1", "b": "2"}, {})
    assert contents(tmp_path / "out" / "kit") == {"a": "1", "b": "2"}
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["kit"]


def test_removes_what_an_earlier_build_wrote_and_no_longer_writes(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("old")
    (tmp_path / "edited").write_text("by hand")
    (tmp_path / "mine").write_text("mine")
    write_folder(tmp_path, {"a": "1"}, {"old": digest("old"), "edited": digest("as built")})
    assert contents(tmp_path) == {"a": "1", "edited": "by hand", "mine": "mine"}


def test_what_was_changed_by_hand_is_kept_and_told(tmp_path: Path) -> None:
    (tmp_path / "edited").write_text("by hand")
    earlier = {"edited": digest("as built"), "gone": digest("x"), "\0": digest("y")}
    write_folder(tmp_path, {"a": "1"}, earlier)
    assert kept_files(tmp_path, {"a": "1"}, earlier) == ["edited"]
    ((name, state, _),) = differences(tmp_path, {"a": "1"}, earlier)
    assert (name, state) == ("edited", "is no longer written; it was changed by hand")
    assert kept_files(tmp_path, {"a": "1", "edited": "2"}, earlier) == []


def test_a_folder_in_place_of_a_file_stops_all_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(IsADirectoryError) as raised:
        write_folder(tmp_path, {"a": "1", "b": "2"}, {})
    assert raised.value.filename == str(tmp_path / "b")
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


@pytest.mark.parametrize(
    "name", ["../outside", "/etc/passwd", "..", "sub/../../outside", "link/file", "a\0b"]
)
def test_a_lock_can_name_no_file_outside_of_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "outside").write_text("x")
    (tmp_path / "kit" / "sub").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "file").write_text("x")
    (tmp_path / "kit" / "link").symlink_to(tmp_path / "elsewhere")
    write_folder(tmp_path / "kit", {"a": "1"}, {name: digest("x")})
    assert (tmp_path / "outside").exists()
    assert (tmp_path / "elsewhere" / "file").exists()


def test_files_in_folders_within_come_and_go_with_them(tmp_path: Path) -> None:
    first = {"a": "1", "sub/b": "2", "sub/deep/c": "3"}
    write_folder(tmp_path, first, {})
    assert (tmp_path / "sub" / "deep" / "c").read_text() == "3"
    write_folder(tmp_path, {"a": "1"}, {name: digest(text) for name, text in first.items()})
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_failure_while_writing_leaves_the_folder_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kit"
    write_folder(folder, {"a": "1", "b": "1"}, {})

    def fail_on_b(text: str) -> bytes:
        if text == "b2":
            raise OSError(28, "no space left")
        return text.encode()

    monkeypatch.setattr(outputs, "encoded", fail_on_b)
    with pytest.raises(OSError, match="no space left"):
        write_folder(folder, {"a": "a2", "b": "b2"}, {})
    assert contents(folder) == {"a": "1", "b": "1"}
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]


def test_differences_are_what_writing_would_change(tmp_path: Path) -> None:
    write_folder(tmp_path, {"same": "1\n", "other": "1\n2\n", "gone": "x"}, {})
    found = list(
        differences(tmp_path, {"same": "1\n", "other": "1\n3\n", "new": "y"}, {"gone": digest("x")})
    )
    assert [(name, state) for name, state, _ in found] == [
        ("other", "is not what its sources give"),
        ("new", "is missing"),
        ("gone", "is no longer written"),
    ]
    assert found[0][2].splitlines() == ["@@ line 2", "-2", "+3"]


def test_a_diff_is_short_however_long_the_file(tmp_path: Path) -> None:
    before = "".join(f"{i} {'x' * 500}\n" for i in range(5000))
    write_folder(tmp_path, {"a": before}, {})
    ((_, _, diff),) = differences(tmp_path, {"a": before.replace("x", "y")}, {})
    assert len(diff.splitlines()) <= 12
    assert max(map(len, diff.splitlines())) <= 120


def test_a_lone_surrogate_is_written_as_json_writes_it() -> None:
    text = json_text({"a": "\ud83d", "b": "é"})
    assert json.loads(encoded(text)) == {"a": "\ud83d", "b": "é"}
    assert "é".encode() in encoded(text)
    assert text.endswith("}\n")
