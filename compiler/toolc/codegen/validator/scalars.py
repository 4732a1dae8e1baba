"""Keywords of strings and numbers (JSON Schema 2020-12 validation, 6.2 and 6.3)."""

from fractions import Fraction

from toolc.codegen.text import Code, pyrepr
from toolc.codegen.validator.body import Body, Spot
from toolc.codegen.validator.errors import UnsupportedPatternError
from toolc.codegen.validator.patterns import PatternError, pattern_source
from toolc.codegen.validator.registry import Place
from toolc.runtime.checks import short
from toolc.runtime.formats import NUMERIC, TEXTUAL

__all__ = [
    "compiled_pattern",
    "counted",
    "exclusive_maximum",
    "exclusive_minimum",
    "max_length",
    "maximum",
    "min_length",
    "minimum",
    "multiple_of",
    "number_format",
    "pattern",
    "text_format",
]


def counted(number: int, noun: str) -> str:
    """`1 item`, `2 items`; for `property` the plural is its own."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def min_length(body: Body, place: Place, spot: Spot) -> None:
    """`minLength`, in code points."""
    limit = place.count("minLength")
    if limit > 0:
        size = f"len({spot.name})"
        wanted = f"must have at least {counted(limit, 'character')}; has "
        body.fail_if(f"{size} < {limit}", spot, "minLength", wanted, Code(size))


def max_length(body: Body, place: Place, spot: Spot) -> None:
    """`maxLength`, in code points."""
    limit = place.count("maxLength")
    size = f"len({spot.name})"
    wanted = f"must have at most {counted(limit, 'character')}; has "
    body.fail_if(f"{size} > {limit}", spot, "maxLength", wanted, Code(size))


def pattern(body: Body, place: Place, spot: Spot) -> None:
    """`pattern`, which may match anywhere in the string."""
    expression = place.text("pattern")
    names = [part for part in spot.path[-1:] if isinstance(part, str)]
    constant = compiled_pattern(
        body, place, f"{place.pointer}/pattern", expression, "_".join([*names, "pattern"])
    )
    wanted = f"must match {short(expression)[1:-1]}"
    body.reject_if(f"{constant}.search({spot.name}) is None", spot, "pattern", wanted)


def compiled_pattern(body: Body, place: Place, pointer: str, expression: str, purpose: str) -> str:
    """The constant for a compiled pattern, or UnsupportedPatternError with its pointer."""
    try:
        translated = pattern_source(expression)
    except PatternError as error:
        raise UnsupportedPatternError(place.document, pointer, str(error)) from None
    if "unicode_class(" in translated.text:
        body.helper("unicode_class")
    module = body.emitter.module
    made = translated.expression(module.standard("re"), module.helper("BoundedPattern"))
    return module.constant(purpose, made)


def text_format(body: Body, place: Place, spot: Spot) -> None:
    """`format`, of text."""
    if place.schema["format"] in TEXTUAL:
        _format(body, place.schema["format"], spot)


def number_format(body: Body, place: Place, spot: Spot) -> None:
    """`format`, of numbers."""
    if place.schema["format"] in NUMERIC:
        _format(body, place.schema["format"], spot)


def _format(body: Body, name: str, spot: Spot) -> None:
    test = body.emitter.module.constant(
        f"is_{name}", f"{body.helper('format_test')}({pyrepr(name)})"
    )
    body.reject_if(f"not {test}({spot.name})", spot, "format", f"must be of the format {name}")


def minimum(body: Body, place: Place, spot: Spot) -> None:
    """`minimum`."""
    _bound(body, place, spot, "minimum", "<", "at least")


def exclusive_minimum(body: Body, place: Place, spot: Spot) -> None:
    """`exclusiveMinimum`."""
    _bound(body, place, spot, "exclusiveMinimum", "<=", "more than")


def maximum(body: Body, place: Place, spot: Spot) -> None:
    """`maximum`."""
    _bound(body, place, spot, "maximum", ">", "at most")


def exclusive_maximum(body: Body, place: Place, spot: Spot) -> None:
    """`exclusiveMaximum`."""
    _bound(body, place, spot, "exclusiveMaximum", ">=", "less than")


def _bound(body: Body, place: Place, spot: Spot, keyword: str, beyond: str, words: str) -> None:
    limit = place.number(keyword)
    test = f"{spot.name} {beyond} {pyrepr(limit)}"
    body.reject_if(test, spot, keyword, f"must be {words} {short(limit)}")


def multiple_of(body: Body, place: Place, spot: Spot) -> None:
    """`multipleOf`, exact: a float is the decimal it is written as."""
    divisor = place.number("multipleOf")
    if divisor <= 0:
        raise place.wrong("multipleOf", "more than 0")
    exact = Fraction(repr(divisor))
    if exact.denominator == 1:
        step = pyrepr(exact.numerator)
    else:
        module = body.emitter.module
        call = f"{module.standard('fractions')}.Fraction({exact.numerator}, {exact.denominator})"
        step = module.constant("step", call)
    test = f"not {body.helper('is_multiple')}({spot.name}, {step})"
    body.reject_if(test, spot, "multipleOf", f"must be a multiple of {short(divisor)}")
