"""Text that is safe to put into generated Python: literals, f-strings and comments, all ASCII.

Whatever a schema says is data. It reaches generated code through these functions only.
"""

import math
from dataclasses import dataclass
from typing import Any

from toolc.runtime.errors import ToolcError

__all__ = ["Code", "UnwritableValueError", "comment", "fstring", "pyrepr"]

_DEPTH = 50  # CPython's own tokenizer gives up at 200 nested brackets
_DECIMAL_DIGITS = 4000  # int() and repr() refuse more than 4,300 decimal digits


class UnwritableValueError(ToolcError):
    """A value that has no Python literal: nested too deeply, or not a JSON value."""


@dataclass(frozen=True, slots=True)
class Code:
    """A Python expression in an f-string or a literal: ours, without quotes or backslashes."""

    text: str


def pyrepr(value: Any) -> str:
    r"""The Python literal of a JSON value, in printable ASCII on one line.

    >>> print(pyrepr(["it's", "\u202e", None, 1.5]))
    ["it's", "\u202e", None, 1.5]

    Raises UnwritableValueError for a value nested deeper than 50 levels or of another type.
    """
    return _literal(value, _DEPTH)


def fstring(parts: list[str | Code]) -> str:
    """The literal of a text with expressions in it: a plain string literal when there are none.

    >>> print(fstring(["{x}: got ", Code("short(x)")]))
    f"{{x}}: got {short(x)}"
    """
    if not any(isinstance(part, Code) for part in parts):
        return pyrepr("".join(str(part) for part in parts))
    fixed = "".join(part for part in parts if isinstance(part, str))
    quote = _quote_for(fixed)
    body = "".join(
        f"{{{part.text}}}"
        if isinstance(part, Code)
        else _escaped(part, quote).replace("{", "{{").replace("}", "}}")
        for part in parts
    )
    return f"f{quote}{body}{quote}"


def comment(text: str, limit: int = 100) -> str:
    """A text as one comment line: control characters and line ends escaped, length bounded."""
    line = _escaped(text[:limit], "").strip()
    return f"# {line}" if len(text) <= limit else f"# {line}..."


def _literal(value: Any, depth: int) -> str:
    if depth == 0:
        raise UnwritableValueError(f"a value nested deeper than {_DEPTH} levels")
    match value:
        case Code():
            return value.text
        case None | bool():
            return repr(value)
        case str():
            quote = _quote_for(value)
            return f"{quote}{_escaped(value, quote)}{quote}"
        case int():
            # Hexadecimal has no limit on digits, and reads no worse at this length.
            return repr(int(value)) if value.bit_length() < 3 * _DECIMAL_DIGITS else hex(value)
        case float():
            return repr(float(value)) if math.isfinite(value) else f'float("{float(value)!r}")'
        case list() | tuple():
            return "[" + ", ".join(_literal(item, depth - 1) for item in value) + "]"
        case dict():
            pairs = (f"{_literal(k, depth)}: {_literal(v, depth - 1)}" for k, v in value.items())
            return "{" + ", ".join(pairs) + "}"
    raise UnwritableValueError(f"a value of type {type(value).__name__}")


def _quote_for(text: str) -> str:
    return "'" if text.count('"') > text.count("'") else '"'


def _escaped(text: str, quote: str) -> str:
    # "unicode_escape" writes lone surrogates, controls and everything beyond ASCII as escapes.
    body = text.encode("unicode_escape").decode("ascii")
    return body.replace(quote, "\\" + quote) if quote else body
