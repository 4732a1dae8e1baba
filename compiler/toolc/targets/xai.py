"""xAI chat completions: every tool is strict, whatever it says.

Sources: docs.x.ai/developers/model-capabilities/text/structured-outputs (2026, grok-4.6), xai-sdk
1.21.0; grok-4.5 takes 350 tools (2026-09-14), older models 200. What the page calls best effort
(`not`, `if`, other formats) is sent as it is.
"""

from typing import Any

from toolc.ir.language import Language
from toolc.ir.model import Toolset
from toolc.ir.schema import map_children
from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.languages import FUNCTION_NAME, OPENAI_LOOSE_PASSES, STANDARD
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["XAI"]

_LANGUAGE = Language(
    target="xai",
    root_refused=frozenset("anyOf oneOf allOf".split()),
    keywords=STANDARD - {"minContains", "maxContains", "oneOf"},  # `oneOf` is read as `anyOf`
    refs="tree",  # only references that go round nowhere
    lookaround=False,
    closed_unless_said=True,
    name_rule=FUNCTION_NAME,
)

_MAY_BE_BOOLEAN = frozenset(
    "additionalProperties unevaluatedProperties items unevaluatedItems".split()
)


def _emit(toolset: Toolset) -> list[dict[str, Any]]:
    spelled = [
        tool.model_copy(update={"input": _without_booleans(tool.input, "")})
        for tool in toolset.tools
    ]
    return function_tools(toolset.replace(spelled))


def _without_booleans(node: Any, at: str) -> Any:
    """The schema with `{}` and its negation for `true` and `false`, which are refused."""
    if isinstance(node, bool) and at[1:] not in _MAY_BE_BOOLEAN:
        return {} if node else {"not": {}}
    return map_children(node, "", _without_booleans) if isinstance(node, dict) else node


def _form() -> Form:
    return Form(
        language=_LANGUAGE,
        passes=OPENAI_LOOSE_PASSES,
        emit=_emit,
        wire=CHAT_PARALLEL,
        max_tools=200,
    )


XAI = Target(name="xai", title="xAI chat completions", form=_form)
