"""Seeded random values for a schema, to try lowerings on: mostly valid ones, and near misses.

A value is drawn along the schema (JSON Schema 2020-12) without backtracking, so it may fail a rule
that reaches across (`not`, `if`, `uniqueItems`); whoever needs certainty checks it.
"""

from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any, Final

from toolc.ir.model import Schema
from toolc.ir.patterns import UnreadablePatternError, texts
from toolc.ir.refs import name_of
from toolc.ir.schema import ALL_TYPES, types_of

__all__ = ["Draw"]

_MAX_DEPTH: Final = 6
"""Below this only what is required is drawn, and the shortest of the alternatives."""

_MAX_NESTING: Final = 40
"""Below this anything is drawn: a schema that demands more has no finite value worth trying."""

_WORDS: Final = ("a", "Zoë", "x y", "", "0", "null", "true", '{"k": [1]}', "line\nbreak", "q\"'`<>")
_FREE: Final[tuple[Any, ...]] = (None, True, 0, -1.5, "free", [1, "a"], {"k": None}, {})
_FORMATS: Final = {
    "date-time": "2026-01-31T09:30:00Z",
    "date": "2026-01-31",
    "time": "09:30:00Z",
    "duration": "PT5M",
    "email": "ada@example.com",
    "hostname": "example.com",
    "uri": "https://example.com/x",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
}


