"""The judge of sample values: `jsonschema`, kept from running away on hostile schemas."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from toolc.ir.model import Schema
from toolc.ir.patterns import UnreadablePatternError, matches

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

__all__ = ["Checker", "NoSample"]

_MAX_REFERENCES: Final = 50_000  # references followed for one schema, over all candidates


class NoSample(ValueError):  # noqa: N818  # an answer, not a fault
    """No sample could be written for a schema; the message says why."""


class Checker:
    """Says whether a value fits a schema or one of its parts; references are the root's."""

    def __init__(self, root: Schema) -> None:
        """Prepare for one root schema; `jsonschema` is imported here, when it is first needed."""
        self._references = 0
        self._validator = self._limited(root)

    def accepts(self, value: Any, schema: Any) -> bool:
        """Whether `value` fits `schema`, a part of the root; NoSample where that can't be told."""
        from referencing.exceptions import Unresolvable  # noqa: PLC0415  # see __init__

        try:
            return next(iter(self._validator.descend(value, schema)), None) is None
        except (UnreadablePatternError, Unresolvable, TypeError, OverflowError) as problem:
            raise NoSample(f"the schema can't be checked: {problem}") from None

    def _limited(self, root: Schema) -> "Draft202012Validator":
        from jsonschema import Draft202012Validator  # noqa: PLC0415  # slow to import, seldom used
        from jsonschema.exceptions import ValidationError  # noqa: PLC0415  # as above
        from jsonschema.validators import extend  # noqa: PLC0415  # as above

        follow = Draft202012Validator.VALIDATORS["$ref"]

        def reference(validator: Any, target: Any, value: Any, schema: Any) -> Iterator[Any]:
            self._references += 1
            if self._references > _MAX_REFERENCES:
                raise NoSample("the schema has too many combinations")
            yield from follow(validator, target, value, schema) or ()

        def pattern(_validator: Any, expression: Any, value: Any, _schema: Any) -> Iterator[Any]:
            if isinstance(value, str) and not matches(expression, value):
                yield ValidationError(f"{value!r} does not match {expression!r}")

        keywords = {"$ref": reference, "pattern": pattern}
        limited: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]  # the stubs lack it
            Draft202012Validator, keywords
        )
        return limited(root)
