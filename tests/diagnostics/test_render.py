"""What a user sees of a diagnostic, on a terminal and as JSON."""

from pathlib import Path
from typing import Any

import pytest

from toolc.diagnostics.codes import TOO_DEEP
from toolc.diagnostics.diagnostic import Diagnostic, LossKind, Origin
from toolc.diagnostics.render import plain, render_json, render_text
from toolc.diagnostics.sources import Sources

TEXT = 'paths:\n  /pet:\n    $ref: "#/components/Catt"\n'


def dangling(file: str = "pets.yaml", pointer: str = "/paths/~1pet/$ref") -> Diagnostic:
    origin = Origin(file=file, pointer=pointer)
    message = "`$ref` points to `#/components/Catt`, which does not exist"
    return Diagnostic(
        code="TC204", severity="error", message=message, origin=origin, help="did you mean `Cat`?"
    )


def test_the_whole_block() -> None:
    assert render_text([dangling()], Sources({"pets.yaml": TEXT})) == (
        "pets.yaml:3:11: error[TC204]: `$ref` points to `#/components/Catt`, which does not exist\n"
        '  3 |     $ref: "#/components/Catt"\n'
        "    |           ^^^^^^^^^^^^^^^^^^^\n"
        "  at: /paths/~1pet/$ref\n"
        "  help: did you mean `Cat`?      toolc explain TC204\n"
    )


def test_nothing_for_nothing() -> None:
    assert render_text([]) == ""
    assert render_json([]) == []


def test_colour_only_when_asked() -> None:
    sources = Sources({"pets.yaml": TEXT})
    assert "\x1b" not in render_text([dangling()], sources)
    assert "\x1b[1;31merror[TC204]\x1b[0m" in render_text([dangling()], sources, colour=True)


def test_without_a_text_there_is_no_line_and_no_snippet() -> None:
    shown = render_text([dangling(file="<dict>")])
    assert shown.startswith("<dict>: error[TC204]")
    assert " | " not in shown


def test_a_syntax_error_brings_its_own_line() -> None:
    origin = Origin(file="a.json", line=2, column=3)
    shown = render_text([TOO_DEEP.at(origin=origin, limit=5)], Sources({"a.json": "[\n\t\t[[["}))
    assert "a.json:2:3: error[TC106]" in shown
    assert "  2 |   [[[\n    |   ^\n" in shown


def test_many_of_a_kind_are_counted() -> None:
    items = [dangling(pointer=f"/{index}") for index in range(21)]
    shown = render_text(items, most=2)
    assert shown.count("error[TC204]") == 2
    assert "  19 more of this kind (--verbose shows them): toolc explain TC204\n" in shown
    assert render_text(items, most=None).count("error[TC204]") == 21


def test_a_long_line_is_cropped_around_the_place() -> None:
    text = '{"before": "' + "x" * 5000 + '", "$ref": "#/nowhere", "after": "' + "y" * 5000 + '"}'
    shown = render_text([dangling("a.json", "/$ref")], Sources({"a.json": text})).splitlines()
    assert len(shown[1]) < 120
    marked = shown[1][shown[2].index("^") : shown[2].rindex("^") + 1]
    assert marked == '"#/nowhere"'


@pytest.mark.parametrize("hostile", ["\x1b[2J", "\x07", "\r", "\u202e", "\x9b1m", "\x00"])
def test_the_users_words_do_not_move_the_cursor(hostile: str) -> None:
    item = Diagnostic(
        code="TC204",
        severity="error",
        message=f"a{hostile}b",
        tool=f"t{hostile}",
        pointer=f"/p{hostile}",
        origin=Origin(file=f"f{hostile}", line=1, column=1),
        help=f"h{hostile}",
        witness=f"w{hostile}",
        witnessed=True,
    )
    shown = render_text([item], Sources({f"f{hostile}": f"text {hostile} text"}))
    assert hostile not in shown
    assert plain(hostile).startswith("\\")


def test_a_message_of_megabytes_does_not_flood_the_screen() -> None:
    long: dict[str, Any] = {"message": "x" * 3_000_000, "witness": "y" * 10**6, "witnessed": True}
    item = Diagnostic(code="TC204", severity="error", **long)
    assert len(render_text([item])) < 10_000


def test_a_message_stays_on_its_line() -> None:
    item = Diagnostic(code="TC204", severity="error", message="two\nlines")
    assert render_text([item]) == "error[TC204]: two lines\n"


def test_json_has_the_documented_keys() -> None:
    [record] = render_json([dangling()], Sources({"pets.yaml": TEXT}))
    assert record == {
        "code": "TC204",
        "severity": "error",
        "message": "`$ref` points to `#/components/Catt`, which does not exist",
        "tool": None,
        "pointer": "/paths/~1pet/$ref",
        "file": "pets.yaml",
        "line": 3,
        "column": 11,
        "help": "did you mean `Cat`?",
    }


def test_json_of_a_loss_has_what_losses_have() -> None:
    item = Diagnostic(
        code="TC312",
        severity="warning",
        message="m",
        tool="t",
        pointer="/a",
        kind="moved",
        witness=None,
        enforced_by="the generated validator",
    )
    [record] = render_json([item])
    assert (record["kind"], record["enforced_by"]) == ("moved", "the generated validator")
    assert "witness" not in record


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"witnessed": True, "witness": None}, {"witness": None}),
        ({"witnessed": True, "witness": {"a": 1}}, {"witness": {"a": 1}}),
        ({"witnessed": False}, {"witnessed": False}),
    ],
)
def test_json_of_a_loss_has_its_witness_or_says_that_there_is_none(
    fields: dict[str, Any], told: dict[str, Any]
) -> None:
    item = Diagnostic(code="TC312", severity="warning", message="m", kind="moved", **fields)
    [record] = render_json([item])
    assert {key: record[key] for key in record if key.startswith("witness")} == told


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("moved", "example it now lets through"),
        ("weakened", "example it now lets through"),
        ("narrowed", "example it can no longer say"),
    ],
)
def test_a_witness_is_shown_as_an_example(kind: LossKind, told: str) -> None:
    fields: dict[str, Any] = {"kind": kind, "witnessed": True, "witness": {"a": ["é"]}}
    item = Diagnostic(code="TC312", severity="warning", message="m", **fields)
    assert f'  {told}: {{"a": ["é"]}}\n' in render_text([item])


def test_a_file_is_read_from_disk_when_its_text_is_not_at_hand(tmp_path: Path) -> None:
    path = tmp_path / "pets.yaml"
    path.write_text(TEXT, encoding="utf-8")
    assert f"{path}:3:11: error" in render_text([dangling(file=str(path))])


def test_a_tool_name_with_a_line_break_stays_on_its_line() -> None:
    item = Diagnostic(code="TC312", severity="warning", message="m", tool="a\nb", pointer="/x\ny")
    assert "  in tool a b, at: /x y\n" in render_text([item])
