"""Tables on the terminal."""

from toolc.cli.table import table

COLUMNS = {"name": lambda row: row[0], "tools": lambda row: row[1], "mode": lambda row: row[2]}


def test_text_stands_to_the_left_and_numbers_to_the_right() -> None:
    rows = [("a", 7, "native"), ("long name", "unknown", "x")]
    assert table(COLUMNS, rows) == (
        "  name          tools   mode\n  a                 7   native\n  long name   unknown   x\n"
    )


def test_without_rows_there_are_the_heads() -> None:
    assert table(COLUMNS, []) == "  name   tools   mode\n"
