"""Regular expressions taken apart: literals, white space, groups and gaps; all else is refused."""

import pytest

from toolc.runtime.pattern_parts import Part, take_apart

GAP = Part("gap")


@pytest.mark.parametrize(
    ("pattern", "parts"),
    [
        (r"<\|a\|>\[x\]", [Part("literal", "<|a|>[x]")]),
        (r"a(?P<k>[^)\]]+?)b", [Part("literal", "a"), Part("group", "k"), Part("literal", "b")]),
        (r"a\s*\nb", [Part("literal", "a"), Part("blank"), Part("literal", "\nb")]),
        (r"a\n(?P<k>.*?)", [Part("literal", "a\n"), Part("group", "k")]),
        (r"(?P<k>.*?)\n", [Part("group", "k"), Part("blank", "\n")]),
        (r"\n?a *b", [Part("blank"), Part("literal", "a"), Part("blank"), Part("literal", "b")]),
        (r"(?:a\s*)?b", [Part("optional", "a"), Part("blank"), Part("literal", "b")]),
        (r"(?:^|a)b", [Part("optional", "a"), Part("literal", "b")]),
        (r"a(?:b|c)d", [Part("literal", "a"), GAP, Part("literal", "d")]),
        (r"a[^<]*.*?b", [Part("literal", "a"), GAP, Part("literal", "b")]),
        (r"a{,3}]", None),
        (r"]{x}", [Part("literal", "]{x}")]),
    ],
)
def test_parts(pattern: str, parts: list[Part] | None) -> None:
    if parts is None:
        with pytest.raises(ValueError, match="repeats a text"):
            take_apart(pattern)
    else:
        assert take_apart(pattern) == parts


@pytest.mark.parametrize(
    "pattern",
    ["a(?=b)", "(?<!a)b", "(?:ab)+", "(a", "a)", "(?P<k>a)?", "[a", "(" * 5_000 + ")" * 5_000],
)
def test_what_has_no_parts_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        take_apart(pattern)
