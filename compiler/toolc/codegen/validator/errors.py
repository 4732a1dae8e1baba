"""What stops a validator from being generated: each error says where in the schema and why."""

from toolc.runtime.errors import ToolcError

__all__ = [
    "MalformedKeywordError",
    "SchemaError",
    "UnknownReferenceError",
    "UnsupportedPatternError",
]


class SchemaError(ToolcError):
    """A schema that no validator can be made from.

    `document` is the URI of the document at fault, empty for the schema itself; `pointer` is a JSON
    pointer into that document; `reason` says what is wrong there.
    """

    def __init__(self, document: str, pointer: str, reason: str) -> None:
        """Keep the place and the reason; the message joins them."""
        self.document = document
        self.pointer = pointer
        self.reason = reason
        super().__init__(f"{document}#{pointer}: {reason}")


class MalformedKeywordError(SchemaError):
    """A keyword holds a value of the wrong type."""


class UnknownReferenceError(SchemaError):
    """A `$ref` or `$dynamicRef` points to nothing."""


class UnsupportedPatternError(SchemaError):
    """A pattern is not a regular expression of ECMA-262, or one that Python can't express."""
