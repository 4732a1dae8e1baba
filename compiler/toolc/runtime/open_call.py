"""One marker and what follows it, until the call is closed or turns out to be text."""

import re
from enum import Enum, auto
from io import StringIO

from toolc.runtime import messages
from toolc.runtime.body import END, MAX_BODY, MORE, REFUSED, STOP, JsonBody
from toolc.runtime.calls import Failure
from toolc.runtime.dialects import Opener
from toolc.runtime.lexer import WAIT, Lexer
from toolc.runtime.report import MAX_NAME, Report
from toolc.runtime.resolve import Written

__all__ = ["Found", "OpenCall"]

MAX_GAP = 64  # characters of white space between a marker and its body, or kept behind one
MAX_RAW = MAX_BODY + 4 * MAX_NAME  # characters of raw text kept: a body and what is around it

_BLANK = re.compile(r"\s*+")
_TAG_END = re.compile(r"[><\n]")
_NAME = re.compile(r"""\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))(?:\s[^>]*+)?\Z""")


class Found(Enum):
    """What reading on came to."""

    MORE = auto()  # more text is needed
    BODY = auto()  # a body begins, or goes on
    END = auto()  # the value is complete
    NEXT = auto()  # another body of the same marker begins
    DONE = auto()  # the call is reported and closed
    TEXT = auto()  # it was text all along: `raw` holds it


