"""The compiled validator: JSON Schema 2020-12 in, plain Python functions out.

>>> check = compile_validator({"properties": {"n": {"type": "integer"}}, "required": ["n"]})
>>> check({"n": 1.0}), check({"n": "1"}), check({})
([], ['/n: must be an integer; got "1"'], ['/n: missing'])
"""

import functools
import json
import keyword
from collections.abc import Callable, Mapping
from typing import Any

from toolc.codegen.validator.emitter import Emitter
from toolc.codegen.validator.errors import (
    MalformedKeywordError,
    SchemaError,
    UnknownReferenceError,
    UnsupportedPatternError,
)
from toolc.codegen.validator.module import Module, ValidatorSource
from toolc.runtime.errors import UsageError
from toolc.runtime.problems import Problem

__all__ = [
    "MalformedKeywordError",
    "SchemaError",
    "UnknownReferenceError",
    "UnsupportedPatternError",
    "ValidatorSource",
    "compile_validator",
    "emit_validators",
]

_CACHED = 256


def emit_validators(
    schemas: Mapping[str, Any],
    resources: Mapping[str, Any] | None = None,
    *,
    formats: bool = False,
) -> ValidatorSource:
    """The source of one function `name(value) -> list[Problem]` for each named schema, in order.

    `schemas` maps function names, which must be Python identifiers, to JSON Schemas 2020-12;
    `resources` maps URIs to documents that they may refer to. Each function returns all errors at
    once, as a `Problem` each, and an empty list for a valid value; `formats` lets `format` assert.
    Raises a SchemaError that says where a schema is at fault, and UsageError for a name that is no
    identifier or is taken.
    """
    module = Module()
    for name in schemas:
        if not name.isidentifier() or keyword.iskeyword(name) or module.names.reserve(name) != name:
            raise UsageError(f"a validator can't be called {name!r}")
    emitters = [
        Emitter(module, name, schema, resources, formats=formats)
        for name, schema in schemas.items()
    ]
    module.remembers = any(emitter.trials and emitter.trials.add_up for emitter in emitters)
    for emitter in emitters:
        emitter.write()
    return module.source()


def compile_validator(
    schema: Any, resources: Mapping[str, Any] | None = None, *, formats: bool = False
) -> Callable[[object], list[Problem]]:
    """The function that `emit_validators` writes for a schema, ready to call.

    The last 256 are kept, by the text of their schemas, where that is all there is to know.
    """
    try:
        text = None if resources else json.dumps(schema)
    except (RecursionError, TypeError, ValueError):
        text = None  # not plain JSON, or nested deeper than `json` goes: say so where it matters
    if text is None:
        return _load(schema, resources, formats=formats)
    return _load_text(text, formats=formats)


@functools.lru_cache(maxsize=_CACHED)
def _load_text(text: str, *, formats: bool) -> Callable[[object], list[Problem]]:
    return _load(json.loads(text), None, formats=formats)


def _load(
    schema: Any, resources: Mapping[str, Any] | None, *, formats: bool
) -> Callable[[object], list[Problem]]:
    source = emit_validators({"check": schema}, resources, formats=formats).text()
    namespace: dict[str, Any] = {}
    # The source is ours: of the schema it holds literals only (`toolc.codegen.text`).
    exec(compile(source, "<toolc validator>", "exec"), namespace)  # noqa: S102  # see above
    check: Callable[[object], list[Problem]] = namespace["check"]
    return check
