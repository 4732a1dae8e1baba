"""Walk an OpenAPI document: objects through their `$ref`, and problems, each reported once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolc.diagnostics.codes import BROKEN_KEYWORD, DANGLING_REF, LOOPING_REF, Code
from toolc.frontends.documents import Document
from toolc.ir.linked import ALONE, Documents, Linked, NotFollowedError
from toolc.ir.places import origin_at
from toolc.ir.schema import escape

if TYPE_CHECKING:
    from toolc.diagnostics.diagnostic import Diagnostic, Origin

__all__ = ["Part", "Parts"]

_MOST_HOPS = 100

_LEFT_OUT = "it is left out"


@dataclass(frozen=True, slots=True)
class Part:
    """An object of the documents and the place it stands at (see `toolc.ir.places`).

    `beside` are the places of those members that do not stand in the object itself, but beside the
    reference to it.
    """

    value: dict[str, Any]
    at: str
    beside: Mapping[str, str] = field(default_factory=dict)

    def text(self, key: str) -> str | None:
        """A member that is text; None for any other."""
        value = self.value.get(key)
        return value if isinstance(value, str) else None

    def flag(self, key: str) -> bool | None:
        """A member that is true or false; None for any other."""
        value = self.value.get(key)
        return value if isinstance(value, bool) else None

    def pointer(self, key: str) -> str:
        """Where a member stands."""
        return self.beside.get(key) or f"{self.at}/{escape(key)}"

    def nearest(self, key: str) -> str:
        """Where a member stands; where the object does, when it has no such member."""
        return self.pointer(key) if key in self.value else self.at


class Parts:
    """The parts of one document and those it refers to, and the problems found in them."""

    def __init__(self, document: Document, documents: Documents = ALONE) -> None:
        """Prepare to walk; nothing is looked at yet."""
        self.document = document
        self.root = Part(document.value, "")
        self.diagnostics: list[Diagnostic] = []
        self.is_swagger = "swagger" in document.value
        self._resolver = Linked(document.value, documents)
        self._reported: set[tuple[str, str]] = set()

    def member(self, part: Part, key: str, *, instead: str = _LEFT_OUT) -> Part | None:
        """A member that is an object, through its references; None when there is none.

        `instead` says what becomes of a member whose reference leads nowhere.
        """
        if part.value.get(key) is None:
            return None
        return self._object(part.value[key], part.pointer(key), instead)

    def members(self, part: Part, key: str) -> Iterator[tuple[str, Part]]:
        """The members of a map or list of objects, with their keys."""
        value = part.value.get(key)
        if value is None:
            return
        if isinstance(value, list):
            pairs = [(str(index), item) for index, item in enumerate(value)]
        elif isinstance(value, dict):
            pairs = list(value.items())
        else:
            self.report(
                BROKEN_KEYWORD, part.pointer(key), keyword=key, wanted="a map or list of objects"
            )
            return
        for name, item in pairs:
            found = self._object(item, f"{part.pointer(key)}/{escape(name)}", _LEFT_OUT)
            if found is not None:
                yield name, found

    def path_items(self) -> Iterator[tuple[str, Part]]:
        """The paths with their items; what stands beside the reference of one goes before."""
        paths = self.root.value.get("paths")
        for path, item in self.members(self.root, "paths"):
            given = paths.get(path) if isinstance(paths, dict) else item.value
            if given is item.value or not isinstance(given, dict):
                yield path, item
                continue
            own = {key: value for key, value in given.items() if key != "$ref"}
            beside = {key: f"/paths/{escape(path)}/{escape(key)}" for key in own}
            yield path, Part({**item.value, **own}, item.at, beside)

    def report(self, code: Code, at: str, *, tool: str | None = None, **words: Any) -> None:
        """Note a problem at a place, once."""
        key = (code.name, at)
        if key not in self._reported:
            self._reported.add(key)
            self.diagnostics.append(code.at(tool=tool, origin=self.origin(at), **words))

    def origin(self, at: str) -> "Origin":
        """The origin that a place is."""
        return origin_at(at, self.document.file)

    def _object(self, value: Any, at: str, instead: str) -> Part | None:
        first, ref = at, None
        for _ in range(_MOST_HOPS):
            if not isinstance(value, dict):
                keyword = at.rpartition("/")[2]
                self.report(BROKEN_KEYWORD, at, keyword=keyword, wanted="an object")
                return None
            ref = value.get("$ref")
            if not isinstance(ref, str):
                return Part(value, at)
            target = self._target(ref, at, instead)
            if target is None:
                return None
            at, value = target, self._resolver.value(target)
        self.report(LOOPING_REF, f"{first}/$ref", ref=ref)
        return None

    def _target(self, ref: str, at: str, instead: str) -> str | None:
        try:
            return self._resolver.resolve(ref, at)
        except NotFollowedError as error:
            self.report(error.code, f"{at}/$ref", ref=ref, **error.words)
        except KeyError:
            near = self._resolver.suggest(ref, at)
            hint = f"did you mean `{near}`?" if near else "define it, or point to what exists"
            self.report(DANGLING_REF, f"{at}/$ref", ref=ref, instead=instead, hint=hint)
        return None
