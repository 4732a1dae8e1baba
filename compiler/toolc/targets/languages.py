"""Pieces of languages that several targets share because it is the same fact."""

from typing import Final

from toolc.ir.language import Language, Limits

__all__ = [
    "ANTHROPIC_STRICT",
    "ANTHROPIC_STRICT_PASSES",
    "FUNCTION_NAME",
    "OPENAI_LOOSE",
    "OPENAI_LOOSE_PASSES",
    "OPENAI_STRICT",
    "OPENAI_STRICT_PASSES",
    "PLAIN_NAME",
    "PLAIN_PASSES",
    "PROPERTY_KEY",
    "STANDARD",
    "XGRAMMAR",
    "XGRAMMAR_PASSES",
]

FUNCTION_NAME: Final = r"[a-zA-Z0-9_-]+"
"""Tool names of OpenAI and all who copied it, of Mistral and Bedrock; up to 64 characters."""

PLAIN_NAME: Final = r"[A-Za-z_][A-Za-z0-9_]*"
"""Names that are also identifiers: Cohere's, and the keys of Gemini's parameters."""

PROPERTY_KEY: Final = r"[a-zA-Z0-9_.-]+"
"""Keys that Claude takes, on whatever host."""

STANDARD: Final = frozenset(
    "$defs $ref $comment title description default examples deprecated readOnly writeOnly"
    " contentEncoding contentMediaType contentSchema type enum const format pattern"
    " minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"
    " properties required additionalProperties patternProperties propertyNames minProperties"
    " maxProperties dependentRequired dependentSchemas unevaluatedProperties items prefixItems"
    " contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems"
    " allOf anyOf oneOf not if then else".split()
)
"""The keywords of JSON Schema 2020-12, for targets that refuse or pass over some of them."""

PLAIN_PASSES: Final = (
    "deref",  # references to `#` would not survive a wrapped root; takes `$schema` and `$id` out
    "wrap_root",
    "rename_tools",
)
"""For targets that take any JSON Schema whose root is an object."""

# --- xgrammar: what vLLM and SGLang compile schemas with ---

XGRAMMAR: Final = Language(
    target="xgrammar",
    keywords=STANDARD - {"oneOf"},  # read as `anyOf` where its alternatives may overlap
    closed_unless_said=True,  # its strict mode, which is the default
    items_required=True,  # as above: lists that say nothing of their items
    lookaround=False,  # "Backreference is not supported yet"
    int64_bounds=True,  # "Integer exceeds minimum limit due to precision loss at 64-bit boundary"
)
"""xgrammar 0.2.9: what it can't enforce it passes over, apart from these."""

XGRAMMAR_PASSES: Final = (
    "deref",  # grammars are compiled from `#/$defs/X` only
    "drop_unsupported",
    "respell",  # "Schema 'false' cannot accept any value"
    "wrap_root",
)

# --- OpenAI: functions with and without `strict` ---

_ROOT_REFUSED = frozenset("anyOf oneOf allOf enum const not".split())

OPENAI_LOOSE: Final = Language(
    target="openai",
    root_refused=_ROOT_REFUSED,
    items_required=True,  # "array schema missing items", also without strict
    name_rule=FUNCTION_NAME,
)

OPENAI_LOOSE_PASSES: Final = (
    "deref",
    "drop_unsupported",  # root alternatives that only demand keys
    "respell",  # `items` for every array
    "wrap_root",  # no union at the root
    "rename_tools",
)

OPENAI_STRICT: Final = Language(
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
    limits=Limits(
        properties=5000,
        levels=10,
        enum_values=1000,
        characters=120_000,
        long_enum=(250, 15_000),
    ),
    name_rule=FUNCTION_NAME,
)
"""The structured outputs guide of developers.openai.com; limits re-checked 2026-10-08."""

OPENAI_STRICT_PASSES: Final = (
    "deref",  # only `#/$defs/X`, alone in its node
    "drop_unsupported",
    "merge_all_of",  # allOf is refused
    "respell",  # every node has a type
    "wrap_root",  # no union at the root
    "cut_enums",
    "cut_objects",
    "json_text",  # what has no type still travels
    "maps_to_pairs",  # additionalProperties may only be false
    "strictify",
    "hoist_deep",
    "rename_tools",
)

# --- Anthropic: tools with `strict`, on its own API and on Bedrock ---

ANTHROPIC_STRICT: Final = Language(
    target="anthropic-strict",
    root_refused=frozenset("anyOf oneOf allOf enum const".split()),
    keywords=frozenset(
        "type title description default examples properties required additionalProperties items"
        " enum const anyOf $ref $defs pattern format minItems".split()
    ),
    formats={
        "string": frozenset(
            "date-time time date duration email hostname uri ipv4 ipv6 uuid".split()
        )
    },
    refs="tree",  # "recursive schemas are not supported"
    untyped=False,  # the official SDKs refuse a schema without a type, too
    type_lists="scalars",  # lists with objects are split, so that each object can be closed
    enum_in_type_list=False,  # "Enum value does not match declared type"
    closed=True,
    max_min_items=1,  # "'minItems' values other than 0 or 1 are not supported"
    lookaround=False,
    key_rule=PROPERTY_KEY,
    name_rule=FUNCTION_NAME,
)
"""The structured outputs guide of platform.claude.com, stamped 2026-07-13, and answers quoted in
public to 2026-08; `allOf` is documented, but not with references in it: it is merged."""

ANTHROPIC_STRICT_PASSES: Final = (
    "deref",
    "drop_unsupported",
    "merge_all_of",
    "respell",  # every node has a type, oneOf becomes anyOf
    "wrap_root",  # no union at the root
    "json_text",
    "maps_to_pairs",  # additionalProperties may only be false
    "strictify",  # closes objects; keys may stay optional
    "rename_keys",
    "rename_tools",
)
