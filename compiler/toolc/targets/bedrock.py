"""Amazon Bedrock Converse: `toolSpec`, by family of models, loose and strict.

Sources: botocore 1.44.8 (bedrock-runtime 2023-09-30: names, `description` of at least one
character), docs.aws.amazon.com (structured-output, Nova tool-use-definition; 2026), answers on
`toolChoice` and `strict` quoted in public 2025-11 to 2026-08, pydantic-ai 2.68. The root rule is
that of Claude, the strictest family; its keys and budgets of strict tools are Anthropic's own.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.language import Language
from toolc.ir.model import Schema, Toolset
from toolc.runtime.errors import UsageError
from toolc.runtime.model_names import model_words
from toolc.targets.languages import (
    ANTHROPIC_STRICT,
    ANTHROPIC_STRICT_PASSES,
    FUNCTION_NAME,
    PROPERTY_KEY,
    STANDARD,
)
from toolc.targets.shapes import described
from toolc.targets.target import Budget, Form, Target
from toolc.targets.wire import Choice, Fields, Slot, Wire, as_text

__all__ = ["BEDROCK"]

_LOOSE = Language(
    target="bedrock",
    root_refused=frozenset("anyOf oneOf allOf".split()),
    key_rule=PROPERTY_KEY,
    name_rule=FUNCTION_NAME,
)

_LOOSE_PASSES = (
    "deref",  # references to `#` would not survive a wrapped root
    "drop_unsupported",  # root alternatives that only demand keys
    "merge_root",  # no union at the root
    "wrap_root",
    "rename_keys",
    "rename_tools",
)

_ROOT_ONLY = replace(
    _LOOSE,
    keywords=STANDARD - {"oneOf"},  # what recursion is cut to would fit each alternative
    refs="none",  # no `$defs` at the root
)

_ROOT_ONLY_PASSES = (
    "deref",
    "drop_unsupported",
    "respell",
    "merge_root",
    "wrap_root",
    "rename_keys",
    "rename_tools",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Family:
    """What a family of models takes of `toolConfig`, as far as anyone has told."""

    choices: frozenset[Choice] = frozenset({Choice.AUTO})
    strict: bool = False
    root_keys: frozenset[str] | None = None
    """The keywords that may stand at the root; None for all."""


_ALL = frozenset({Choice.AUTO, Choice.REQUIRED, Choice.NAMED})

_FAMILIES = {
    "claude": _Family(
        choices=_ALL | {Choice.NONE},
        strict=True,
    ),
    "nova": _Family(choices=_ALL, root_keys=frozenset("type properties required".split())),
    "llama": _Family(),
    "mistral": _Family(choices=frozenset({Choice.AUTO, Choice.REQUIRED}), strict=True),
    "qwen": _Family(strict=True),
    "gemma": _Family(strict=True),
    "glm": _Family(choices=_ALL, strict=True),
    "kimi": _Family(choices=_ALL, strict=True),
    "minimax": _Family(strict=True),
    "nemotron": _Family(strict=True),
    "grok": _Family(choices=_ALL),
    "gpt-oss": _Family(),
    "writer": _Family(),
}

_NAMED = {
    "mistral": ("devstral", "magistral", "ministral", "mixtral", "pixtral", "voxtral"),
    "writer": ("palmyra",),
}
"""What models of a family are called that are not called by its name."""

_BUDGET = Budget(tools=20, optional=24, unions=16)
"""Measured for Claude; nobody has told of other families, which are held to it, too."""

_CHOICES: dict[Choice, Fields] = {
    Choice.AUTO: {"toolConfig": {"toolChoice": {"auto": {}}}},
    Choice.NONE: {"additionalModelRequestFields": {"tool_choice": {"type": "none"}}},
    Choice.REQUIRED: {"toolConfig": {"toolChoice": {"any": {}}}},
    Choice.NAMED: {"toolConfig": {"toolChoice": {"tool": {"name": Slot.NAME}}}},
}
"""Converse itself has no word for `none`; Claude's own field is passed through."""

_RESULT: Fields = {"toolUseId": Slot.CALL_ID, "content": [Slot.CONTENT]}


def _block(content: Any) -> dict[str, Any]:
    return {"json": content} if isinstance(content, dict) else {"text": as_text(content)}


_WIRE = Wire(
    choices=_CHOICES,
    always={"toolConfig": Slot.TOOLS},
    result={"role": "user", "content": [{"toolResult": _RESULT}]},
    failure={"role": "user", "content": [{"toolResult": {**_RESULT, "status": "error"}}]},
    content=_block,
    structured={
        "outputConfig": {
            "textFormat": {
                "type": "json_schema",
                "structure": {"jsonSchema": {"schema": Slot.SCHEMA_TEXT, "name": Slot.NAME}},
            }
        }
    },
    cut_off=("max_tokens", "model_context_window_exceeded"),
)


def _emit(
    toolset: Toolset, *, root_keys: frozenset[str] | None = None, **flags: Any
) -> list[dict[str, Any]]:
    def root(schema: Schema) -> Schema:
        return {key: schema[key] for key in schema if root_keys is None or key in root_keys}

    return [
        {"toolSpec": described(tool, inputSchema={"json": root(tool.input)}, **flags)}
        for tool in toolset.tools
    ]


def _gather(items: list[dict[str, Any]], *, cache: bool) -> dict[str, Any]:
    mark = [{"cachePoint": {"type": "default"}}] if cache and items else []
    return {"tools": [*items, *mark]}


def _form(
    *,
    family: str = "claude",
    strict: bool = False,
    carry_extras: bool = False,
    cache: bool = False,
) -> Form:
    if family not in _FAMILIES:
        hint = did_you_mean(family, _FAMILIES)
        raise UsageError(f"bedrock has no family `{family}`; {hint}")
    traits = _FAMILIES[family]
    choices = {choice: fields for choice, fields in _CHOICES.items() if choice in traits.choices}
    loose = Form(
        language=_ROOT_ONLY if traits.root_keys else _LOOSE,
        passes=_ROOT_ONLY_PASSES if traits.root_keys else _LOOSE_PASSES,
        emit=partial(_emit, root_keys=traits.root_keys),
        gather=partial(_gather, cache=cache),
        wire=replace(_WIRE, choices=choices),
    )
    if not strict:
        return loose
    if not traits.strict:
        raise UsageError(f"models of the family `{family}` take no strict tools")
    return replace(
        loose,
        language=replace(ANTHROPIC_STRICT, target="bedrock-strict", carry_extras=carry_extras),
        passes=ANTHROPIC_STRICT_PASSES,
        emit=partial(_emit, strict=True),
        looser=loose,
        budget=_BUDGET,
    )


def _for_model(name: str) -> dict[str, Any]:
    """The family of a model, where its name begins with one."""
    words = model_words(name)
    for family in _FAMILIES:
        for begins in (family, *_NAMED.get(family, ())):
            beginning = model_words(begins)
            if words[: len(beginning)] == beginning:
                return {"family": family}
    return {}


BEDROCK = Target(name="bedrock", title="Amazon Bedrock Converse", form=_form, for_model=_for_model)
