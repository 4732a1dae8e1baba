"""Codecs: what a lowering did to the shape of arguments, as plain data that is read both ways.

A lowering changes names and shapes so that a provider can say them. `encode` takes our name and
arguments to the provider's, `decode` takes the provider's back: `decode(encode(x)) == x` for every
valid x. A codec is JSON:

    codec    [step, ...]                         encoded in order, decoded in reverse
    step     {our tool name: entry}              tools that a step leaves alone are not listed
    entry    {"name": theirs, "root": node, "defs": {name: node}, "schemas": {name: schema}}

    node     read by encode (ours -> theirs); decode is the reverse
    null                           nothing to do
    {"object": {ours: [theirs, node, mode]}, "rest": node, "extras": [theirs, node, form]}
                                   rename and recurse; keys that are not listed go through `rest`,
                                   or with `extras` under one key: form "pairs", a list of
                                   {"key", "value"}; form "object", an object through the node.
                                   mode "drop": absent <-> null; "keep": absent <-> null and
                                   null <-> {"is_null": true}; "": neither
    {"array": node, "prefix": [node, ...]}
    {"map": node}                  object <-> list of {"key", "value"}
    {"text": true}                 any value <-> JSON text
    {"enum": [[ours, theirs], ...]}
    {"box": key, "of": node}       value <-> {key: value}
    {"unbox": key}                 {key: text} <-> text
    {"flat": tree}                 nested object <-> flat one, see `_flat_encode`
    {"ref": name}                  the node in "defs"
    {"union": [[our schema, their schema, node], ...]}
                                   the first branch that the value fits (see `guards`)
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from toolc.runtime.errors import ToolcError
from toolc.runtime.guards import fits, same

__all__ = ["Codec", "CodecError", "Node", "Step", "decode", "encode"]

Node = dict[str, Any] | None
Step = dict[str, dict[str, Any]]
Codec = list[Step]

_IS_NULL = {"is_null": True}

_OF_ONE_TYPE: dict[str, type] = {"object": dict, "array": list, "flat": dict}
"""Nodes about values of one type. One node may be about objects and arrays at once."""


class CodecError(ToolcError):
    """A value does not have the form that the codec describes; `pointer` says where."""

    def __init__(self, pointer: str, problem: str) -> None:
        """Keep the pointer beside the message, which a model can act on."""
        self.pointer = pointer
        self.problem = problem
        super().__init__(f"{pointer or '/'}: {problem}")


def encode(codec: Codec, name: str, arguments: Any) -> tuple[str, Any]:
    """Our tool name and arguments as the provider knows them.

    >>> step = {"add": {"name": "math_add", "root": {"object": {"n": ["n", None, "drop"]}}}}
    >>> encode([step], "add", {})
    ('math_add', {'n': None})
    """
    for step in codec:
        entry = step.get(name)
        if entry is not None:
            arguments = _Reader(entry, _ENCODERS).read(entry.get("root"), arguments, "")
            name = entry.get("name", name)
    return name, arguments


def decode(codec: Codec, name: str, arguments: Any) -> tuple[str, Any]:
    """The provider's tool name and arguments as ours; CodecError when they don't have the form.

    >>> step = {"add": {"name": "math_add", "root": {"object": {"n": ["n", None, "drop"]}}}}
    >>> decode([step], "math_add", {"n": None})
    ('add', {})
    """
    for step in reversed(codec):
        ours = _our_name(step, name)
        if ours in step:
            entry = step[ours]
            arguments = _Reader(entry, _DECODERS).read(entry.get("root"), arguments, "")
        name = ours
    return name, arguments


def _our_name(step: Step, theirs: str) -> str:
    for ours, entry in step.items():
        if entry.get("name", ours) == theirs:
            return ours
    return theirs


class _Reader:
    """One reading of one tool's codec graph, in one direction."""

    def __init__(self, entry: dict[str, Any], kinds: dict[str, "_Kind"]) -> None:
        self.defs: dict[str, Node] = entry.get("defs", {})
        self.schemas: dict[str, Any] = entry.get("schemas", {})
        self.kinds = kinds

    def read(self, node: Node, value: Any, at: str) -> Any:
        if node is None:
            return value
        for kind, convert in self.kinds.items():
            if kind in node and isinstance(value, _OF_ONE_TYPE.get(kind, object)):
                return convert(self, node, value, at)
        if node.keys() & _OF_ONE_TYPE.keys():
            return value  # of another type: the validator will say so
        raise CodecError(at, f"unknown codec node {sorted(node)}")


_Kind = Callable[[_Reader, dict[str, Any], Any, str], Any]


def _at(pointer: str, key: str | int) -> str:
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


# --- objects ---


