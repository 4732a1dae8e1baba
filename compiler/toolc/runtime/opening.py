"""From a marker to the head of a call, through what may stand around one call or several."""

import re
from collections.abc import Callable

from toolc.runtime.cursor import Cursor
from toolc.runtime.dialects import Opener
from toolc.runtime.grammar import Grammar
from toolc.runtime.heads import MAX_WRAPPERS, Head, read_head, skip_header
from toolc.runtime.report import Report

__all__ = ["Allowed", "Opening", "is_special"]

Allowed = Callable[[Opener], bool]

_TOKEN = re.compile(r"\w[|\uff5c]>|\A\[[A-Z_]+\]|\A<[|\uff5c]|\A\]<\]")


class Opening:
    """One look behind a marker: `find` says which call begins there, if one does.

    Afterwards `opener` is the one whose call it is, `guard` tells that only a known name makes it
    one, `inside` that what stands around several calls is open, and `fence` is the one around it.
    """

    __slots__ = (
        "_allowed",
        "_grammar",
        "_in_prose",
        "_report",
        "fence",
        "guard",
        "inside",
        "opener",
    )

    def __init__(
        self,
        grammar: Grammar,
        report: Report,
        allowed: Allowed,
        *,
        in_prose: bool,
        inside: bool,
        fence: str,
    ) -> None:
        """Stand before the marker; `allowed` judges openers by where it stands."""
        self._grammar = grammar
        self._report = report
        self._allowed = allowed
        self._in_prose = in_prose
        self.inside = inside
        self.fence = fence
        self.guard = in_prose
        self.opener: Opener | None = None

    def find(self, cursor: Cursor, marker: str) -> Head | None:
        """The head of the call that a marker opens, or None; raises `NeedMore`."""
        for _ in range(MAX_WRAPPERS):
            cursor.at += len(marker)
            group = [o for o in self._grammar.openers.get(marker, ()) if self._allowed(o)]
            for opener in group:
                head = self._try(cursor.copy(), opener, marker)
                if head:
                    return head
            if any(opener.name == "inner" for opener in group):
                self.fence = marker
            elif marker in self._grammar.outer or self._is_header(cursor, marker):
                self.inside = True
            else:
                return None
            marker = cursor.take(self._grammar.markers) if cursor.blank() else ""
            if not marker:
                return None
            cursor.at -= len(marker)
        return None

    def _try(self, cursor: Cursor, opener: Opener, marker: str) -> Head | None:
        if opener.keep:
            cursor.at -= len(marker)
        self.guard = bool(self.fence) or (
            not self.inside and (opener.guard or (self._in_prose and not is_special(marker)))
        )
        head = read_head(cursor, opener, self._report, guard=self.guard, inside=self.inside)
        if head:
            self.opener = opener
            self.fence = opener.open if opener.is_fence else self.fence
        return head

    def _is_header(self, cursor: Cursor, marker: str) -> bool:
        openers = self._grammar.openers.get(marker, ())
        return any(opener.name == "header" and skip_header(cursor, opener) for opener in openers)


def is_special(marker: str) -> bool:
    """Whether a marker is a special token, which a model does not write by accident."""
    return _TOKEN.search(marker) is not None
