"""Cohere chat v2: the function wrapper with JSON Schema.

Sources: cohere 7.3.1 (types/tool_v2.py), 422 answers on unknown fields quoted in public to 2026-03;
the name rule is the one documented for v1.
"""

from toolc.ir.language import Language
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["COHERE_V2"]

_LANGUAGE = Language(target="cohere-v2", name_rule=r"[A-Za-z_][A-Za-z0-9_]*")

_PASSES = (
    "deref",
    "wrap_root",  # "the type in the top level schema must be object"
    "rename_tools",
)


def _form() -> Form:
    return Form(language=_LANGUAGE, passes=_PASSES, emit=function_tools)


COHERE_V2 = Target(name="cohere-v2", title="Cohere chat v2", form=_form)
