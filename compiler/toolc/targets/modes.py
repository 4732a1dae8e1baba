"""Modes: a form as it is, or simplified for models of a size."""

from dataclasses import replace
from typing import Literal, get_args

from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.language import ModelSize
from toolc.passes.simplify import MODEL_CLASSES
from toolc.runtime.errors import UsageError
from toolc.targets.target import Form

__all__ = ["Mode", "in_mode"]

Mode = Literal["native", "simplified"]

_FIRST = ("deref", "simplify", "fold_defaults")
"""Definitions are written out first: one has no depth of its own that could be cut."""


def in_mode(form: Form, mode: Mode, size: ModelSize) -> Form:
    """The form for a mode; UsageError for a mode or size that does not exist."""
    if mode not in get_args(Mode):
        raise UsageError(f"there is no mode `{mode}`; {did_you_mean(mode, get_args(Mode))}")
    if size not in MODEL_CLASSES:
        raise UsageError(f"there is no size `{size}`; {did_you_mean(size, MODEL_CLASSES)}")
    if mode == "native":
        return form
    limit = MODEL_CLASSES[size].description
    lengths = [each for each in (limit, form.language.max_description) if each is not None]
    language = replace(
        form.language, refs="none", model_size=size, max_description=min(lengths, default=None)
    )
    rest = tuple(name for name in form.passes if name not in _FIRST)
    looser = in_mode(form.looser, mode, size) if form.looser else None
    return replace(form, language=language, passes=(*_FIRST, *rest, "cap_text"), looser=looser)
