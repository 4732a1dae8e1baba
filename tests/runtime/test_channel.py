"""White space around calls is nobody's text."""

import pytest

from toolc.runtime.channel import MAX_HELD, Channel

BREAK = None


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([" a  b ", "\n"], " a  b \n"),
        (["a \n", BREAK, "\n\nb"], "a\n\nb"),
        (["a\n", BREAK, "b"], "a\nb"),
        (["a", BREAK, "b"], "ab"),
        (["a\n", BREAK, "\n", BREAK, " ", "b"], "a b"),
        ([" \n", BREAK, "\nb"], "b"),
        (["a\n", BREAK, "\n"], "a"),
        (["\n "], "\n "),
        (["a", " " * (3 * MAX_HELD), "b"], "a" + " " * (3 * MAX_HELD) + "b"),
        (["a", BREAK, " " * (3 * MAX_HELD), "b"], "a" + " " * MAX_HELD + "b"),
    ],
)
@pytest.mark.parametrize("by_character", [False, True])
def test_text(parts: list[str | None], text: str, *, by_character: bool) -> None:
    sent: list[str] = []
    channel = Channel(sent.append, frame=False)
    for part in parts:
        if part is BREAK:
            channel.break_off()
        else:
            for piece in part if by_character else [part]:
                channel.say(piece)
    channel.end()
    assert "".join(sent) == text


def test_a_framed_channel_drops_white_space_at_its_ends() -> None:
    sent: list[str] = []
    channel = Channel(sent.append, frame=True)
    for piece in ("\n", " one", " two\n"):
        channel.say(piece)
    channel.break_off()
    channel.say("\nthree\n")
    channel.end()
    assert "".join(sent) == "one two\nthree"
