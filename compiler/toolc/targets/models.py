"""What is known of a model: the matrix, with the user's own file of models over it."""

import os
from typing import Any

from toolc.frontends.documents import read_document
from toolc.model_matrix import Capabilities, Matrix, built_in

__all__ = ["Models", "capabilities", "read_models"]

Models = str | os.PathLike[str] | dict[str, Any]
"""A file of models, or what such a file holds."""


def capabilities(name: str, extra: Models | None = None) -> Capabilities:
    """What a model can do with tools, by any of its names: `gpt-4o`, `us.anthropic.claude-...`.

    `extra` is a file of models of one's own (see `read_models`). For a model that is not known
    there is an object that says so; InputError is for the file alone.
    """
    return read_models(extra)[name]


def read_models(extra: Models | None = None, *, name: str | None = None) -> Matrix:
    """The matrix that comes with toolc; where `extra` says something, that counts before it.

    `extra` has the form of toolc's own file, `model_matrix/models.yaml`: `families`, each with the
    cells of all its models and `models`, those with cells of their own. `name` is what diagnostics
    call the file. Raises InputError where it can't be read, or says what no file of models can.
    """
    if extra is None:
        return built_in()
    document = read_document(extra, name=name)
    return built_in().extended(document.value, document.file)
