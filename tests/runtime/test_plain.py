"""SDK objects become plain JSON."""

from dataclasses import dataclass
from datetime import date
from enum import Enum

import pytest
from pydantic import BaseModel

from toolc.runtime import UsageError
from toolc.runtime.plain import from_text, to_plain


class Finish(Enum):
    STOP = "stop"


class Model(BaseModel):
    finish: Finish
    inner: dict[str, int]


@dataclass
class Plain:
    a: int
    _b: int = 2


class Dumps:
    def to_dict(self) -> dict[str, object]:
        return {"day": date(2026, 11, 30), "raw": b"x"}


def test_to_plain() -> None:
    value = [Model(finish=Finish.STOP, inner={"n": 1}), (Plain(1), Dumps()), None]
    assert to_plain(value) == [
        {"finish": "stop", "inner": {"n": 1}},
        [{"a": 1}, {"day": "2026-11-30", "raw": "eA=="}],
        None,
    ]


def test_depth_and_text_are_checked() -> None:
    deep: list[object] = []
    for _ in range(1_000):
        deep = [deep]
    with pytest.raises(UsageError, match="nested deeper"):
        to_plain(deep)
    with pytest.raises(UsageError, match="not a JSON document"):
        from_text("{")
