"""OpenAI chat completions: function tools, loose and strict.

Sources: openai-python 3.57.0 (types/chat, types/shared_params/function_definition.py), the
structured outputs guide of developers.openai.com (limits re-checked 2026-10-08), openai-node 7.59.0
(lib/transform.ts, the official strict rewriting), answers of the API quoted in public to 2026-11.
"""

from dataclasses import replace
from functools import partial

from toolc.ir.language import Language
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["OPENAI"]

_ROOT_REFUSED = frozenset("anyOf oneOf allOf enum const not".split())

_LOOSE = Language(
    target="openai",
    root_refused=_ROOT_REFUSED,
    items_required=True,  # "array schema missing items", also without strict
    name_rule=r"[a-zA-Z0-9_-]+",
)

_STRICT = Language(
    target="openai-strict",
    root_refused=_ROOT_REFUSED,
    keywords=frozenset(
        "type title description properties required additionalProperties items enum const anyOf"
        " $ref $defs pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum"
        " minItems maxItems".split()
    ),
    formats={
        "string": frozenset("date-time time date duration email hostname ipv4 ipv6 uuid".split())
    },
    ref_siblings=False,  # "$ref cannot have keywords {...}"
    untyped=False,  # "schema must have a 'type' key"
    type_lists="scalars",  # lists with objects are split, so that each object can be closed
    closed=True,
    all_required=True,
    items_required=True,
    lookaround=False,
    name_rule=r"[a-zA-Z0-9_-]+",
)

_LOOSE_PASSES = (
    "deref",  # references to `#` would not survive a wrapped root
    "drop_unsupported",  # root alternatives that only demand keys
    "respell",  # `items` for every array
    "wrap_root",  # no union at the root
    "rename_tools",
)

_STRICT_PASSES = (
    "deref",  # only `#/$defs/X`, alone in its node
    "drop_unsupported",
    "merge_all_of",  # allOf is refused
    "respell",  # every node has a type
    "wrap_root",  # no union at the root
    "json_text",  # what has none still travels
    "maps_to_pairs",  # additionalProperties may only be false
    "strictify",
    "rename_tools",
)


def _form(*, strict: bool = False, carry_extras: bool = False) -> Form:
    if strict:
        language = replace(_STRICT, carry_extras=carry_extras)
        emit = partial(function_tools, strict=True)
        return Form(language=language, passes=_STRICT_PASSES, emit=emit, max_tools=128)
    return Form(language=_LOOSE, passes=_LOOSE_PASSES, emit=function_tools, max_tools=128)


OPENAI = Target(name="openai", title="OpenAI chat completions", form=_form)
