"""Names fitted to a rule: allowed, apart, and the same every time."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from toolc.passes.names import NameRule, fit

RULE = NameRule("[a-zA-Z_][a-zA-Z0-9_]*", 20)


@settings(max_examples=300, derandomize=True)
@given(names=st.lists(st.text(max_size=30), unique=True, max_size=8))
def test_fitted_names_are_allowed_and_apart(names: list[str]) -> None:
    fitted = fit(names, RULE)
    assert list(fitted) == names
    assert len(set(fitted.values())) == len(names)
    for name, theirs in fitted.items():
        assert re.fullmatch("[a-zA-Z_][a-zA-Z0-9_]*", theirs)
        assert len(theirs) <= 20
        assert theirs == name or not RULE.allows(name)


def test_an_allowed_name_keeps_itself_whatever_comes_before_it() -> None:
    assert fit(["a.b", "a_b"], RULE)["a_b"] == "a_b"


def test_long_names_that_begin_alike_stay_apart() -> None:
    fitted = fit(["x" * 30 + "1", "x" * 30 + "2"], RULE)
    assert len(set(fitted.values())) == 2
