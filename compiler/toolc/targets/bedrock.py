"""Amazon Bedrock Converse: `toolSpec`.

Sources: botocore 1.44.8 (bedrock-runtime 2023-09-30: names, `description` of at least one
character); the root rule of Claude models holds, which are the strictest family.
"""

from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Toolset
from toolc.targets.shapes import described
from toolc.targets.target import Form, Target

__all__ = ["BEDROCK"]

_LANGUAGE = Language(
    target="bedrock",
    root_refused=frozenset("anyOf oneOf allOf".split()),
    key_rule=r"[a-zA-Z0-9_.-]+",
    name_rule=r"[a-zA-Z0-9_-]+",
)

_PASSES = (
    "deref",  # references to `#` would not survive a wrapped root
    "drop_unsupported",  # root alternatives that only demand keys
    "wrap_root",  # no union at the root
    "rename_keys",
    "rename_tools",
)


def _emit(toolset: Toolset) -> dict[str, Any]:
    tools = [
        {"toolSpec": described(tool, inputSchema={"json": tool.input})} for tool in toolset.tools
    ]
    return {"tools": tools}


def _form() -> Form:
    return Form(language=_LANGUAGE, passes=_PASSES, emit=_emit)


BEDROCK = Target(name="bedrock", title="Amazon Bedrock Converse", form=_form)
