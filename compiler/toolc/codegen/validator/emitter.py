"""The validator of one schema: one entry function, and one more for whatever it must call.

The entry checks the whole value in plain `if`s. A subschema gets a function of its own when a
reference points to it, when its verdict is needed before anything is reported (`anyOf`, `oneOf`,
`not`, `if`, `contains`), or when it lies so deep that it would be hard to read in place. Each
function is written once, so the source grows linearly with the schema, and never recursively, so a
deep schema is no danger.
"""

from collections import deque
from collections.abc import Mapping
from typing import Any

from toolc.codegen.definitions import definition_keys
from toolc.codegen.identifiers import identifier
from toolc.codegen.text import comment, pyrepr
from toolc.codegen.validator.body import Body, Spot
from toolc.codegen.validator.keywords import is_silent, write_keywords
from toolc.codegen.validator.lines import uses
from toolc.codegen.validator.module import Module
from toolc.codegen.validator.registry import Place, Registry
from toolc.codegen.validator.trials import Trials
from toolc.codegen.validator.types import Types
from toolc.ir.schema import children, split_pointer

__all__ = ["Emitter"]

_UNNAMED = frozenset({"properties", "$defs", "definitions", "patternProperties"})
_STEPS = 6  # of a pointer, from which up to three words of a function's name are taken
_HOPS = 8  # bare references that are followed to a function's name
_Key = tuple[Place, bool, bool]  # place, is it a test, does it gather what is evaluated


