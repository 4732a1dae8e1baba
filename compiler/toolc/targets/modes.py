"""Modes: a form as it is, simplified for models of a size, or the tools told in words."""

from dataclasses import replace
from typing import Literal, get_args

from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.language import ModelSize
from toolc.model_matrix import RecommendedMode
from toolc.passes.simplify import MODEL_CLASSES
from toolc.runtime.errors import UsageError
from toolc.targets.target import Form

__all__ = ["Mode", "check_mode", "simplified"]

Mode = Literal["auto"] | RecommendedMode
"""How tools are brought to a model; `auto` is what the matrix of models says of it."""

_MODES = ("auto", *get_args(RecommendedMode))

_FIRST = ("deref", "simplify", "fold_defaults")
"""Definitions are written out first: one has no depth of its own that could be cut."""


def check_mode(mode: str, size: str | None) -> None:
    """UsageError for a mode or a size that does not exist."""
    if mode not in _MODES:
        raise UsageError(f"there is no mode `{mode}`; {did_you_mean(mode, _MODES)}")
    if size is not None and size not in MODEL_CLASSES:
        raise UsageError(f"there is no size `{size}`; {did_you_mean(size, MODEL_CLASSES)}")


def simplified(form: Form, size: ModelSize) -> Form:
    """The form for models of a size, which are asked for less than the source allows."""
    limit = MODEL_CLASSES[size].description
    lengths = [each for each in (limit, form.language.max_description) if each is not None]
    language = replace(
        form.language, refs="none", model_size=size, max_description=min(lengths, default=None)
    )
    rest = tuple(name for name in form.passes if name not in _FIRST)
    looser = simplified(form.looser, size) if form.looser else None
    return replace(form, language=language, passes=(*_FIRST, *rest, "cap_text"), looser=looser)
