"""Gemini `functionDeclarations` with `parametersJsonSchema`.

Sources: the definition of `responseJsonSchema` (generative_service.proto v1beta, quoted in
google-genai 3.6.1); for parameters no list is published, so that one is taken to hold. What it does
not name is ignored there, and told in the descriptions here. References may go round only through
optional properties: they are unrolled instead. `oneOf` is read as `anyOf`, so that is what is sent.
The Live API knows `parameters` only.
"""

from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Toolset
from toolc.targets.gemini_shapes import DECLARED_NAME, GEMINI_WIRE, declared, gathered
from toolc.targets.languages import PLAIN_NAME
from toolc.targets.target import Form, Target

__all__ = ["GEMINI_JSON_SCHEMA"]

_LANGUAGE = Language(
    target="gemini-json-schema",
    root_refused=frozenset("anyOf enum".split()),
    keywords=frozenset(
        "$defs $ref type format title description enum items prefixItems minItems maxItems"
        " minimum maximum anyOf properties additionalProperties required".split()
    ),
    refs="tree",
    ref_siblings=False,  # only keys that start with `$`
    enum_types=frozenset({"string", "number"}),
    enum_in_type_list=False,  # null is no enum value
    key_rule=PLAIN_NAME,
    name_rule=DECLARED_NAME,
)

_PASSES = (
    "deref",
    "drop_unsupported",
    "merge_all_of",
    "respell",
    "wrap_root",
    "json_text",  # what could not be merged
    "stringify_enums",
    "rename_keys",
    "rename_tools",
)


def _emit(toolset: Toolset) -> list[dict[str, Any]]:
    return [declared(tool, parametersJsonSchema=tool.input) for tool in toolset.tools]


def _outputs(toolset: Toolset) -> list[dict[str, Any]]:
    return [
        {**item, **({"responseJsonSchema": tool.output} if tool.output else {})}
        for item, tool in zip(_emit(toolset), toolset.tools, strict=True)
    ]


def _form(*, output_schemas: bool = False) -> Form:
    return Form(
        language=_LANGUAGE,
        passes=_PASSES,
        emit=_outputs if output_schemas else _emit,
        gather=gathered,
        wire=GEMINI_WIRE,
        max_tools=512,
    )


GEMINI_JSON_SCHEMA = Target(
    name="gemini-json-schema", title="Gemini API, parametersJsonSchema", form=_form
)
