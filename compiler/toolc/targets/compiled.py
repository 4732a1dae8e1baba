"""A toolset compiled for one target."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.runtime import codec as codecs
from toolc.runtime.codec import Codec

__all__ = ["Compiled"]


class Compiled(BaseModel):
    """The provider's JSON and the way back.

    `tools` is ready to send. `codec` is what `encode` and `decode` read, as plain data, so that a
    generated module or another process can do the same (see `toolc.runtime.codec`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    target: str
    options: dict[str, Any]
    tools: Any
    codec: Codec
    diagnostics: tuple[Diagnostic, ...]

    def encode(self, name: str, arguments: Any) -> tuple[str, Any]:
        """Our tool name and arguments as the provider knows them."""
        return codecs.encode(self.codec, name, arguments)

    def decode(self, name: str, arguments: Any) -> tuple[str, Any]:
        """The provider's tool name and arguments as ours.

        Raises `CodecError` when the arguments do not have the form that the provider was given.
        """
        return codecs.decode(self.codec, name, arguments)