class Emitter:
    """Writes the functions for one schema into a module."""

    def __init__(
        self,
        module: Module,
        name: str,
        schema: Any,
        resources: Mapping[str, Any] | None,
        *,
        formats: bool,
    ) -> None:
        """Prepare the validator `name` of a schema; `resources` are other documents by URI."""
        self.module = module
        self.registry = Registry(schema, resources, formats=formats)
        self.is_dynamic = self.registry.is_dynamic
        self.trials = Trials(self.registry) if self.registry.has_references else None
        self._keys = {} if self.is_dynamic or resources else definition_keys(schema)
        self._entry = name
        self._stem = name.strip("_").removeprefix("check_")
        self._functions: dict[_Key, str] = {}
        self._waiting: deque[_Key] = deque()
        self._tables: dict[tuple[str, bool, bool], str] = {}
        self._may_recurse = self.is_dynamic

    def write(self) -> None:
        """Write the entry function and every function it needs, the entry first."""
        at = len(self.module.functions)
        body = Body(self, is_test=False, has_path=False)
        if not self._may_recurse:
            body.schema(self.registry.root, Spot("value"))
        self._drain()
        if self._may_recurse:
            body = Body(self, is_test=False, has_path=False)
            self._guarded(body)
            self._drain()
        problem = body.helper("Problem")
        lines = [
            f"def {self._entry}(value: Any) -> list[{problem}]:",
            f"    errors: list[{problem}] = []",
            *(["    seen: dict[Any, Any] = {}"] if uses(body.lines, "seen") else []),
            *body.lines,
            "    return errors",
        ]
        self.module.functions.insert(at, "\n".join(lines))

    def function(self, place: Place, *, is_test: bool, gathers: bool) -> str:
        """The name of the function for a place, which will be written."""
        place = self._meant(place)
        key = (place, is_test, gathers)
        if key not in self._functions:
            shared = self._shared_key(place)
            known = self.module.shared.get((shared, is_test, gathers)) if shared else None
            if known is None:
                stem = "_".join([*([] if shared else [self._stem]), *self._tail(place)])
                known = self.module.names.reserve(f"{'_fits_' if is_test else '_check_'}{stem}")
                self._waiting.append(key)
                if shared:
                    self.module.shared[shared, is_test, gathers] = known
            self._functions[key] = known
        return self._functions[key]

    def tries(self, place: Place) -> bool:
        """Whether the verdict on a place needs trials, and is remembered."""
        return self.module.remembers and self.trials is not None and place in self.trials.within

    def _meant(self, place: Place) -> Place:
        """The place that a bare reference points to, or the place itself."""
        for _ in range(_HOPS):
            if self.is_dynamic or place.schema.__class__ is not dict or "$ref" not in place.schema:
                break
            if any(
                key != "$ref" and not is_silent({key: value}) for key, value in place.schema.items()
            ):
                break
            self._may_recurse = True
            place = self.registry.resolve(place, "$ref")
        return place

    def _shared_key(self, place: Place) -> str:
        """What equal places of equal definitions have in common; empty for any other place."""
        parts = place.pointer.split("/", 3)
        if place.document or parts[1:2] != ["$defs"] or len(parts) < 3:
            return ""
        key = self._keys.get(parts[2])
        return "" if key is None else "/".join([key, *parts[3:]])

    def is_silent(self, place: Place) -> bool:
        """Whether a place asserts nothing at all."""
        return is_silent(place.schema)

    def write_schema(self, body: Body, place: Place, spot: Spot, proven: Types) -> None:
        """Write the checks of a subschema in place, or a call where it is better apart."""
        if place.schema is False:
            body.fail(spot, "not", "is not allowed")
        elif not is_silent(place.schema):
            starts_resource = self.is_dynamic and "$id" in place.schema and body.nesting > 1
            is_deep = body.is_crowded and any(True for _ in children(place.schema))
            if starts_resource or is_deep:
                self._may_recurse = True
                body.call(place, spot)
            else:
                write_keywords(body, place, spot, proven)

    def write_reference(self, body: Body, target: Place, spot: Spot, proven: Types) -> None:
        """Write what a reference asks for: in place when it is a leaf, else by a call."""
        is_leaf = not isinstance(target.schema, dict) or (
            not self.is_dynamic
            and not any(True for _ in children(target.schema))
            and not {"$ref", "$dynamicRef"} & target.schema.keys()
        )
        if is_leaf:
            body.schema(target, spot, proven)
        else:
            self._may_recurse = True
            body.call(target, spot)

    def write_dynamic(self, body: Body, place: Place, spot: Spot, proven: Types) -> None:
        """Write a `$dynamicRef`, whose target is looked up in the dynamic scope."""
        targets = self.registry.dynamic_targets(place)
        initial = self.registry.resolve(place, "$dynamicRef")
        if len(targets) == 1:
            self.write_reference(body, initial, spot, proven)
            return
        anchor = initial.text("$dynamicAnchor")
        table = self._table(anchor, targets, is_test=body.is_test, gathers=spot.known is not None)
        chosen = f"{body.helper('outermost')}(scope, {table}, {pyrepr(initial.base)})"
        if body.is_test:
            arguments = ", ".join([spot.name, *body.extras(spot)])
            body.fail_if(f"not {chosen}({arguments})", spot, "$dynamicRef")
        else:
            body.line(f"{chosen}({body.arguments(spot)})")

    def _table(
        self, anchor: str, targets: dict[str, Place], *, is_test: bool, gathers: bool
    ) -> str:
        key = (anchor, is_test, gathers)
        if key not in self._tables:
            name = identifier(f"{self._stem} {anchor} {'tests' if is_test else 'checks'}").upper()
            self._tables[key] = self.module.names.reserve(f"_{name}")
            rows = "".join(
                f"    {pyrepr(uri)}: {self.function(place, is_test=is_test, gathers=gathers)},\n"
                for uri, place in sorted(targets.items())
            )
            self.module.tables.append(f"{self._tables[key]} = {{\n{rows}}}")
        return self._tables[key]

    def _drain(self) -> None:
        while self._waiting:
            self.module.functions.append(self._text(self._waiting.popleft()))

    def _text(self, key: _Key) -> str:
        place, is_test, gathers = key
        body = Body(self, is_test=is_test, has_path=not is_test)
        if self.is_dynamic and isinstance(place.schema, dict):
            body.line(f"scope = {body.helper('enter')}(scope, {pyrepr(place.base)})")
        body.schema(place, Spot("value", known="known" if gathers else None))
        parameters = ["value: Any"]
        if not is_test:
            parameters += [f"at: {body.helper('Path')}", f"errors: list[{body.helper('Problem')}]"]
        if gathers:
            parameters.append("known: set[str | int]")
        if self.is_dynamic:
            parameters.append("scope: tuple[str, ...]")
        if self.module.remembers:
            parameters.append("seen: dict[Any, Any]")
        result = "bool" if is_test else "None"
        if is_test:
            body.verdict()
        elif not body.lines:
            body.line("return")
        lines = [f"def {self._functions[key]}({', '.join(parameters)}) -> {result}:"]
        lines.append(f"    {comment(f'schema at {place.document}#{place.pointer}')}")
        return "\n".join([*lines, *body.lines])

    def _guarded(self, body: Body) -> None:
        """Call the root's function; a value nested beyond Python's stack is refused, not raised."""
        root = self.function(self.registry.root, is_test=False, gathers=False)
        extras = "".join([", ()" if self.is_dynamic else "", *(f", {it}" for it in body.memory())])
        body.line("try:")
        body.line(f"    {root}(value, (), errors{extras})")
        body.line("except RecursionError:")
        body.line(f"    errors.append({body.helper('TOO_DEEP')})")

    @staticmethod
    def _tail(place: Place) -> list[str]:
        # The last steps only: the pointers of a deep schema are long.
        last = place.pointer.rsplit("/", _STEPS)[1:]
        tokens = [token for token in split_pointer("/" + "/".join(last)) if token not in _UNNAMED]
        return [
            token if token.isdecimal() and token.isascii() else identifier(token, "part").strip("_")
            for token in tokens[-3:]
        ]
