"""Places: where in the user's documents something stands, as text.

A place in a tool's own document is a JSON pointer (RFC 6901), `/components/schemas/Pet`. One in any
other document has the document in front, as a URI does: `schemas/pet.yaml#/properties/name`. That
is the name that origins give the document, with `%` and `#` percent-encoded and an absolute path as
`file:///...`, so that no name looks like a pointer.
"""

from collections import Counter
from collections.abc import Mapping

from toolc.diagnostics.diagnostic import Origin
from toolc.ir.model import Tool
from toolc.ir.schema import escape

__all__ = [
    "OWN",
    "definition_places",
    "document_prefix",
    "origin_at",
    "place",
    "ref_of",
    "relative",
    "split_place",
]

OWN = ""
"""The prefix of places in the document that all begins with."""

_FILE = "file://"


def place(tool: Tool, pointer: str) -> Origin | None:
    """The place in the user's documents of a pointer into `tool.input`: the longest prefix wins.

    A pointer that no prefix covers gets the tool's own place; a tool from nowhere has none.
    """
    if tool.origin is None:
        return None
    prefix = pointer
    while prefix not in tool.places:
        if not prefix:
            return tool.origin
        prefix = prefix[: prefix.rfind("/")]
    return origin_at(tool.places[prefix] + pointer[len(prefix) :], tool.origin.file)


def document_prefix(file: str) -> str:
    """What stands in front of a pointer into a document, which origins call `file`.

    >>> document_prefix("schemas/pet.yaml") + "/properties/name"
    'schemas/pet.yaml#/properties/name'
    """
    name = file.replace("%", "%25").replace("#", "%23")
    return (_FILE + name if name.startswith("/") else name) + "#"


def split_place(at: str) -> tuple[str, str]:
    """The prefix of a place (`OWN` where it is in the own document) and the pointer behind it."""
    if not at or at.startswith("/"):
        return OWN, at
    name, mark, pointer = at.partition("#")
    return name + mark, pointer


def origin_at(at: str, own: str) -> Origin:
    """The origin that a place is, seen from the document that origins call `own`."""
    prefix, pointer = split_place(at)
    if prefix == OWN:
        return Origin(file=own, pointer=pointer)
    name = prefix[:-1].removeprefix(_FILE)
    return Origin(file=name.replace("%23", "#").replace("%25", "%"), pointer=pointer)


def definition_places(places: Mapping[str, str]) -> dict[str, str]:
    """Pointers `/$defs/NAME` to the places of definitions, by their names.

    Most definitions of a document stand side by side under their own names: one entry, for all of
    `/$defs`, tells where, and others are told one by one.

    >>> definition_places({"A": "/components/schemas/A", "B": "/components/schemas/B"})
    {'/$defs': '/components/schemas'}
    """
    steps = {name: f"/{escape(name)}" for name in places}
    around = Counter(
        at.removesuffix(steps[name]) for name, at in places.items() if at.endswith(steps[name])
    )
    [(common, count)] = around.most_common(1) or [("", 0)]
    if count < _FEWEST_TOGETHER:
        return {f"/$defs{steps[name]}": at for name, at in places.items()}
    others = {
        f"/$defs{steps[name]}": at for name, at in places.items() if at != common + steps[name]
    }
    return {"/$defs": common, **others}


_FEWEST_TOGETHER = 2


def relative(at: str, seen_from: str, own: str) -> str:
    """A place of the document `own` as it is written in a tool of the document `seen_from`."""
    if seen_from == own:
        return at
    prefix, pointer = split_place(at)
    full = prefix or document_prefix(own)
    return pointer if full == document_prefix(seen_from) else full + pointer


def ref_of(at: str) -> str:
    """The `$ref` that leads to a place from the own document."""
    return at if split_place(at)[0] else f"#{at}"
