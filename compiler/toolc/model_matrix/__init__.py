"""What models can do with tools: dated rows with their sources, found by any name of a model."""

from toolc.model_matrix.capabilities import Capabilities, Native, RecommendedMode
from toolc.model_matrix.matrix import Matrix, built_in

__all__ = ["Capabilities", "Matrix", "Native", "RecommendedMode", "built_in"]
