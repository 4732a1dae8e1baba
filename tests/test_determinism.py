"""Same input, same bytes: on another hash seed, from another folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import toolc

QUICKSTART = Path(__file__).parents[1] / "examples" / "quickstart"


def build(folder: Path, out: Path, seed: str, cwd: Path) -> dict[str, bytes]:
    subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "toolc", "build", "-q", str(folder), "--out", str(out)],
        check=True,
        cwd=cwd,
        env={
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": str(Path(toolc.__file__).parents[1]),
        },
    )
    return {path.name: path.read_bytes() for path in (out / "quickstart").iterdir()}


def test_a_build_depends_on_neither_hash_seed_nor_folder(tmp_path: Path) -> None:
    copy = tmp_path / "another" / "folder"
    shutil.copytree(QUICKSTART, copy, ignore=shutil.ignore_patterns("generated"))
    here = build(QUICKSTART, tmp_path / "one", seed="1", cwd=tmp_path)
    there = build(copy, tmp_path / "two", seed="4242", cwd=copy)
    assert here.keys() == there.keys()
    assert [name for name in here if here[name] != there[name]] == []
