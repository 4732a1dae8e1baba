"""Ollama chat: the function wrapper, read into Go structs that drop what they don't know.

Source: ollama at fb30760 of 2026-08-21 (api/types.go): the root keeps `type`, `$defs`, `items`,
`required`, `properties`; a property keeps `anyOf`, `type`, `items`, `description`, `enum`,
`properties`, `required`. What is dropped there is told in the descriptions here.
"""

from toolc.ir.language import Language
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target
from toolc.targets.wire import Choice, Slot, Wire

__all__ = ["OLLAMA"]

_LANGUAGE = Language(
    target="ollama",
    root_refused=frozenset("anyOf oneOf allOf".split()),
    keywords=frozenset("type description enum items properties required anyOf".split()),
    formats={},
    refs="none",  # `$ref` on a property is dropped
    items_shown=False,  # `items` is any JSON, which most templates leave out of the prompt
)

_PASSES = (
    "deref",
    "drop_unsupported",
    "merge_all_of",
    "respell",  # `const`, `oneOf`; schemas that are only `true` are refused
    "wrap_root",
    "tell_items",
    "rename_tools",
)

_WIRE = Wire(
    choices={Choice.AUTO: {}},
    instead="leave out the tools that are not wanted; no call can be forced",
    result={"role": "tool", "tool_name": Slot.NAME, "content": Slot.CONTENT},
    structured={"format": Slot.SCHEMA},
    cut_off=("length",),
)


def _form() -> Form:
    return Form(language=_LANGUAGE, passes=_PASSES, emit=function_tools, wire=_WIRE)


OLLAMA = Target(name="ollama", title="Ollama chat", form=_form)
