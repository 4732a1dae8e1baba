"""What lies beside a module is read when it is asked for, and not before."""

import sys
from pathlib import Path

import pytest

from toolc.runtime import LazyFiles, LazyModule


def test_files_are_read_when_asked_for(tmp_path: Path) -> None:
    files = LazyFiles(str(tmp_path / "kit.py"), {"a": "a.json", "b": "b.md", "gone": "gone.md"})
    (tmp_path / "a.json").write_text('{"x": "\u00e9"}', encoding="utf-8")
    (tmp_path / "b.md").write_text("text")
    assert (list(files), len(files)) == (["a", "b", "gone"], 3)
    assert files["a"] == {"x": "é"}
    assert files["a"] is files["a"]
    assert files["b"] == "text"
    with pytest.raises(OSError, match=r"gone\.md"):
        files["gone"]
    with pytest.raises(KeyError):
        files["other"]


def test_a_module_beside_a_file_is_imported_once(tmp_path: Path) -> None:
    (tmp_path / "kit_models.py").write_text("Thing = object()\n")
    lazy = LazyModule("kit_models", "somewhere", str(tmp_path / "kit.py"), None)
    again = LazyModule("kit_models", "somewhere", str(tmp_path / "kit.py"), None)
    with pytest.raises(AttributeError):
        lazy.__wrapped__  # noqa: B018 - asking is the test: it must import nothing
    assert "somewhere_models" not in sys.modules
    try:
        assert lazy.Thing is again.Thing
        with pytest.raises(AttributeError):
            lazy.Other  # noqa: B018 - asking is the test
    finally:
        del sys.modules["somewhere_models"]


def test_a_module_of_a_package_is_that_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lazy_kit"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "kit_models.py").write_text("from . import __name__ as package\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    lazy = LazyModule("kit_models", "lazy_kit.kit", str(folder / "kit.py"), "lazy_kit")
    assert lazy.package == "lazy_kit"
