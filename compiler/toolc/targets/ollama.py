"""Ollama chat: the function wrapper, read into Go structs that drop what they don't know.

Source: ollama at fb30760 of 2026-08-21 (api/types.go): the root keeps `type`, `$defs`, `items`,
`required`, `properties`; a property keeps `anyOf`, `type`, `items`, `description`, `enum`,
`properties`, `required`. What is dropped there is told in the descriptions here.
"""

from toolc.ir.language import Language
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["OLLAMA"]

_LANGUAGE = Language(
    target="ollama",
    root_refused=frozenset("anyOf oneOf allOf".split()),
    keywords=frozenset("type description enum items properties required anyOf".split()),
    formats={},
    refs="none",  # `$ref` on a property is dropped
)

_PASSES = (
    "deref",
    "drop_unsupported",
    "merge_all_of",
    "respell",  # `const`, `oneOf`; schemas that are only `true` are refused
    "wrap_root",
    "rename_tools",
)


def _form() -> Form:
    return Form(language=_LANGUAGE, passes=_PASSES, emit=function_tools)


OLLAMA = Target(name="ollama", title="Ollama chat", form=_form)
