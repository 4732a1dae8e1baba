"""All that the OpenAPI specification forbids, as openapi-spec-validator knows it, with places.

It takes its time (half a minute for the largest documents) and most of what it finds does not
matter to the tools, so `toolc validate` asks it, and `toolc build` does not.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from toolc.diagnostics.codes import SPEC_RULE
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.frontends.documents import Document
from toolc.frontends.library import Library
from toolc.ir.linked import Linked, NotFollowedError
from toolc.ir.places import OWN, origin_at
from toolc.ir.schema import escape

if TYPE_CHECKING:
    from openapi_spec_validator.validation.keywords import KeywordValidator
    from openapi_spec_validator.validation.validators import SpecValidator

__all__ = ["broken_rules", "count_operations"]

_METHODS = frozenset("get put post delete options head patch trace query".split())
_LONGEST_REASON = 200
_HEAD = 80
_PLACED = "toolc_placed"
"""The attribute of an error whose path begins at the root of the document."""


def count_operations(document: Document) -> int:
    """How many operations a document has itself: so often `broken_rules` tells that it goes on."""
    paths = document.value.get("paths") if isinstance(document.value, dict) else None
    items = paths.values() if isinstance(paths, dict) else ()
    return sum(len(_METHODS & item.keys()) for item in items if isinstance(item, dict))


def broken_rules(library: Library, progress: Callable[[], None]) -> Iterator[Diagnostic]:
    """Each rule of the specification that a document breaks, once for each place.

    `progress` is called for each operation. References are followed as the library follows them.
    """
    document = library.root
    version = str(document.value.get("openapi", document.value.get("swagger")))
    linked = Linked(document.value, library)
    told: set[tuple[str, str]] = set()
    for place, reason in _found(document, library, version, progress):
        at = _literal(linked, place)
        if (at, reason) not in told:
            told.add((at, reason))
            origin = origin_at(at, document.file)
            hint = "mend the document; its tools are read all the same"
            yield SPEC_RULE.at(origin=origin, version=version, reason=reason, hint=hint)


def _found(
    document: Document, library: Library, version: str, progress: Callable[[], None]
) -> Iterator[tuple[list[str], str]]:
    """The path to where each error is, through references, and what it says."""
    from openapi_spec_validator.validation import validators  # noqa: PLC0415 - slow to import

    classes = {
        "2": validators.OpenAPIV2SpecValidator,
        "3.0": validators.OpenAPIV30SpecValidator,
        "3.1": validators.OpenAPIV31SpecValidator,
    }
    known = (each for start, each in classes.items() if version.startswith(start))
    validator = _telling(next(known, validators.OpenAPIV32SpecValidator), library, progress)
    base = Path(document.path or document.file).absolute().as_uri()
    try:
        for error in validator(document.value, base_uri=base).iter_errors():
            yield [str(step) for step in error.absolute_path], _told(error.message)
    except Exception as error:  # a document that it can't take is what it is asked about
        yield [], _gave_up(error)


def _gave_up(error: Exception) -> str:
    ref = getattr(error, "ref", None)
    why = f"`{ref}` leads nowhere, or is not read" if ref else str(error) or type(error).__name__
    return f"it can't be checked from here on: {why}"


def _told(message: str) -> str:
    """The first line of a message, without the middle of a value that it shows whole."""
    line = message.split("\n", maxsplit=1)[0]
    if len(line) <= _LONGEST_REASON:
        return line
    return f"{line[:_HEAD]} ... {line[-(_LONGEST_REASON - _HEAD) :]}"


def _telling(
    validator: "type[SpecValidator]", library: Library, progress: Callable[[], None]
) -> "type[SpecValidator]":
    """A validator that notes where it is, and that reads no file but through the library."""
    keywords = {
        name: _noting(
            keyword,
            progress if name == "operation" else None,
            below=("default",) if name == "default" else (),
        )
        for name, keyword in validator.keyword_validators.items()
    }
    handlers = dict.fromkeys(("<all_urls>", "file", "http", "https", ""), _reading(library))
    members = {"keyword_validators": keywords, "resolver_handlers": handlers}
    return type(validator.__name__, (validator,), members)


def _reading(library: Library) -> Callable[[str], Any]:
    def read(address: str) -> Any:
        try:
            prefix = library.follow(address, OWN)
        except NotFollowedError as error:
            raise LookupError(f"`{address}` is not read") from error
        return library.resolver(prefix, "2020-12").value("")

    return read


def _noting(
    keyword: "type[KeywordValidator]",
    progress: Callable[[], None] | None,
    below: tuple[str, ...],
) -> "type[KeywordValidator]":
    """A keyword validator whose errors have a path from the root, by the place it is called at.

    `below` leads from there to what it looks at.
    """
    from jsonschema_path import SchemaPath  # noqa: PLC0415 - slow to import
    from openapi_spec_validator.validation.exceptions import (  # noqa: PLC0415 - as above
        OpenAPIValidationError,
    )

    call: Any = keyword.__call__

    def checked(*arguments: Any, **options: Any) -> Iterator[Any]:
        try:
            yield from call(*arguments, **options)
        except Exception as error:  # a reference to nothing must not end the whole check
            yield OpenAPIValidationError(_gave_up(error))

    def noting(self: Any, *arguments: Any, **options: Any) -> Iterator[Any]:
        if progress is not None:
            progress()
        path = next(each for each in arguments if isinstance(each, SchemaPath))
        for error in checked(self, *arguments, **options):
            if not hasattr(error, _PLACED):
                setattr(error, _PLACED, True)
                error.path.extendleft(reversed((*path.parts, *below)))
            yield error

    return type(keyword.__name__, (keyword,), {"__call__": noting})


def _literal(linked: Linked, steps: list[str]) -> str:
    """The place that steps lead to; of a step that is not there, the place before it."""
    for end in range(len(steps), 0, -1):
        pointer = "".join(f"/{escape(step)}" for step in steps[:end])
        try:
            return linked.resolve(f"#{quote(pointer)}", OWN)
        except LookupError:
            continue
    return OWN
