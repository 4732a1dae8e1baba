"""Cohere chat v2: the function wrapper with JSON Schema, loose and strict.

Sources: cohere 7.3.1 (types/tool_v2.py), 422 answers on unknown fields quoted in public to 2026-03,
cohere-developer-experience structured-outputs.mdx of 2026-08-06. The name rule is the one
documented for v1. Strictness is a field of the request (`request_fields`), for all its tools: at
most 200 parameters, and a required one in every object.
"""

from dataclasses import replace

from toolc.ir.language import Language, Limits
from toolc.targets.chat import CHAT
from toolc.targets.languages import PLAIN_NAME, PLAIN_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target
from toolc.targets.wire import Choice, Slot

__all__ = ["COHERE_V2"]

_STRICT = Language(
    target="cohere-v2-strict",
    root_refused=frozenset("anyOf oneOf allOf enum const".split()),
    keywords=frozenset(
        "type title description default properties required additionalProperties items enum const"
        " format anyOf $ref $defs".split()  # patterns take no anchors, so they mean another thing
    ),
    formats={"string": frozenset("date-time uuid date time".split())},
    refs="tree",
    untyped=False,
    type_lists="none",
    enum_in_type_list=False,
    closed=True,  # further keys are taken in part only, which part is not said
    one_required=True,
    limits=Limits(properties=200),  # of all tools together, so of each
    items_required=True,
    name_rule=PLAIN_NAME,
)

_STRICT_PASSES = (
    "deref",
    "drop_unsupported",
    "merge_all_of",
    "respell",
    "wrap_root",
    "cut_objects",
    "json_text",
    "maps_to_pairs",
    "strictify",  # closes objects; keys may stay optional
    "fill_objects",
    "rename_tools",
)

_WIRE = replace(
    CHAT,
    choices={
        Choice.AUTO: {},
        Choice.NONE: {"tool_choice": "NONE"},
        Choice.REQUIRED: {"tool_choice": "REQUIRED"},
    },
    instead="ask for `required`, and send that tool alone",
    result={
        **CHAT.result,
        "content": [{"type": "document", "document": {"data": Slot.CONTENT}}],
    },
    structured={"response_format": {"type": "json_object", "json_schema": Slot.SCHEMA}},
    cut_off=("MAX_TOKENS",),
)

_LOOSE = Form(
    language=Language(target="cohere-v2", name_rule=PLAIN_NAME),
    passes=PLAIN_PASSES,  # "the type in the top level schema must be object"
    emit=function_tools,
    wire=_WIRE,
)


def _form(*, strict: bool = False, carry_extras: bool = False) -> Form:
    if not strict:
        return _LOOSE
    return replace(
        _LOOSE,
        language=replace(_STRICT, carry_extras=carry_extras),
        passes=_STRICT_PASSES,
        wire=replace(_WIRE, always={"strict_tools": True}),
        max_fields=200,
    )


COHERE_V2 = Target(name="cohere-v2", title="Cohere chat v2", form=_form)
