"""The gate of a schema: `type`, `const` and `enum`, which a value must pass before all else."""

from dataclasses import dataclass
from typing import Any

from toolc.codegen.text import UnwritableValueError, pyrepr
from toolc.codegen.validator import types
from toolc.codegen.validator.body import Body, Spot
from toolc.codegen.validator.registry import Place
from toolc.codegen.validator.types import STRING, Types
from toolc.runtime.checks import same, short

__all__ = ["Gate", "gate", "gate_of_values"]

_NAMED = 12  # choices that a message names
_NAMED_LENGTH = 400  # and the characters it spends on them


@dataclass(frozen=True, slots=True)
class Gate:
    """What keeps a value out.

    `fails` is the test for that (empty: none is needed), and `keyword` what it stands for; `wanted`
    says what was wanted instead, and `known` names a constant to draw a hint from; `allowed` are
    the types of the values that get in.
    """

    fails: str
    keyword: str
    wanted: str
    allowed: Types
    known: str = ""

    def reject(self, body: Body, spot: Spot) -> None:
        """Write the failure."""
        body.reject(spot, self.keyword, self.wanted, self.known)


def gate(body: Body, place: Place, spot: Spot, declared: Types, proven: Types) -> Gate:
    """The gate of a schema whose `type` declares these types, for a value of the proven ones."""
    allowed = declared & proven
    if "const" in place.schema or "enum" in place.schema:
        return gate_of_values(body, place, spot, _values(place, allowed), proven)
    wanted = f"must be {types.worded(declared)}" if declared else "is not allowed"
    fails = "" if allowed == proven else types.fails(spot.name, allowed, body.helper)
    return Gate(fails, "type", wanted, allowed)


def gate_of_values(body: Body, place: Place, spot: Spot, values: list[Any], proven: Types) -> Gate:
    """The gate that lets in these values only."""
    keyword = "enum" if "enum" in place.schema else "const"
    if not values:
        return Gate("True", keyword, "is not allowed", frozenset())
    allowed = frozenset[str]().union(*map(types.of_value, values))
    try:
        if len(values) == 1:
            return Gate(_is_not(body, spot.name, values[0]), keyword, _wanted(values), allowed)
        fails, known = _is_none_of(body, spot, values, proven)
    except UnwritableValueError as error:
        raise place.wrong(keyword, f"plainer than {error}") from None
    return Gate(fails, keyword, _wanted(values), allowed, known)


def _values(place: Place, allowed: Types) -> list[Any]:
    """The values that `const` and `enum` let in together, without those of another type."""
    values = place.sequence("enum")
    if "const" in place.schema:
        const = place.schema["const"]
        is_listed = "enum" not in place.schema or any(same(const, value) for value in values)
        values = [const] if is_listed else []
    return [value for value in values if types.of_value(value) <= allowed]


def _wanted(values: list[Any]) -> str:
    if len(values) == 1:
        return f"must be {short(values[0])}"
    shown: list[str] = []
    for value in values[:_NAMED]:
        shown.append(short(value))
        if sum(map(len, shown)) > _NAMED_LENGTH:
            break
    more = f" and {len(values) - len(shown)} more" if len(shown) < len(values) else ""
    return f"must be one of {', '.join(shown)}{more}"


def _is_not(body: Body, name: str, value: Any) -> str:
    """The test that a value is not this one."""
    if value is None or isinstance(value, bool):
        return f"{name} is not {value!r}"
    if isinstance(value, str):
        return f"{name} != {pyrepr(value)}"
    return f"not {body.helper('same')}({name}, {pyrepr(value)})"


def _is_none_of(body: Body, spot: Spot, values: list[Any], proven: Types) -> tuple[str, str]:
    """The test that a value is none of these, and the constant that holds the strings of them."""
    purpose = "_".join([*(part for part in spot.path[-1:] if isinstance(part, str)), "choices"])
    strings = [value for value in values if isinstance(value, str)]
    others = [value for value in values if not isinstance(value, str)]
    if any(value is not None and not isinstance(value, bool) for value in others):
        listed = ", ".join(map(pyrepr, values))
        constant = body.emitter.module.constant(purpose, f"{body.helper('choices')}({listed})")
        return f"not {body.helper('is_one_of')}({spot.name}, {constant})", ""
    tests = [_is_not(body, spot.name, value) for value in others]
    if not strings:
        return " and ".join(tests), ""
    unique = ", ".join(map(pyrepr, dict.fromkeys(strings)))
    constant = body.emitter.module.constant(purpose, f"frozenset({{{unique}}})")
    absent = f"{spot.name} not in {constant}"
    if not proven <= STRING:
        # A list or a dict has no hash, and `in` would raise.
        absent = f"{spot.name}.__class__ is not str or {absent}"
        absent = f"({absent})" if tests else absent
    return " and ".join([*tests, absent]), constant
