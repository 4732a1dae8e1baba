"""Cases as folders: `input.yaml` and what is expected of it under `expected/`.

`pytest --update-corpus 'passes/strictify/*'` writes the expectations of the cases that the glob
names anew; the diff is then read as code.
"""

from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml

__all__ = ["Case", "cases", "updating"]

CORPUS = Path(__file__).parent / "corpus"

updating: list[str] = []
"""The glob given by `--update-corpus`, if any (filled by conftest.py)."""


@dataclass(frozen=True)
class Case:
    """One case: its name below the area, its parsed input, its folder."""

    area: str
    name: str
    input: Any
    folder: Path

    def expect(self, file: str, text: str) -> None:
        """Compare with a file under `expected/`; a missing file means the empty text."""
        path = self.folder / "expected" / file
        if any(fnmatch(f"{self.area}/{self.name}", glob) for glob in updating):
            path.parent.mkdir(exist_ok=True)
            if text:
                path.write_text(text, encoding="utf-8")
            else:
                path.unlink(missing_ok=True)
        expected = path.read_text(encoding="utf-8") if path.exists() else ""
        assert text == expected, f"{path} differs; see --update-corpus"


def cases(area: str) -> list[Case]:
    """The cases of one area, sorted by name."""
    root = CORPUS / area
    return [
        Case(
            area,
            path.parent.relative_to(root).as_posix(),
            yaml.safe_load(path.read_text(encoding="utf-8")),
            path.parent,
        )
        for path in sorted(root.rglob("input.yaml"))
    ]
