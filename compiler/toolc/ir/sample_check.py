"""The judge of sample values: `jsonschema`, kept from running away on hostile schemas."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from toolc.ir.model import Schema
from toolc.ir.patterns import UnreadablePatternError, matches

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, FormatChecker
    from jsonschema.exceptions import ValidationError

__all__ = ["Checker", "NoSample"]

_MAX_REFERENCES: Final = 50_000  # references followed for one schema, over all candidates


class NoSample(ValueError):  # noqa: N818  # an answer, not a fault
    """No sample could be written for a schema; the message says why."""


class Checker:
    """Says whether a value fits a schema or one of its parts; references are the root's."""

    def __init__(
        self,
        root: Schema,
        formats: "FormatChecker | None" = None,
        references: int = _MAX_REFERENCES,
    ) -> None:
        """Prepare for one root schema; with `formats`, `format` is a rule, too.

        `references` bounds how many are followed, over all values. `jsonschema` is imported here,
        when it is first needed.
        """
        self._references = references
        self._validator = self._limited(root, formats)

    def accepts(self, value: Any, schema: Any) -> bool:
        """Whether `value` fits `schema`, a part of the root; NoSample where that can't be told."""
        return next(self.errors(value, schema), None) is None

    def errors(self, value: Any, schema: Any) -> "Iterator[ValidationError]":
        """What is wrong with a value, as `jsonschema` tells it; NoSample as for `accepts`."""
        from referencing.exceptions import Unresolvable  # noqa: PLC0415  # see __init__

        try:
            yield from self._validator.descend(value, schema)
        except (UnreadablePatternError, Unresolvable, TypeError, OverflowError) as problem:
            raise NoSample(f"the schema can't be checked: {problem}") from None

    def _limited(self, root: Schema, formats: "FormatChecker | None") -> "Draft202012Validator":
        from jsonschema import Draft202012Validator  # noqa: PLC0415  # slow to import, seldom used
        from jsonschema.exceptions import ValidationError  # noqa: PLC0415  # as above
        from jsonschema.validators import extend  # noqa: PLC0415  # as above

        follow = Draft202012Validator.VALIDATORS["$ref"]

        def reference(validator: Any, target: Any, value: Any, schema: Any) -> Iterator[Any]:
            self._references -= 1
            if self._references < 0:
                raise NoSample("the schema has too many combinations")
            yield from follow(validator, target, value, schema) or ()

        def pattern(_validator: Any, expression: Any, value: Any, _schema: Any) -> Iterator[Any]:
            if isinstance(value, str) and not matches(expression, value):
                yield ValidationError(f"{value!r} does not match {expression!r}")

        keywords = {"$ref": reference, "pattern": pattern}
        limited: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]  # the stubs lack it
            Draft202012Validator, keywords
        )
        return limited(root, format_checker=formats)
