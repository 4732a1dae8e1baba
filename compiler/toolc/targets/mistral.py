"""Mistral chat completions.

Sources: mistralai 3.7.0 (client/models), mistral-common 1.13.1 (protocol/instruct/validator.py:
names, `parameters` required and valid Draft-07). `$schema` and `$id` are refused by the server.
"""

from toolc.ir.language import Language
from toolc.targets.shapes import function_tools
from toolc.targets.target import Form, Target

__all__ = ["MISTRAL"]

_LANGUAGE = Language(target="mistral", name_rule=r"[a-zA-Z0-9_-]+")

_PASSES = (
    "deref",  # also takes `$schema` and `$id` out
    "wrap_root",
    "rename_tools",
)


def _form() -> Form:
    return Form(language=_LANGUAGE, passes=_PASSES, emit=function_tools)


MISTRAL = Target(name="mistral", title="Mistral chat completions", form=_form)
