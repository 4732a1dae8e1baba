"""Fit names to a rule: deterministic, without collisions, as near to the original as can be."""

import hashlib
import re
from collections.abc import Collection

__all__ = ["NameRule", "fit"]


class NameRule:
    """What a name may look like: a pattern that matches it whole, and its greatest length.

    The pattern allows letters, digits and underscores after a letter, as all providers do.
    """

    def __init__(self, pattern: str, length: int) -> None:
        """Compile the pattern."""
        self._whole = re.compile(pattern)
        self._length = length

    def allows(self, name: str) -> bool:
        """Whether a name may stand as it is."""
        return len(name) <= self._length and self._whole.fullmatch(name) is not None

    def fit(self, name: str, taken: Collection[str]) -> str:
        """The nearest allowed name that is not taken: the same for the same name and neighbours."""
        if self.allows(name) and name not in taken:
            return name
        plain = re.sub(r"[^A-Za-z0-9_]+", "_", name.lstrip("$@")).strip("_") or "x"
        if not self.allows(plain[: self._length]):
            plain = f"x_{plain}"
        if len(plain) <= self._length and plain not in taken:
            return plain
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
        for size in range(6, len(digest)):
            fitted = f"{plain[: self._length - size - 1]}_{digest[:size]}"
            if fitted not in taken:
                return fitted
        raise AssertionError("64 hex digits tell any two names apart")


def fit(names: list[str], rule: NameRule) -> dict[str, str]:
    r"""Each name with its fitted form; an allowed name keeps itself before any other gets it.

    >>> fit(["a.b", "a_b"], NameRule(r"\w+", 64))
    {'a.b': 'a_b_2e7336', 'a_b': 'a_b'}
    """
    taken = {name for name in names if rule.allows(name)}
    taken |= {name.rstrip("_") for name in names}  # codecs mark other keys by underscores behind
    fitted: dict[str, str] = {}
    for name in names:
        fitted[name] = name if rule.allows(name) else rule.fit(name, taken)
        taken.add(fitted[name])
    return fitted