def _object_encode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    fields: dict[str, list[Any]] = node["object"]
    theirs: dict[str, Any] = {}
    for ours, (key, child, mode) in fields.items():
        if ours not in value:
            if mode:
                theirs[key] = None
        elif value[ours] is None and mode == "keep":
            theirs[key] = dict(_IS_NULL)
        else:
            theirs[key] = read.read(child, value[ours], _at(at, ours))
    rest = {key: item for key, item in value.items() if key not in fields}
    made = _made_keys(node)
    if "extras" not in node:
        child = node.get("rest")
        for key, item in rest.items():
            marked = key + "_" if key.rstrip("_") in made else key
            theirs[marked] = read.read(child, item, _at(at, key))
        return theirs
    key, child, form = node["extras"]
    if form == "pairs":
        theirs[key] = _pairs(read, child, rest, at)
    elif rest:
        theirs[key] = read.read(child, rest, at)
    return theirs


def _object_decode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    fields = {theirs: (ours, child, mode) for ours, (theirs, child, mode) in node["object"].items()}
    extras_key: str = node["extras"][0] if "extras" in node else ""
    made = _made_keys(node)
    ours_value: dict[str, Any] = {}
    for key, item in value.items():
        if key == extras_key and "extras" in node:
            continue
        ours, child, mode = fields.get(key, (_unmarked(key, made), node.get("rest"), ""))
        if ours in ours_value:
            raise CodecError(_at(at, key), f"`{ours}` is given twice")
        if item is None and mode:
            continue
        if mode == "keep" and same(item, _IS_NULL):
            ours_value[ours] = None
        else:
            ours_value[ours] = read.read(child, item, _at(at, key))
    if "extras" in node and extras_key in value:
        for key, item in _extras(read, node, value[extras_key], _at(at, extras_key)):
            if key in ours_value or key in node["object"]:
                raise CodecError(_at(at, extras_key), f"`{key}` is given twice")
            ours_value[key] = item
    return ours_value


def _made_keys(node: dict[str, Any]) -> set[str]:
    """The keys that renaming made up; an undeclared key of such a name is marked by a `_`."""
    return {theirs for ours, (theirs, _, _) in node["object"].items() if theirs != ours}


def _unmarked(key: str, made: set[str]) -> str:
    return key[:-1] if key.endswith("_") and key.rstrip("_") in made else key


def _extras(read: _Reader, node: dict[str, Any], value: Any, at: str) -> list[tuple[str, Any]]:
    """The further keys with their values, out of the one key that carries them."""
    _, child, form = node["extras"]
    if form == "pairs":
        return _unpair(read, child, value, at)
    carried = read.read(child, value, at) if value is not None else {}
    if not isinstance(carried, dict):
        raise CodecError(at, "must be an object with further keys")
    return list(carried.items())


def _pairs(read: _Reader, child: Node, value: dict[str, Any], at: str) -> list[dict[str, Any]]:
    return [
        {"key": key, "value": read.read(child, item, _at(at, key))} for key, item in value.items()
    ]


def _unpair(read: _Reader, child: Node, pairs: Any, at: str) -> list[tuple[str, Any]]:
    if pairs is None:
        return []
    if not isinstance(pairs, list):
        raise CodecError(at, 'must be a list of {"key", "value"} pairs')
    seen: dict[str, Any] = {}
    for index, pair in enumerate(pairs):
        if not isinstance(pair, dict) or not isinstance(pair.get("key"), str):
            raise CodecError(_at(at, index), 'must be a pair {"key": string, "value": ...}')
        if pair["key"] in seen:
            raise CodecError(_at(at, index), f"the key `{pair['key']}` is given twice")
        seen[pair["key"]] = read.read(child, pair.get("value"), _at(at, index))
    return list(seen.items())


def _map_encode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    return _pairs(read, node["map"], value, at) if isinstance(value, dict) else value


def _map_decode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    return dict(_unpair(read, node["map"], value, at)) if value is not None else None


# --- flat objects ---


def _flat_encode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    """Flatten: a tree leaf is `[their key, node]`, a branch `{"fields": tree, "present": key?}`.

    What the tree does not hold stays where it is, in what is left of its object.
    """
    flat: dict[str, Any] = {}
    rest = _flatten_into(flat, read, node["flat"], value, at)
    for key, item in rest.items():
        if key in flat:
            raise CodecError(_at(at, key), "a parameter has this name")
        flat[key] = item
    return flat


def _flatten_into(
    flat: dict[str, Any], read: _Reader, tree: dict[str, Any], value: dict[str, Any], at: str
) -> dict[str, Any]:
    rest: dict[str, Any] = {}
    for ours, item in value.items():
        place = tree.get(ours)
        if isinstance(place, list):
            flat[place[0]] = read.read(place[1], item, _at(at, ours))
        elif place is None or not isinstance(item, dict):
            rest[ours] = item
        else:
            if place.get("present"):
                flat[place["present"]] = True
            left = _flatten_into(flat, read, place["fields"], item, _at(at, ours))
            rest |= {ours: left} if left else {}
    return rest


