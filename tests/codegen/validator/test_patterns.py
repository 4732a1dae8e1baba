"""Patterns in generated code: what is bounded and how, and that a bound changes no verdict."""

import random
import re
from typing import Any

import pytest

from toolc.codegen.validator import UnsupportedPatternError, compile_validator
from toolc.codegen.validator.ambiguity import ambiguity
from toolc.codegen.validator.automata import NoProgramError, program
from toolc.codegen.validator.patterns import PatternError, pattern_source
from toolc.ir.patterns import parse_pattern
from toolc.runtime.bounded_patterns import BoundedPattern
from toolc.runtime.ecma_patterns import translate

HARMLESS = (
    "^[a-z]+$",
    r"^\d{1,3}(\.\d{1,3}){3}$",
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
    r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$",
    "^(?=.*[A-Z])(?=.*[0-9]).{8,}$",
    "^https?://.*$",
    "^#[0-9a-f]{6}$",
    "foo|bar",
    r"\S",
    r"^\p{L}+(-\p{L}+)*$",
    "^(AF|AX|AL)$",
    "^.{1,2000}$",
    "^(a|ab)(c|bcd)d*$",
    "^(aa|ab)*$",
)
POLYNOMIAL = (
    (r"\d+px", 2),
    ("^[^@]+@[^@]+\\.[^@]+$", 2),
    ("^.*,.*,$", 2),
    ("^a*a*a*b$", 3),
    (r"\s+$", 2),
)
EXPONENTIAL = (
    "^(a+)+$",
    "^(a*)*b$",
    "^(a|a)*$",
    "^(a|b|ab)*c$",
    r"^([a-z]+\s?)+$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(x?){25}y",
    "^(a?){30}a{30}$",
    "^(.*a){12}$",
    "^(a+a+)+$",
    "^((ab)*|(ab)+)*$",
    "^" + "a?" * 30 + "a" * 30 + "$",
    r"^(\w+\s*)*$",
    "^((a|b)*(a|b)*)*c$",
)
REFUSED = (
    "^(?!.*(a+)+$).*$",
    r"^((\w+)\2)+$",
    "^(a{1,900}){1,900}$",
    r"^(a+)+(?=b)$",
)


@pytest.mark.parametrize("pattern", HARMLESS)
def test_a_harmless_pattern_is_left_to_re(pattern: str) -> None:
    source = pattern_source(pattern)
    assert source.short is None
    assert source.expression("re", "BoundedPattern").startswith("re.compile(")


@pytest.mark.parametrize(("pattern", "power"), POLYNOMIAL)
def test_long_texts_go_to_the_machine_by_the_power(pattern: str, power: int) -> None:
    found = ambiguity(parse_pattern(pattern))
    assert (found.is_exponential, found.power) == (False, power)
    source = pattern_source(pattern)
    assert source.short == int(10 ** (6 / power))
    assert source.program


@pytest.mark.parametrize("pattern", EXPONENTIAL)
def test_all_texts_of_a_catastrophic_pattern_go_to_the_machine(pattern: str) -> None:
    assert ambiguity(parse_pattern(pattern)).is_exponential
    source = pattern_source(pattern)
    assert source.short == 0
    assert source.program


@pytest.mark.parametrize("pattern", REFUSED)
def test_what_can_not_be_bounded_is_refused_with_its_place(pattern: str) -> None:
    with pytest.raises(PatternError, match="exponential"):
        pattern_source(pattern)
    with pytest.raises(UnsupportedPatternError) as refused:
        compile_validator({"properties": {"a": {"pattern": pattern}}})
    assert refused.value.pointer == "/properties/a/pattern"


@pytest.mark.parametrize(
    "pattern", [*HARMLESS, *(pattern for pattern, _ in POLYNOMIAL), *EXPONENTIAL]
)
def test_every_verdict_comes_in_bounded_time(pattern: str) -> None:
    check = compile_validator({"pattern": pattern})  # without a bound this would never end
    for text in ("a" * 30_000 + "!", "ab" * 2_000 + "!", "a " * 2_000, "1" * 20_000, "," * 9_000):
        assert isinstance(check(text), list)


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("^(a+)+$", ["a", "a" * 50], ["", "a" * 50 + "!", "a\n"]),
        (r"^(\w+\s?)+$", ["two words"], ["no!", " x"]),
        (r"^((x+x+)+y|\bz)$", ["xxy", "z"], ["x" * 60, "az"]),
        (r"^(\p{L}+)+$", ["Zoë"], ["Zoë1"]),
        ("(a+)+b", ["xxaab!"], ["a" * 60]),
        (r"\B(a+)+\b", ["xaa!", "baa"], ["a", "aa1"]),
    ],
)
def test_a_bounded_pattern_means_what_it_says(pattern: str, yes: list[str], no: list[str]) -> None:
    check = compile_validator({"pattern": pattern})
    assert [text for text in yes if check(text)] == []
    assert [text for text in no if not check(text)] == []


def random_pattern(draw: random.Random, depth: int) -> str:
    if depth == 0:
        return draw.choice(["a", "b", ".", "[ab]", "[^a]", r"\w", r"\s", "^", "$", r"\b", r"\B"])
    inner = [random_pattern(draw, depth - 1) for _ in range(draw.randint(1, 3))]
    quantifier = draw.choice(["", "", "*", "+", "?", "{2}", "{1,3}", "{2,}"])
    joined = draw.choice(["", "|"]).join(inner)
    return f"(?:{joined}){quantifier}"


@pytest.mark.parametrize("seed", range(150))
def test_the_machine_agrees_with_re(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - a seed is wanted
    pattern = random_pattern(draw, 2)
    [text] = [part for part in translate(pattern) if isinstance(part, str)]
    quick = re.compile(text)
    machine = BoundedPattern(quick, -1, program(parse_pattern(pattern)))
    texts = ["", "a", "b", "ab", "a b", "aab", "\n", "a\nb", "b1 ", "_a", "é", "aé a"]
    texts += ["".join(draw.choices("ab \n1", k=9)) for _ in range(20)]
    found = [machine.search(it) is not None for it in texts]
    assert found == [quick.search(it) is not None for it in texts]


def test_the_memory_of_a_machine_is_bounded() -> None:
    machine = BoundedPattern(re.compile("x"), -1, program(parse_pattern("^(a|.)*x$")))
    for start in range(0, 40_000, 1_000):
        assert not machine.search("".join(map(chr, range(start + 100, start + 1_100))))
    known: dict[Any, Any] = machine._known  # noqa: SLF001 - what is bounded
    assert len(known) < 10_000


def test_programs_of_what_is_not_regular_or_too_long_are_refused() -> None:
    for pattern in ("(?=a)b", "(a{100}){100}"):
        with pytest.raises(NoProgramError):
            program(parse_pattern(pattern))
