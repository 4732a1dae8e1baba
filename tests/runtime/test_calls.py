"""The JSON that results are printed as."""

from toolc.runtime import Failure, ParseResult, ToolCall


def test_to_json() -> None:
    call = ToolCall("call_1", "now", {"a": 1}, repaired=True, repairs=["escapes"], raw="{}")
    failure = Failure("limit", "why", "raw")
    assert ParseResult("t", "r", [call], [failure]).to_json() == {
        "text": "t",
        "reasoning": "r",
        "calls": [
            {
                "id": "call_1",
                "name": "now",
                "arguments": {"a": 1},
                "repaired": True,
                "repairs": ["escapes"],
                "raw": "{}",
            }
        ],
        "failures": [{"kind": "limit", "message": "why", "raw": "raw"}],
    }
