"""The server of llama.cpp (`llama-server --jinja`): schemas become grammars.

Source: ggml-org/llama.cpp grammars/README.md and tools/server/README.md, copies of 2026: nested
references and `prefixItems` are broken, unanchored patterns are refused, other keywords and formats
are skipped in silence, and an object that says nothing of further keys is closed.
"""

from dataclasses import replace

from toolc.ir.language import Language
from toolc.targets.chat import CHAT_PARALLEL
from toolc.targets.languages import FUNCTION_NAME, OPENAI_LOOSE_PASSES
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["LLAMA_CPP"]

_LANGUAGE = Language(
    target="llama-cpp",
    root_refused=frozenset("anyOf oneOf allOf".split()),
    keywords=frozenset(
        "type title description default enum const properties required additionalProperties items"
        " anyOf allOf minLength maxLength pattern format minimum maximum exclusiveMinimum"
        " exclusiveMaximum minItems maxItems".split()
    ),
    formats={"string": frozenset("date time date-time uuid".split())},
    refs="none",
    lookaround=False,
    anchored=True,
    closed_unless_said=True,
    name_rule=FUNCTION_NAME,  # it takes any, but its clients hold to the rule of the form they copy
)


def _form() -> Form:
    return Form(
        language=_LANGUAGE,
        passes=OPENAI_LOOSE_PASSES,
        emit=function_tools,
        wire=replace(
            CHAT_PARALLEL,
            cut_off=("length", "limit"),  # `limit` is the native endpoint's stop_type
        ),
    )


LLAMA_CPP = Target(name="llama-cpp", title="llama.cpp server", form=_form)
