"""DeepSeek chat completions, loose and strict (`https://api.deepseek.com/beta`).

Sources: api-docs.deepseek.com/guides/tool_calls (copy of 2026), live probes written up 2026-08-22
("An object with no properties is not allowed", "missing field type"), rig-core 0.46.0. Strict is
for all tools of a request or for none. 128 tools were never confirmed.
"""

from dataclasses import replace
from functools import partial

from toolc.ir.language import Language, Limits
from toolc.targets.chat import CHAT
from toolc.targets.languages import FUNCTION_NAME, OPENAI_STRICT, PLAIN_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["DEEPSEEK"]

_STRICT = replace(
    OPENAI_STRICT,
    target="deepseek-strict",
    keywords=(OPENAI_STRICT.keywords or frozenset()) - {"minItems", "maxItems"} | {"default"},
    formats={"string": frozenset("email hostname ipv4 ipv6 uuid".split())},
    refs_in_unions=False,
    one_required=True,  # so that no object is without properties
    limits=Limits(),  # nobody has told of any
)

_STRICT_PASSES = (
    "deref",
    "drop_unsupported",
    "merge_all_of",
    "respell",  # every node has a type
    "wrap_root",
    "json_text",
    "maps_to_pairs",
    "strictify",
    "fill_objects",
    "inline_in_unions",
    "rename_tools",
)

_LOOSE = Form(
    language=Language(target="deepseek", name_rule=FUNCTION_NAME),
    passes=PLAIN_PASSES,
    emit=function_tools,
    wire=replace(CHAT, structured=None),  # it can be asked for JSON, but not in a schema
    max_tools=128,
)


def _form(*, strict: bool = False, carry_extras: bool = False) -> Form:
    if not strict:
        return _LOOSE
    return replace(
        _LOOSE,
        language=replace(_STRICT, carry_extras=carry_extras),
        passes=_STRICT_PASSES,
        emit=partial(function_tools, strict=True),
    )


DEEPSEEK = Target(name="deepseek", title="DeepSeek chat completions", form=_form)
