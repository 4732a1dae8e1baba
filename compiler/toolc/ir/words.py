"""The rules of a schema in words: one phrase for each keyword, for a person or a model to read."""

import json
from collections.abc import Callable, Collection
from typing import Any

from toolc.ir.model import Schema
from toolc.ir.stamp import strip

__all__ = ["json_words", "phrases"]

_LONGEST_JSON = 400


def phrases(node: Schema, keywords: Collection[str]) -> list[str]:
    """What those keywords of a schema say, a phrase each, in a fixed order.

    >>> phrases({"minLength": 1, "maxLength": 200, "default": "x"}, {"minLength", "maxLength"})
    ['1 to 200 characters']
    """
    said: list[str] = []
    for group, say in _PHRASES.items():
        present = [key for key in group if key in node and key in keywords]
        if present:
            phrase = say(*(node[key] if key in present else None for key in group))
            if phrase:
                said.append(phrase)
    return said


def json_words(value: Any) -> str:
    """A value as short JSON, cut with `...` when it is long."""
    text = json.dumps(strip(value), ensure_ascii=False)
    return text if len(text) <= _LONGEST_JSON else text[:_LONGEST_JSON] + "..."


def _count(low: Any, high: Any, thing: str) -> str:
    if low is not None and high is not None:
        return f"exactly {low} {thing}" if low == high else f"{low} to {high} {thing}"
    if low is not None:
        return f"at least {low} {thing}"
    return f"at most {high} {thing}"


def _size(thing: str, things: str) -> Callable[[Any, Any], str]:
    def say(low: Any, high: Any) -> str:
        only_one = {low, high} <= {1, None}
        return _count(low, high, thing if only_one else things)

    return say


def _conditional(condition: Any, then: Any, otherwise: Any) -> str:
    if condition is None or (then is None and otherwise is None):
        return ""
    said = f"where it fits {json_words(condition)}"
    if then is not None:
        said += f" it also fits {json_words(then)}"
    if otherwise is not None:
        said += f"{' and' if then is not None else ''} otherwise it fits {json_words(otherwise)}"
    return said


def _needs(wanted: Any) -> str:
    return "; ".join(
        f"`{key}` needs {', '.join(f'`{other}`' for other in others)}"
        for key, others in wanted.items()
        if others
    )


def _places(places: Any, more: Any) -> str:
    if places is None:
        return ""
    said = f"the items in order fit {json_words(places)}"
    if more is False:
        return f"{said}, and there are no more"
    return (
        f"{said}, all further ones {json_words(more)}" if isinstance(more, dict) and more else said
    )


def _alternatives(how: str) -> Callable[[Any], str]:
    def say(branches: Any) -> str:
        return f"{how} of: " + "; ".join(map(_alternative, branches))

    return say


def _alternative(branch: Any) -> str:
    bare = strip(branch)
    if isinstance(bare, dict) and set(bare) == {"required"}:
        return "has " + " and ".join(f"`{key}`" for key in bare["required"])
    return f"fits {json_words(bare)}"


_PHRASES: dict[tuple[str, ...], Callable[..., str]] = {
    ("minLength", "maxLength"): _size("character", "characters"),
    ("pattern",): lambda pattern: f"matches {pattern}",
    ("format",): lambda name: f"format {name}",
    ("minimum",): lambda bound: f"minimum {json_words(bound)}",
    ("maximum",): lambda bound: f"maximum {json_words(bound)}",
    ("exclusiveMinimum",): lambda bound: f"more than {json_words(bound)}",
    ("exclusiveMaximum",): lambda bound: f"less than {json_words(bound)}",
    ("multipleOf",): lambda step: f"a multiple of {json_words(step)}",
    ("minItems", "maxItems"): _size("item", "items"),
    ("uniqueItems",): lambda unique: "all different" if unique else "",
    ("contains",): lambda wanted: f"an item fits {json_words(wanted)}",
    ("minContains",): lambda low: f"at least {low} such items",
    ("maxContains",): lambda high: f"at most {high} such items",
    ("minProperties", "maxProperties"): _size("key", "keys"),
    ("additionalProperties",): lambda wanted: (
        f"further keys hold {json_words(wanted)}" if isinstance(wanted, dict) and wanted else ""
    ),
    ("patternProperties",): lambda wanted: "; ".join(
        f"keys that match {pattern} hold {json_words(schema)}" for pattern, schema in wanted.items()
    ),
    ("prefixItems", "items"): _places,
    ("propertyNames",): lambda wanted: f"each key fits {json_words(wanted)}",
    ("dependentRequired",): _needs,
    ("dependentSchemas",): lambda wanted: "; ".join(
        f"with `{key}` it also fits {json_words(schema)}" for key, schema in wanted.items()
    ),
    ("unevaluatedProperties",): lambda wanted: (
        "no further keys" if wanted is False else f"further keys fit {json_words(wanted)}"
    ),
    ("unevaluatedItems",): lambda wanted: (
        "no further items" if wanted is False else f"further items fit {json_words(wanted)}"
    ),
    ("not",): lambda wanted: f"does not fit {json_words(wanted)}",
    ("if", "then", "else"): _conditional,
    ("enum",): lambda values: "one of " + ", ".join(map(json_words, values)),
    ("const",): lambda value: f"always {json_words(value)}",
    ("anyOf",): _alternatives("at least one"),
    ("oneOf",): _alternatives("exactly one"),
    ("contentEncoding",): lambda name: f"encoded as {name}",
    ("contentMediaType",): lambda name: f"holds {name}",
    ("default",): lambda value: f"default {json_words(value)}",
    ("examples",): lambda values: f"for example {', '.join(map(json_words, values))}",
    ("deprecated",): lambda flag: "deprecated" if flag else "",
    ("readOnly",): lambda flag: "read only" if flag else "",
    ("writeOnly",): lambda flag: "write only" if flag else "",
}
