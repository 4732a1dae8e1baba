"""Long lines stand as `ruff format` would leave them; it is the referee."""

import subprocess
import sysconfig

import pytest

from toolc.codegen.layout import WIDTH, joined
from toolc.codegen.text import pyrepr
from toolc.codegen.wrapping import wrapped, wrapped_all

LONG = "a_value_of_some_length"
TEXT = "some words for the reader, with (brackets], commas and ' or ' in them"
STATEMENTS = (
    f'errors.append("{TEXT * 2}")',
    f'errors.append(wrong(f"{{pointer(at)}}/{LONG}/{LONG}", "must be an array", {LONG}_item))',
    f'errors.append(wrong("/{LONG}", "{TEXT}", {LONG}, _CHOICES_OF_{LONG.upper()}))',
    f"errors.extend(nearest({LONG}, (at, {pyrepr(TEXT)}, {LONG}), (_check_{LONG}, _check_b)))",
    f"errors.extend(nearest({LONG}_of_some_sort, (at, {pyrepr(TEXT)}), (_check_{LONG},)))",
    f"_check_{LONG}({LONG}, (at, {pyrepr(LONG)}, {LONG}_index), errors, {LONG}_evaluated)",
    f"hits = _fits_{LONG}_any_of_0({LONG}) + _fits_{LONG}_any_of_1({LONG}) + _fits_b(value)",
    f"hits = sum(1 for {LONG} in {LONG}_which_is_longer_still if _fits_{LONG}({LONG}))",
    f"{LONG}_of_some_other_object = {LONG}_of_an_object_with_a_longer_name[{pyrepr(LONG)}]",
    f"{LONG}_of_some_other_object = {LONG}_of_an_object_with_a_longer_name_2[{pyrepr(LONG)}]",
    f"return {LONG}.__class__ is str and {LONG} in _CHOICES_OF_{LONG.upper()} or {LONG} is None",
    f"return not is_one_of({LONG}_of_some_other_object, _CHOICES_OF_{LONG.upper()}_AND_MORE_OF_IT)",
    f"_CHOICES = frozenset({{{', '.join(pyrepr(LONG + str(i)) for i in range(8))}}})",
    f"_CHOICES = choices({', '.join(pyrepr(LONG + str(i)) for i in range(8))}, 1, None)",
    f"_PATTERN = re.compile({pyrepr(TEXT * 2)})",
)
TESTS = (
    f"not (_fits_{LONG}_any_of_0({LONG}) or _fits_{LONG}_any_of_1({LONG}))",
    f"not _KEYS_OF_{LONG.upper()}_AND_MORE.issuperset({LONG}_of_an_object_with_a_longer_name)",
    f"{LONG}.__class__ is not str or {LONG} not in _CHOICES_OF_{LONG.upper()}_AND_MORE",
    f"{LONG}_item.__class__ is int or is_integer({LONG}_item_of_an_object_with_a_longer_name)",
    f"_PATTERN_OF_{LONG.upper()}.search({LONG}_of_an_object_with_a_longer_name) is None",
    f"{pyrepr(TEXT)} not in {LONG}_of_an_object_with_a_name",
)
FIELDS = (
    f"{LONG}: Model{LONG}Item | Model{LONG}Value | None = None",
    f"{LONG}: Model{LONG}Item | Model{LONG}Value | dict[str, Model{LONG}] | None = None",
    f"{LONG}: Model{LONG}Item | Model{LONG}Value | Model{LONG}",
    f"{LONG}: list[Model{LONG}Item | Model{LONG}Value | Model{LONG}More] | None = None",
    f"{LONG}: Literal[{pyrepr(TEXT)}, {pyrepr(LONG)}, 1] | None = None",
    f"{LONG}: Literal[{pyrepr(TEXT)}, {pyrepr(LONG)}, 1] = 1",
    f"{LONG}: str | None = Field(default=None, alias={pyrepr(TEXT)})",
    f'{LONG}: "list[Model{LONG}] | None" = Field(default=None, alias={pyrepr(LONG)})',
    f"{LONG}: dict[str, Model{LONG}WithALongerNameToFill] | None = None",
    f"{LONG}_of_some_other_sort: Model{LONG}WithALongerNameThatFillsTheLine",
)


def formatted(source: str) -> str:
    """A source as `ruff format` leaves it."""
    done = subprocess.run(  # noqa: S603 - the project's own tool
        [
            f"{sysconfig.get_path('scripts')}/ruff",
            "format",
            "--isolated",
            f"--line-length={WIDTH}",
            "-",
        ],
        input=source,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("pad", ["    ", " " * 16])
def test_statements_and_tests(pad: str) -> None:
    levels = [" " * depth + "if x:" for depth in range(0, len(pad), 4)]
    loops = [
        f"for {LONG}_index, {LONG}_item in enumerate({LONG}_of_an_object_with_a_longer_name, 2):",
        f"for {LONG}_of_some_sort_item in {LONG}_of_an_object_with_a_longer_name_item:",
    ]
    lines = [f"{pad}{line}" for line in STATEMENTS if not line.startswith("return")]
    for head in [*loops, *(f"if {test}:" for test in TESTS)]:
        lines += [f"{pad}{head}", f"{pad}    pass"]
    source = "\n".join([*levels, *lines]) + "\n"
    made = wrapped_all(source)
    assert made != source
    assert made == formatted(made)


def test_functions_and_fields() -> None:
    parameters = "value: Any, at: Path, errors: list[str], known: set[str | int]"
    head = f"def _check_{LONG}_of_some_sort({parameters}) -> None:"
    returns = [f"    {line}" for line in STATEMENTS if line.startswith("return")]
    fields = [f"    {line}" for line in FIELDS]
    source = "\n".join(["class Model:", *fields, "", "", head, *returns]) + "\n"
    made = wrapped_all(source)
    assert sum(len(line) > WIDTH for line in source.split("\n")) == len([head, *returns, *fields])
    assert made == formatted(made)


@pytest.mark.parametrize("line", ["x = 1", "# " + "a comment " * 20, " " * 8 + "else:"])
def test_what_fits_or_cannot_be_broken_stays(line: str) -> None:
    assert wrapped(line) == [line]


@pytest.mark.parametrize(
    "text",
    [
        "one",
        "two\nlines",
        "many\n" * 40,
        "words " * 80,
        "x" * 300,
        "'\"\\" * 60,
        "é " * 90,
        "a \n\nb" * 30,
    ],
)
def test_texts(text: str) -> None:
    made = f"f(\n    description={joined(text, 4, len('description=,'))},\n)\n"
    assert eval(joined(text)) == text  # noqa: S307 - a literal that we wrote
    assert made == formatted(made)
    if " " in text:
        assert max(map(len, made.split("\n"))) <= WIDTH