class OpenCall:
    """What is known of the call being read.

    `head`, `body` and `tail` each read a buffer from a position on and return what they found and
    where they stopped; `final` says that nothing follows the buffer. `raw` is everything read since
    the marker, or since the last call of the same marker; `behind` the white space after the call.
    """

    __slots__ = (
        "_body_at",
        "_closer",
        "_guard",
        "_listed",
        "_longest_name",
        "_muted",
        "_name",
        "_raw",
        "_reading",
        "_report",
        "_written",
        "behind",
        "closed",
        "opener",
    )

    def __init__(self, opener: Opener, closer: Lexer, report: Report, *, guard: bool) -> None:
        """Stand before the marker; under a `guard` only a known name makes this a call."""
        self.opener = opener
        self.closed = False  # what closes the call was seen
        self._closer = closer
        self._report = report
        self._guard = guard
        self._longest_name = report.longest_name if guard else MAX_NAME
        self._name: str | None = None  # from the opening tag
        self._listed = False  # the body is a list of calls
        self._muted = False  # the name is no tool's: nothing is reported until the call fails
        self._written: Written | None = None  # complete, waiting for what closes it
        self._begin_body()

    @property
    def raw(self) -> str:
        """Everything read since the marker, or since the last call."""
        return self._raw.getvalue()

    # --- behind the marker ---

    def head(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        """At a marker: whether a body follows; the position is the body's, or behind the marker."""
        behind = at + len(self.opener.open)
        found, end = self._look_ahead(buffer, at if self.opener.keep else behind, final=final)
        if found is Found.MORE:
            return found, at
        if found is Found.TEXT:
            end = behind
        self._begin_body()
        self._keep(buffer[at:end])
        self._body_at = self._raw.tell()
        if found is Found.END:
            self._written = self._write("{}", closed=True)
            self._written.repairs.append("empty_body")
        return found, end

    def _look_ahead(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        if self.opener.name == "attribute":
            end = _TAG_END.search(buffer, at)
            if end is None:
                too_long = len(buffer) - at > self._longest_name
                return Found.TEXT if too_long else Found.MORE, at
            name = _NAME.match(buffer[at : end.start()]) if end[0] == ">" else None
            self._name = (name[1] or name[2] or name[3] or "") if name else ""
            if not self._name or (self._guard and not self._report.is_sure(self._name)):
                return Found.TEXT, at
            at = end.end()
        begin, at = at, _skip_blank(buffer, at)
        if at - begin > MAX_GAP:
            return Found.TEXT, at
        if self._name is None and buffer[at : at + 1] == "[":
            self._listed = True
            at = _skip_blank(buffer, at + 1)
        if at == len(buffer):
            return Found.MORE, at
        if buffer[at] in ("{" if self._name is None else "{["):
            return Found.BODY, at
        return self._look_for_nothing(buffer, at, final=final), at

    def _look_for_nothing(self, buffer: str, at: int, *, final: bool) -> Found:
        """A tag with a known name and nothing in it calls without arguments."""
        if not self._name or not self.opener.close:
            return Found.TEXT
        literal = self._closer.at(buffer, at, final=final)
        if literal is WAIT:
            return Found.MORE
        return Found.END if literal and self._report.is_sure(self._name) else Found.TEXT

    # --- inside the body ---

    def body(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        """Inside a body: read on, report what is certain, find its end."""
        end, found = self._reading.read(buffer, at)
        self._keep(buffer[at:end])
        if found == REFUSED or not self._progress():
            return Found.TEXT, end
        if found == MORE:
            return Found.MORE, end
        if found == END:
            return self._complete(closed=False), end
        if found == STOP:
            return self._stop(buffer, end, final=final)
        return Found.BODY, end

    def _stop(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        """At a character that may begin the closing tag, where the value isn't complete."""
        literal = self._closer.at(buffer, at, final=final)
        if literal is WAIT:
            return Found.MORE, at
        if literal:
            return self._complete(closed=True), at
        end = self._reading.pass_over(buffer, at)
        self._keep(buffer[at:end])
        return Found.BODY, end

    def _progress(self) -> bool:
        """Report the name and the arguments as they come; False if this is no call after all."""
        name = self._name if self._name is not None else self._reading.name
        if self._guard and name and not self._report.is_sure(name):
            return False
        if self._reading.settled and not self._muted and not self._report.begun:
            self._guard = False
            self._reading.release()
            self._muted = not self._report.begin(name)
        if self._report.begun or self._muted:
            self._report.arguments(self._reading.deltas())
        return True

    def _complete(self, *, closed: bool) -> Found:
        self._written = self._write(self.raw[self._body_at :], closed=closed)
        if self._guard and not (
            self._reading.has_arguments and self._report.is_call(self._written)
        ):
            return Found.TEXT
        self._guard = False
        if self.opener.close or self._listed:
            return Found.END
        self._finish()
        return Found.DONE

    # --- behind the body ---

    def tail(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        """Behind a value: what closes it, the next of several, or neither."""
        end = _skip_blank(buffer, at)
        self.behind += buffer[at:end][: MAX_GAP - len(self.behind)]
        if end == len(buffer):
            return Found.MORE, end
        literal = self._closer.at(buffer, end, final=final) if self.opener.close else ""
        if literal is WAIT:
            return Found.MORE, end
        if final and not literal and self.opener.close.startswith(buffer[end:]):
            literal = buffer[end:]  # the closing tag itself was cut off
        if literal:
            return self._close(literal), end + len(literal)
        return self._more_or_none(buffer, end, final=final)

    def _more_or_none(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        char = buffer[at]
        several = self.opener.close and self._name is None
        if self._listed and char == "]":
            self._listed = False
            if not self.opener.close:
                return self._close(char), at + 1
            self._keep_behind(char)
            return Found.END, at + 1
        if self._listed and char == ",":
            end = _skip_blank(buffer, at + 1)
            if end == len(buffer) and not final:
                return Found.MORE, at
            if buffer[end : end + 1] == "{":
                return self._next(), end
        elif several and char == "{":
            return self._next(), at
        elif self.opener.close and char in "}]" and self._written is not None:
            self._keep_behind(char)
            if "extra_closers" not in self._written.repairs:
                self._written.repairs.append("extra_closers")
            return Found.END, at + 1
        self._finish()
        return Found.DONE, at

    def _close(self, literal: str) -> Found:
        self._keep_behind(literal)
        self.closed = True
        self._finish()
        return Found.DONE

    def _next(self) -> Found:
        self._finish()
        self._begin_body()
        return Found.NEXT

    # --- the end ---

    def cut_off(self, rest: str, *, by_limit: bool) -> str:
        """The reply ends here, with `rest` unread; return what of it is text after all.

        A complete value stands as a call; one that is not complete has failed.
        """
        if self._written is not None:
            self._finish()
            return ""
        name = self._name or self._reading.name
        if self._guard and not (name and self._report.is_sure(name)):
            return self.raw + rest
        message = messages.cut_off(self._report.begun or name, by_limit=by_limit)
        self._report.fail(Failure("cut_off", message, self.raw + rest))
        return ""

    def _finish(self) -> None:
        if self._written is None:
            return
        self._written.raw = self.raw
        self._report.finish(
            self._written, limit=self._reading.limit, arguments=self._reading.deltas()
        )
        self._written = None

    # --- small things ---

    def _begin_body(self) -> None:
        self._raw = StringIO()
        self._body_at = 0
        self._reading = JsonBody(
            named=self._name is not None, guard=self._guard, longest_name=self._longest_name
        )
        self._muted = False
        self._written = None
        self.behind = ""

    def _write(self, body: str, *, closed: bool) -> Written:
        return Written(body, "", self._name, closed, self.opener.form)

    def _keep(self, piece: str) -> None:
        self._raw.write(piece[: max(0, MAX_RAW - self._raw.tell())])

    def _keep_behind(self, literal: str) -> None:
        self._keep(self.behind + literal)
        self.behind = ""


def _skip_blank(buffer: str, at: int) -> int:
    blank = _BLANK.match(buffer, at)
    return blank.end() if blank else at
