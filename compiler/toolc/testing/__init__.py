"""What plug-ins are tested with: `check_target` is the test that toolc's own targets pass."""

from toolc.testing.conformance import check_target

__all__ = ["check_target"]