def _flat_decode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    made = set(_made_by(node["flat"]))
    rest = {key: item for key, item in value.items() if key not in made}
    return _unflatten(read, node["flat"], value, rest, at)


def _made_by(tree: dict[str, Any]) -> Iterator[str]:
    """The parameters that a tree makes: its leaves, and the flags of its branches."""
    for place in tree.values():
        if isinstance(place, list):
            yield place[0]
        else:
            yield from [place["present"]] if place.get("present") else []
            yield from _made_by(place["fields"])


def _unflatten(
    read: _Reader, tree: dict[str, Any], value: dict[str, Any], rest: dict[str, Any], at: str
) -> dict[str, Any]:
    """The nested object: what the parameters hold, and what is left of it."""
    nested: dict[str, Any] = {}
    for ours, place in tree.items():
        if isinstance(place, list):
            if place[0] in value:
                nested[ours] = read.read(place[1], value[place[0]], _at(at, place[0]))
            continue
        left = rest.get(ours, {})
        if not isinstance(left, dict):
            continue  # no object: it is among the rest
        inner = _unflatten(read, place["fields"], value, left, at)
        flag = place.get("present")
        if inner or ours in rest or place.get("required") or (flag and value.get(flag) is True):
            nested[ours] = inner
    for key, item in rest.items():
        if key in nested and isinstance(tree.get(key), list):
            raise CodecError(_at(at, key), f"`{key}` is given twice")
        nested.setdefault(key, item)
    return nested


# --- arrays, text, enums, boxes, references, unions ---


def _array(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    prefix: list[Node] = node.get("prefix", [])
    return [
        read.read(prefix[index] if index < len(prefix) else node["array"], item, _at(at, index))
        for index, item in enumerate(value)
    ]


def _text_encode(_: _Reader, __: dict[str, Any], value: Any, ___: str) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _text_decode(_: _Reader, __: dict[str, Any], value: Any, at: str) -> Any:
    if not isinstance(value, str):
        return value  # a model that wrote the value itself meant the value
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as problem:
        raise CodecError(at, f"must be JSON text, with strings in quotes: {problem}") from None


def _enum_encode(_: _Reader, node: dict[str, Any], value: Any, __: str) -> Any:
    return next((theirs for ours, theirs in node["enum"] if same(ours, value)), value)


def _enum_decode(_: _Reader, node: dict[str, Any], value: Any, __: str) -> Any:
    return next((ours for ours, theirs in node["enum"] if same(theirs, value)), value)


def _box_encode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    return {node["box"]: read.read(node["of"], value, at)}


def _box_decode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    key = node["box"]
    if not isinstance(value, dict) or key not in value:
        raise CodecError(at, f'must be an object with the key "{key}"')
    return read.read(node["of"], value[key], _at(at, key))


def _unbox_encode(_: _Reader, node: dict[str, Any], value: Any, __: str) -> Any:
    return value[node["unbox"]] if isinstance(value, dict) and node["unbox"] in value else value


def _unbox_decode(_: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    if not isinstance(value, str):
        raise CodecError(at, "must be a text")
    return {node["unbox"]: value}


def _ref(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    return read.read(read.defs.get(node["ref"]), value, at)


def _union_encode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    """The branch that fits and comes back as it went; by fit alone a wrong one could be chosen."""
    back = _Reader({"defs": read.defs, "schemas": read.schemas}, _DECODERS)
    for ours, theirs, child in node["union"]:
        if not fits(ours, value, read.schemas):
            continue
        encoded = read.read(child, value, at)
        if not fits(theirs, encoded, read.schemas):
            continue
        try:
            if same(_union_decode(back, node, encoded, at), value):
                return encoded
        except CodecError:
            continue
    return value


def _union_decode(read: _Reader, node: dict[str, Any], value: Any, at: str) -> Any:
    for _, theirs, child in node["union"]:
        if fits(theirs, value, read.schemas):
            return read.read(child, value, at)
    return value


_ENCODERS: dict[str, _Kind] = {
    "object": _object_encode,
    "array": _array,
    "map": _map_encode,
    "text": _text_encode,
    "enum": _enum_encode,
    "box": _box_encode,
    "unbox": _unbox_encode,
    "flat": _flat_encode,
    "ref": _ref,
    "union": _union_encode,
}

_DECODERS: dict[str, _Kind] = {
    "object": _object_decode,
    "array": _array,
    "map": _map_decode,
    "text": _text_decode,
    "enum": _enum_decode,
    "box": _box_decode,
    "unbox": _unbox_decode,
    "flat": _flat_decode,
    "ref": _ref,
    "union": _union_decode,
}
