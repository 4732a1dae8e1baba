"""The recipe for logs that one machine can't hold gives what `toolc replay` gives."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from toolc.runtime import SessionLog, parse

RECIPE = Path(__file__).parents[1] / "examples" / "replay_with_ray" / "replay.py"
GOOD = '<tool_call name="now">{}</tool_call>'


@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: toolc[ray]")
def test_the_recipe(tmp_path: Path) -> None:
    log = SessionLog([{"name": "now"}])
    same, lost = (log.reply("qwen3", text, parse(GOOD)) for text in (GOOD, "Hello."))
    for number in range(3):
        (tmp_path / f"{number}.jsonl").write_text(log.header + same + lost * number)
    result = subprocess.run(  # noqa: S603 - our own example
        [sys.executable, str(RECIPE), "changed.jsonl", "0.jsonl", "1.jsonl", "2.jsonl"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ":".join(sys.path), "RAY_USAGE_STATS_ENABLED": "0"},
    )
    assert result.returncode == 1, result.stderr
    assert "6 replies, 3 changed, 0 lines unread" in result.stdout
    assert (tmp_path / "changed.jsonl").read_text() == log.header + lost * 3
