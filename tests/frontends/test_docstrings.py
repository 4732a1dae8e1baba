"""Docstrings in every style come apart into the same parts."""

import pytest

from toolc.frontends.docstrings import Docstring, read_docstring

GOOGLE = """Get the weather.

    Of the next days: in one place.

    Args:
        city (str): Where, or
            what: a name.
        days: How many.

    Returns:
        dict: One for each day.

    Raises:
        ValueError: Never.
    """
NUMPY = """Get the weather.

    Of the next days: in one place.

    Parameters
    ----------
    city : str
        Where, or
        what: a name.
    days : int, optional
        How many.

    Returns
    -------
    dict
        One for each day.
    """
SPHINX = """Get the weather.

    Of the next days: in one place.

    :param str city: Where, or
        what: a name.
    :param days: How many.
    :type days: int
    :returns: One for each day.
    """


@pytest.mark.parametrize("text", [GOOGLE, NUMPY, SPHINX], ids=["google", "numpy", "sphinx"])
def test_every_style(text: str) -> None:
    read = read_docstring(text)
    assert read.description == "Get the weather.\n\nOf the next days: in one place."
    assert read.parameters == {"city": "Where, or\nwhat: a name.", "days": "How many."}
    assert read.returns == "One for each day."


@pytest.mark.parametrize("text", [None, "", "  \n "])
def test_no_docstring(text: str | None) -> None:
    assert read_docstring(text) == Docstring()


def test_two_parameters_of_one_line() -> None:
    text = "Add.\n\nParameters\n----------\nx, y : int\n    The numbers.\n"
    assert read_docstring(text).parameters == {"x": "The numbers.", "y": "The numbers."}


@pytest.mark.parametrize(
    "text", ["Args:", "Args:\n    no colon here\n", ":param", "Parameters\n---", "x" * 100_000]
)
def test_what_is_no_style_is_read_all_the_same(text: str) -> None:
    assert isinstance(read_docstring(text).description, str)
