"""What the validators of one generated module share: names, constants, imports."""

from dataclasses import dataclass

from toolc.codegen.identifiers import Names, identifier
from toolc.codegen.validator.lines import uses
from toolc.codegen.wrapping import wrapped_all
from toolc.runtime import checks

__all__ = ["Module", "ValidatorSource"]

_RUNTIME = "toolc.runtime.checks"
_LINE = 88  # where import sorters wrap


@dataclass(frozen=True, slots=True)
class ValidatorSource:
    """Generated validators in pieces, each piece finished text, in the order of a module.

    `modules` are the stdlib modules to import, `helpers` the names to import from
    `toolc.runtime.checks`; then come the constants, the functions, and tables of functions.
    """

    modules: tuple[str, ...]
    helpers: tuple[str, ...]
    constants: tuple[str, ...]
    functions: tuple[str, ...]
    tables: tuple[str, ...]

    def text(self, runtime: str = _RUNTIME) -> str:
        """The whole as a module; `runtime` is where the helpers are imported from."""
        imports = [f"import {name}" for name in self.modules]
        imports.append("from typing import Any")
        blocks = ["\n".join(imports)]
        if self.helpers:
            line = f"from {runtime} import {', '.join(self.helpers)}"
            names = "".join(f"    {name},\n" for name in self.helpers)
            wrapped = f"from {runtime} import (\n{names})"
            blocks.append(line if len(line) <= _LINE else wrapped)
        if self.constants:
            blocks.append("\n".join(self.constants))
        head = "\n\n".join(blocks)
        return "\n\n\n".join([head, *self.functions, *self.tables]) + "\n"


class Module:
    """Collects the pieces; equal constants become one, and so do functions of equal definitions.

    `shared` holds the name of each function by the key of its definition; `remembers` says whether
    functions are handed what has been found out in a validation: all of them or none.
    """

    def __init__(self) -> None:
        """An empty module."""
        self.names = Names([*checks.__all__, "Any", "re", "fractions"])
        self.functions: list[str] = []
        self.tables: list[str] = []
        self.shared: dict[tuple[str, bool, bool], str] = {}
        self.remembers = False
        self._constants: dict[str, str] = {}
        self._modules: set[str] = set()
        self._helpers: set[str] = set()

    def helper(self, name: str) -> str:
        """The name of a helper of `toolc.runtime.checks`, to be imported."""
        self._helpers.add(name)
        return name

    def standard(self, name: str) -> str:
        """The name of a stdlib module, to be imported."""
        self._modules.add(name)
        return name

    def constant(self, purpose: str, expression: str) -> str:
        """The name of a module constant with this value, named after its purpose."""
        if expression not in self._constants:
            name = identifier(purpose).strip("_").upper()
            self._constants[expression] = self.names.reserve(f"_{name}")
        return self._constants[expression]

    def source(self) -> ValidatorSource:
        """The pieces, finished."""
        return ValidatorSource(
            modules=tuple(sorted(self._modules)),
            helpers=tuple(sorted(self._used_helpers(), key=_import_order)),
            constants=tuple(
                wrapped_all(f"{name} = {value}") for value, name in self._constants.items()
            ),
            functions=tuple(map(wrapped_all, self.functions)),
            tables=tuple(self.tables),
        )

    def _used_helpers(self) -> set[str]:
        """The helpers that are called in what was written, and not only in what was left out."""
        texts = (*self._constants, *self.functions, *self.tables)
        lines = [line for text in texts for line in text.split("\n")]
        return {name for name in self._helpers if uses(lines, name)}


def _import_order(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, as import sorters want it."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)
