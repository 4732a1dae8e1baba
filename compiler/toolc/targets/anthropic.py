"""Anthropic messages: `input_schema`.

Sources: anthropic-python 2.14.0 (types/tool_param.py) and answers of the API quoted in public to
2026-11: names, property keys, the root rule, and that the schema must be valid 2020-12.
"""

from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Toolset
from toolc.targets.shapes import described
from toolc.targets.target import Form, Target

__all__ = ["ANTHROPIC"]

_LANGUAGE = Language(
    target="anthropic",
    root_refused=frozenset("anyOf oneOf allOf".split()),
    key_rule=r"[a-zA-Z0-9_.-]+",
    name_rule=r"[a-zA-Z0-9_-]+",  # the API allows 128 characters, the guide says 64
)

_PASSES = (
    "deref",  # references to `#` would not survive a wrapped root
    "drop_unsupported",  # root alternatives that only demand keys
    "wrap_root",  # no union at the root
    "rename_keys",
    "rename_tools",
)


def _emit(toolset: Toolset) -> list[dict[str, Any]]:
    return [described(tool, input_schema=tool.input) for tool in toolset.tools]


def _form() -> Form:
    return Form(language=_LANGUAGE, passes=_PASSES, emit=_emit)


ANTHROPIC = Target(name="anthropic", title="Anthropic messages", form=_form)
