"""What is known of one model: a plain value, in which None is what nobody has told."""

from datetime import date as Date  # noqa: N812 - a field is called `date`
from typing import Literal

from pydantic import BaseModel, ConfigDict

from toolc.runtime.model_names import ModelSize

__all__ = ["Capabilities", "Native", "RecommendedMode"]

Native = Literal["yes", "template", "no"]
"""Whether a model is given tools by its API, by a chat template of the server's, or not at all."""

RecommendedMode = Literal["native", "simplified", "system_prompt"]


class Capabilities(BaseModel):
    """What a model can do with tools, and who says so; None stands for what is not known.

    Of a model that no row is for, `pattern` is None and `near` has names that are like its own; its
    `dialect` and `size` may be known all the same.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    """The name that was asked for."""
    pattern: str | None = None
    """The name or pattern of the row that was found."""
    provider: str | None = None
    """Who serves the model: the one that the name says, else the one of the row."""
    native_tools: Native | None = None
    parallel_calls: bool | None = None
    """Whether it makes several calls in one turn."""
    streaming: bool | None = None
    """Whether its calls can be streamed."""
    strict_mode: bool | None = None
    """Whether the provider can hold its calls to their schemas."""
    max_tools: int | None = None
    """Tools in a request: what the provider takes, or fewer where it chooses badly among them."""
    recommended_mode: RecommendedMode | None = None
    dialect: str | None = None
    """The text format that it writes calls in, where a server does not read them."""
    context_window: int | None = None
    """Tokens of input."""
    size: ModelSize | None = None
    """The class that `simplify` makes schemas for."""
    source: str | None = None
    date: Date | None = None
    """When the newest of the sources was read or published."""
    near: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Whether there is a row for the model."""
        return self.pattern is not None
