"""One function of the validator while it is written: its lines, its local names, its failures.

The keyword emitters write through a `Body` and so need not know whether they write a check, which
collects errors, or a test, which answers with True or False.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from toolc.codegen.identifiers import Names, identifier
from toolc.codegen.text import Code, fstring, pyrepr
from toolc.codegen.validator.lines import Lines
from toolc.codegen.validator.types import ALL, Types
from toolc.runtime import checks

if TYPE_CHECKING:
    from toolc.codegen.validator.emitter import Emitter
    from toolc.codegen.validator.registry import Place

__all__ = ["Body", "Local", "Spot"]

_INLINE = 12  # levels of indentation; what lies deeper gets its own function
_NESTED = 30  # schemas within schemas, which need not be indented (`allOf`)
_RESERVED = (*checks.__all__, "value", "errors", "at", "known", "scope", "seen", "re", "fractions")


@dataclass(frozen=True, slots=True)
class Local:
    """A local variable that holds one step of a path: an index, or a key of the instance."""

    name: str
    is_key: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """The value being checked.

    `name` is the local variable that holds it and `path` its place below the function's own value.
    `known` names the set that gathers what is evaluated, where an `unevaluated...` can see it.
    `subject` precedes the wording of an error when that is not about the value itself.
    """

    name: str
    path: tuple[str | Local, ...] = ()
    known: str | None = None
    subject: str = ""

    def below(self, name: str, step_: str | Local) -> "Spot":
        """The spot of a value inside this one."""
        return Spot(name, (*self.path, step_))

    def seen_by(self, known: str | None) -> "Spot":
        """The same spot with another set for what is evaluated."""
        return replace(self, known=known)


class Body(Lines):
    """The body of one function.

    `is_test` is true for functions that answer with a bool; `has_path` where the function is told
    the path of its value.
    """

    def __init__(self, emitter: "Emitter", *, is_test: bool, has_path: bool) -> None:
        """An empty body."""
        super().__init__()
        self.emitter = emitter
        self.is_test = is_test
        self.has_path = has_path
        self.names = Names(_RESERVED)
        self.nesting = 0

    @property
    def is_crowded(self) -> bool:
        """Whether what comes next had better be a function of its own."""
        return self.depth > _INLINE or self.nesting > _NESTED

    # --- failures ---

    def fail(self, spot: Spot, keyword: str, *message: str | Code) -> None:
        """Write what happens where the value breaks a keyword."""
        self.note("fail", spot, keyword, fstring([spot.subject, *message]))

    def reject(self, spot: Spot, keyword: str, wanted: str, known: str = "") -> None:
        """Write a failure that shows the value; `known` is a constant to draw a hint from."""
        shown = [spot.name, known] if known else [spot.name]
        self.note("reject", spot, keyword, pyrepr(spot.subject + wanted), *shown)

    def note(self, helper: str, spot: Spot, keyword: str, *arguments: str) -> None:
        """Write the call of a helper that notes a problem at a spot; in a test, the answer."""
        if self.is_test:
            self.line("return False")
            return
        given = ", ".join(["errors", self.place(spot), pyrepr(keyword), *arguments])
        self.line(f"{self.helper(helper)}({given})")

    def fail_if(self, test: str, spot: Spot, keyword: str, *message: str | Code) -> None:
        """Write an `if` with nothing but a failure in it."""
        with self.block(f"if {test}:"):
            self.fail(spot, keyword, *message)

    def reject_if(self, test: str, spot: Spot, keyword: str, wanted: str, known: str = "") -> None:
        """Write an `if` with nothing in it but a failure that shows the value."""
        with self.block(f"if {test}:"):
            self.reject(spot, keyword, wanted, known)

    def place(self, spot: Spot) -> str:
        """The expression for the JSON pointer of a spot."""
        return fstring(self.where(spot)) if spot.path else self.pointer()

    def pointer(self) -> str:
        """The expression for the JSON pointer of the function's own value."""
        return f"{self.helper('pointer')}(at)" if self.has_path else '""'

    def where(self, spot: Spot) -> list[str | Code]:
        """The JSON pointer of a spot, as parts of an f-string."""
        parts: list[str | Code] = []
        if self.has_path:
            parts.append(Code(self.pointer()))
        for part in spot.path:
            if isinstance(part, str):
                parts.append(f"/{checks.step(part)}")
            elif part.is_key:
                parts += ["/", Code(f"{self.helper('step')}({part.name})")]
            else:
                parts += ["/", Code(part.name)]
        return parts

    def helper(self, name: str) -> str:
        """The name of a function of `toolc.runtime.checks`, noted as used."""
        return self.emitter.module.helper(name)

    def local(self, spot: Spot, name: str) -> str:
        """A local variable for something inside the value at a spot, with its name where free."""
        if spot.name == "value" or self.names.is_free(identifier(name)):
            return self.names.take(name)
        return self.names.take(f"{spot.name}_{name}")

    # --- subschemas ---

    def schema(self, place: "Place", spot: Spot, proven: Types = ALL) -> None:
        """Write the checks of a subschema on the value at a spot, whose types are proven so far."""
        self.nesting += 1
        self.emitter.write_schema(self, place, spot, proven)
        self.nesting -= 1

    def is_silent(self, place: "Place") -> bool:
        """Whether a subschema lets everything in."""
        return self.emitter.is_silent(place)

    def test(self, place: "Place", spot: Spot) -> str:
        """An expression for whether the value fits a subschema: a call of its test function."""
        name = self.emitter.function(place, is_test=True, gathers=spot.known is not None)
        if spot.known is None and self.emitter.tries(place):
            return self.recalled(name, [spot.name, *self.scope()])
        return f"{name}({', '.join([spot.name, *self.extras(spot)])})"

    def recalled(self, function: str, arguments: list[str]) -> str:
        """The call of a function that is made once for each value."""
        return f"{self.helper('recall')}(seen, {', '.join([function, *arguments])})"

    def call(self, place: "Place", spot: Spot) -> None:
        """Write a call of the function that checks a subschema."""
        if self.is_test:
            self.fail_if(f"not {self.test(place, spot)}", spot, "")
            return
        name = self.emitter.function(place, is_test=False, gathers=spot.known is not None)
        self.line(f"{name}({self.arguments(spot)})")

    def arguments(self, spot: Spot) -> str:
        """The arguments of a check: the value, its path, the errors, and what else it needs."""
        return ", ".join([spot.name, self.path(spot), "errors", *self.extras(spot)])

    def path(self, spot: Spot) -> str:
        """The expression for the path of a spot."""
        steps = [pyrepr(part) if isinstance(part, str) else part.name for part in spot.path]
        if self.has_path:
            if not steps:
                return "at"
            steps.insert(0, "at")
        return f"({', '.join(steps)}{',' if len(steps) == 1 else ''})"

    def extras(self, spot: Spot) -> list[str]:
        """The further arguments of a function: the set that gathers, the scope, the memory."""
        known = [spot.known] if spot.known is not None else []
        return [*known, *self.scope(), *self.memory()]

    def scope(self) -> list[str]:
        """The argument for the dynamic scope, where there is one."""
        return ["scope"] if self.emitter.is_dynamic else []

    def memory(self) -> list[str]:
        """The argument for what has been found out in this validation, where that is kept."""
        return ["seen"] if self.emitter.module.remembers else []
