"""What a model is told: the words, and that they stay short."""

from toolc.runtime import messages

FORM = '<tool_call name="{name}">{ ... }</tool_call>'


def test_invalid() -> None:
    errors = ['/priority: must be one of "low", "medium", "high"; got "urgent"', "/queue: missing"]
    assert messages.invalid("create_ticket", errors, FORM) == (
        "The call to create_ticket was not run.\n"
        '/priority: must be one of "low", "medium", "high"; got "urgent"\n'
        "/queue: missing\n"
        'Write it again as <tool_call name="create_ticket">{ ... }</tool_call> '
        "with these two mended."
    )


def test_cut_off() -> None:
    assert messages.cut_off("write_file", by_limit=True) == (
        "The call to write_file was cut off by the output limit and was not run. "
        "Make it again in smaller pieces."
    )
    assert messages.cut_off("", by_limit=False) == (
        "A call was not finished and was not run. Write it again, to its end."
    )


def test_unknown_and_ambiguous() -> None:
    assert messages.unknown("set_wether", ("get_weather", "set_alarm")) == (
        'There is no tool "set_wether". Nearest: get_weather, set_alarm. Nothing was run.'
    )
    assert messages.ambiguous("ReadFile", ("read_file", "read-file")) == (
        '"ReadFile" could be read_file, read-file. Nothing was run. Use the exact name.'
    )


def test_unreadable_and_limit() -> None:
    assert messages.unreadable("f", "a bare word", FORM) == (
        "The call to f could not be read and was not run: a bare word. "
        'Write it as <tool_call name="f">{ ... }</tool_call>'
    )
    assert messages.limit("f", "its arguments are too long") == (
        "The call to f was not run: its arguments are too long."
    )


def test_nothing_a_model_wrote_makes_them_long() -> None:
    long = "x\n{name}" * 10_000
    told = [
        messages.invalid(long, [long] * 1_000, FORM),
        messages.cut_off(long, by_limit=True),
        messages.unknown(long, (long, long, long)),
        messages.ambiguous(long, [long] * 1_000),
        messages.unreadable(long, long, FORM),
        messages.limit(long, "too long"),
    ]
    assert max(map(len, told)) < 4_000
    assert "and 990 more" in told[0]
