"""Reads a call whose tag is the tool's own name: `<edit_file><path>a</path></edit_file>`.

Its arguments are the tag's attributes and one element per declared parameter, values verbatim; or
JSON; or the whole content, for a tool that has but one parameter. An element may carry the tool's
name before its own (`<glob_pattern>`). What the values mean is ruled by `typed_values`.
"""

import re
from typing import Any

from toolc.runtime.json_scan import END, MORE
from toolc.runtime.lexer import Lexer
from toolc.runtime.repair import Mended, Unreadable, mend
from toolc.runtime.text_body import TextBody
from toolc.runtime.typed_values import typed

__all__ = ["OwnTagBody"]

_ATTRIBUTE = re.compile(r"""\s*+([\w-]++)\s*+=\s*+(?:"([^"]*+)"|'([^']*+)')""")
_TAG_END = Lexer([">"])
_TWICE = "it says `{}` twice"
_ELEMENT = re.compile(r"\s*+<([\w-]++)>")


class OwnTagBody(TextBody):
    """One call, from behind the name in the opening tag to the end of the closing one."""

    __slots__ = ("_close", "_content_at", "_name")

    def __init__(self, name: str) -> None:
        """`name` is the tool's, and the tag's."""
        super().__init__()
        self._name = name
        self._close = Lexer([f"</{name}>"])
        self._content_at = 0  # where the content begins, once the opening tag has ended

    def scan(self, text: str, at: int, *, final: bool) -> tuple[int, str]:
        """Read on to the closing tag, or to the end of a tag that closes itself."""
        base = self._length - at
        if not self._content_at:
            end, literal = _TAG_END.find(text, at, final=final)
            if not literal:
                # The slash of `/>` stays, to be seen together with the bracket.
                return (end - 1 if text[at:end].endswith("/") else end), MORE
            if text[at:end].endswith("/"):
                return end + 1, END
            at = end + 1
            self._content_at = base + at
        end, literal = self._close.find(text, at, final=final)
        self.hot = None if literal else self._close.first
        return (end + len(literal), END) if literal else (end, MORE)

    def value(
        self, text: str, schema: dict[str, Any] | None, *, closed: bool
    ) -> Mended | Unreadable:
        """The arguments, by attribute and by element."""
        del closed  # only a call whose tag was closed gets here
        properties = (schema or {}).get("properties")
        declared = properties if isinstance(properties, dict) else {}
        head = text[: self._content_at - 1] if self._content_at else text.removesuffix("/>")
        content = text[self._content_at :].removesuffix(f"</{self._name}>")
        found: dict[str, str] = {}
        for match in _ATTRIBUTE.finditer(head):
            if match[1] in found:
                return Unreadable(_TWICE.format(match[1]))
            found[match[1]] = match[2] if match[2] is not None else match[3]
        if self._content_at and content.strip():
            if content.lstrip().startswith("{") and not found:
                return mend(content, schema, closed=True)
            elements = self._elements(content, declared)
            if isinstance(elements, str):
                return Unreadable(elements)
            twice = [key for key in elements if key in found]
            if twice:
                return Unreadable(_TWICE.format(twice[0]))
            found |= elements
        return Mended({key: typed(piece, declared.get(key)) for key, piece in found.items()})

    def _elements(self, content: str, declared: dict[str, Any]) -> dict[str, str] | str:
        """The text of each element by its parameter, or why that can't be said."""
        found: dict[str, str] = {}
        at = 0
        while match := _ELEMENT.match(content, at):
            key = match[1].removeprefix(f"{self._name}_")
            key = match[1] if match[1] in declared else key
            end = content.find(f"</{match[1]}>", match.end())
            if key not in declared or key in found or end < 0:
                break
            found[key] = content[match.end() : end]
            at = end + len(match[1]) + len("</>")
        if not content[at:].strip():
            return found
        if found or len(declared) != 1:
            return "its content is not one element for each parameter"
        return {next(iter(declared)): content}