class Draw:
    """Draws values for one schema whose references point into its own `$defs`."""

    def __init__(self, root: Schema, seed: int) -> None:
        """The same root and seed give the same values."""
        self._definitions: dict[str, Any] = root.get("$defs", {})
        self._root = root
        self._random = Random(seed)  # noqa: S311  values to try out, not secrets

    def value(self) -> Any:
        """One value."""
        return self._draw(self._root, 0)

    def near(self, value: Any) -> Any:
        """A value with one small thing changed: a key left out, another type, a key too many."""
        if isinstance(value, dict) and value and self._random.random() < 0.8:
            key = self._random.choice(sorted(value))
            rest = {name: item for name, item in value.items() if name != key}
            return rest if self._random.random() < 0.3 else {**value, key: self.near(value[key])}
        if isinstance(value, list) and value and self._random.random() < 0.8:
            index = self._random.randrange(len(value))
            return [self.near(item) if i == index else item for i, item in enumerate(value)]
        return self._random.choice(_FREE)

    def _draw(self, node: Any, depth: int) -> Any:
        if not isinstance(node, dict) or depth > _MAX_NESTING:
            return self._random.choice(_FREE)
        if "const" in node:
            return node["const"]
        if node.get("enum"):
            return self._random.choice(node["enum"])
        if "$ref" in node:
            target = self._definitions.get(name_of(node["$ref"]), True)
            return self._both(target, node, "$ref", depth)
        if node.get("allOf"):
            return self._all_of(node, depth)
        for keyword in ("anyOf", "oneOf"):
            if node.get(keyword):
                return self._both(self._branch(node[keyword], depth), node, keyword, depth)
        return self._typed(node, depth)

    def _branch(self, branches: list[Any], depth: int) -> Any:
        if depth <= _MAX_DEPTH:
            return self._random.choice(branches)
        return min(branches, key=_size)

    def _both(self, target: Any, node: Schema, keyword: str, depth: int) -> Any:
        """A value of a target with what stands beside it, joined where both are objects."""
        beside = {key: value for key, value in node.items() if key != keyword}
        value = self._draw(target, depth + 1)
        if isinstance(value, dict) and beside.keys() & {"properties", "anyOf", "oneOf", "allOf"}:
            other = self._draw(beside, depth + 1)
            return {**other, **value} if isinstance(other, dict) else value
        return value

    def _all_of(self, node: Schema, depth: int) -> Any:
        beside = {key: value for key, value in node.items() if key != "allOf"}
        parts = [part for part in (*node["allOf"], beside) if isinstance(part, dict)]
        needed = {key for part in parts for key in part.get("required", ())}
        shaped = [_demanding(part, needed) for part in parts if _shapes(part)]
        values = [self._draw(part, depth + 1) for part in shaped or [beside]]
        if all(isinstance(value, dict) for value in values):
            return {key: item for value in values for key, item in value.items()}
        return values[0]

    def _typed(self, node: Schema, depth: int) -> Any:
        types = types_of(node)
        if "type" not in node:
            about = [kind for kind in ("object", "array") if _is_about(node, kind)]
            types = tuple(about) or ("string", *ALL_TYPES)
        kind = types[0] if depth > _MAX_DEPTH else self._random.choice(types)
        return getattr(self, f"_{kind}")(node, depth)

    # --- one method per type ---

    def _object(self, node: Schema, depth: int) -> dict[str, Any]:
        required = node.get("required", ())
        properties = node.get("properties", {})
        value: dict[str, Any] = {}
        for key, child in properties.items():
            wanted = key in required or (depth <= _MAX_DEPTH and self._random.random() < 0.5)
            if wanted and child is not False:
                value[key] = self._draw(child, depth + 1)
        for key in required:
            if key not in value:
                value[key] = self._draw(node.get("additionalProperties", True), depth + 1)
        self._add_extras(node, value, depth)
        return value

    def _add_extras(self, node: Schema, value: dict[str, Any], depth: int) -> None:
        """Keys beyond the declared ones, where the schema speaks of them or demands them."""
        more = node.get("additionalProperties")
        patterns = node.get("patternProperties", {})
        least = node.get("minProperties", 0)
        count = self._random.randrange(3) if depth <= _MAX_DEPTH else 0
        for index in range(max(count, least - len(value))):
            if patterns:
                pattern = self._random.choice(sorted(patterns))
                key, child = self._text(pattern), patterns[pattern]
            elif more not in (None, False) or (least > len(value) and more is not False):
                key, child = self._key(node, index), True if more is None else more
            else:
                return
            if key not in node.get("properties", {}) and key not in value:
                value[key] = self._draw(child, depth + 1)

    def _key(self, node: Schema, index: int) -> str:
        names = node.get("propertyNames")
        if isinstance(names, dict):
            drawn = self._draw({"type": "string", **names}, _MAX_DEPTH)
            return drawn if isinstance(drawn, str) else f"key{index}"
        return f"key {index}"

    def _array(self, node: Schema, depth: int) -> list[Any]:
        prefix = node.get("prefixItems", [])
        least, most = node.get("minItems", 0), node.get("maxItems")
        count = max(least, 0 if depth > _MAX_DEPTH else self._random.randrange(4))
        count = count if most is None else min(count, most)
        value = [self._draw(child, depth + 1) for child in prefix[:count]]
        items = node.get("items", True)
        while len(value) < count and items is not False:
            value.append(self._draw(items, depth + 1))
        if isinstance(node.get("contains"), dict) and count:
            value[-1:] = [self._draw(node["contains"], depth + 1)]
        return value

    def _string(self, node: Schema, _: int) -> str:
        if node.get("format") in _FORMATS:
            return _FORMATS[node["format"]]
        if "pattern" in node:
            return self._text(node["pattern"], node.get("minLength", 0))
        text: str = self._random.choice(_WORDS)
        least, most = node.get("minLength", 0), node.get("maxLength")
        text += "abc"[: max(0, least - len(text))] + "x" * max(0, least - len(text) - 3)
        return text if most is None else text[:most]

    def _text(self, pattern: str, length: int = 0) -> str:
        try:
            return self._random.choice(_texts(pattern, length))
        except UnreadablePatternError:
            return "x"

    def _integer(self, node: Schema, _: int) -> int | float:
        low, high = _bounds(node, 1)
        step = node.get("multipleOf", 1)
        value = self._random.randint(low, max(low, high))
        return value if step == 1 else -(-low // step) * step

    def _number(self, node: Schema, depth: int) -> int | float:
        if "multipleOf" in node or self._random.random() < 0.5:
            return self._integer(node, depth)
        low, high = _bounds(node, 1)
        return self._random.choice([low, min(low + 0.5, max(low, high)), low + 0.25])

    def _boolean(self, _: Schema, __: int) -> bool:
        return self._random.random() < 0.5

    def _null(self, _: Schema, __: int) -> None:
        return None


@lru_cache(maxsize=1024)
def _texts(pattern: str, length: int) -> tuple[str, ...]:
    """The texts to choose from; one pattern is drawn for many times."""
    return tuple(islice(texts(pattern, length), 4)) or ("x",)


def _bounds(node: Schema, step: int) -> tuple[int, int]:
    """Whole numbers within the bounds; ten wide where one side is open."""
    low = node.get("minimum", node.get("exclusiveMinimum"))
    high = node.get("maximum", node.get("exclusiveMaximum"))
    if "exclusiveMinimum" in node:
        low = max(node.get("minimum", node["exclusiveMinimum"]), node["exclusiveMinimum"] + step)
    if "exclusiveMaximum" in node:
        high = min(node.get("maximum", node["exclusiveMaximum"]), node["exclusiveMaximum"] - step)
    if low is None:
        low = -3 if high is None else high - 10
    if high is None:
        high = low + 10
    return int(-(-low // 1)), int(high // 1)


def _shapes(part: Any) -> bool:
    return isinstance(part, dict) and bool(
        part.keys() & {"type", "properties", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"}
    )


def _demanding(part: Schema, needed: set[str]) -> Schema:
    """A part that also requires those of its keys that another part requires."""
    more = [key for key in part.get("properties", {}) if key in needed]
    return {**part, "required": [*part.get("required", ()), *more]} if more else part


def _is_about(node: Schema, kind: str) -> bool:
    keywords = {
        "object": {"properties", "required", "additionalProperties", "patternProperties"},
        "array": {"items", "prefixItems", "minItems", "maxItems"},
    }
    return bool(node.keys() & keywords[kind])


def _size(branch: Any) -> int:
    return len(repr(branch)) + (1000 if isinstance(branch, dict) and "$ref" in branch else 0)
