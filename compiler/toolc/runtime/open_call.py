"""One marker and what follows it, until the call is closed or turns out to be text."""

import re
from collections.abc import Callable
from functools import partial

from toolc.runtime import messages
from toolc.runtime.bodies import body_reader
from toolc.runtime.body import END, MAX_BODY, MORE, REFUSED, STOP, JsonBody
from toolc.runtime.calls import Failure
from toolc.runtime.cursor import MAX_GAP, Cursor, NeedMore, skip_blank
from toolc.runtime.dialects import Opener
from toolc.runtime.grammar import Grammar
from toolc.runtime.heads import Head, read_next
from toolc.runtime.lexer import WAIT
from toolc.runtime.message_body import MessageBody
from toolc.runtime.opening import Allowed, Opening, is_special
from toolc.runtime.quotation import FENCES
from toolc.runtime.repair import Unreadable
from toolc.runtime.report import MAX_NAME, Report
from toolc.runtime.resolve import Written
from toolc.runtime.rope import Rope
from toolc.runtime.states import Found

__all__ = ["OpenCall"]

MAX_RAW = MAX_BODY + 4 * MAX_NAME  # characters of raw text kept: a body and what is around it


class OpenCall:
    """What is known of the call being read.

    `head`, `body` and `tail` each read a buffer from a position on and return what they found and
    where they stopped; `final` says that nothing follows the buffer. `raw` is everything read since
    the marker, or since the last call of the same marker; `behind` the white space after the call.
    `inside`: what may stand around several calls was opened, so that what follows is a call.
    `fence` is the one that stands around this call, or several, until its end is read. `message`
    is text that was said inside of the call's own JSON.
    `again` is what a call with a broken end has swallowed: it is to be read again.
    """

    __slots__ = (
        "_body_at",
        "_fenced",
        "_finished",
        "_grammar",
        "_guard",
        "_in_prose",
        "_listed",
        "_muted",
        "_name",
        "_past_list",
        "_raw",
        "_reading",
        "_report",
        "_reported",
        "_rival",
        "_surplus",
        "_written",
        "again",
        "behind",
        "closed",
        "fence",
        "inside",
        "marker",
        "message",
        "opener",
    )

    def __init__(self, marker: str, grammar: Grammar, report: Report, *, in_prose: bool) -> None:
        """Stand before a marker, further on in a line or at its start."""
        self.opener = grammar.openers[marker][0] if marker in grammar.openers else _NO_OPENER
        self.closed = False  # what closes the call was seen
        self.inside = False
        self.again = ""
        self.fence = ""
        self.message = ""
        self.marker = marker
        self._grammar = grammar
        self._report = report
        self._in_prose = in_prose
        self._guard = in_prose  # only a known name makes this a call
        self._name: str | None = None  # from before the body
        self._fenced = False  # a fence stands around the body
        self._listed = False  # the body is a list of calls
        self._past_list = False  # it was, and has ended
        self._reported = False  # a call of this marker was
        self._written: Written | None = None  # complete, waiting for what closes it
        self._muted = False  # the name is not sure to be a tool's: only the end of the call tells
        self._finished = False  # it was reported
        self.behind = ""
        self._begin_body(Head(0, None, "json"))

    @property
    def raw(self) -> str:
        """Everything read since the marker, or since the last call."""
        return self._raw.text()

    def take_message(self) -> str:
        """The message, once."""
        said, self.message = self.message, ""
        return said

    # --- behind the marker ---

    def head(self, buffer: str, at: int, allowed: Allowed, *, final: bool) -> tuple[Found, int]:
        """At a marker: whether a body follows; the position is the body's, or behind the marker."""
        opening = self._opening(allowed)
        try:
            head = opening.find(Cursor(buffer, at, final=final), self.marker)
            if head is None and final:  # the reply may end inside of one
                opening.find(Cursor(buffer, at, final=False), self.marker)
        except NeedMore:
            self._guard = opening.guard  # for when the reply ends here
            return Found.MORE, at
        self.opener = opening.opener or self.opener
        self.inside, self.fence, self._guard = opening.inside, opening.fence, opening.guard
        end = head.at if head else at + len(self.marker)
        self._begin_body(head or Head(0, None, "json"))
        self._keep(buffer[at:end])
        self._body_at = self._raw.size
        if head is None:
            return Found.TEXT, end
        self._listed = head.listed
        self._fenced = head.fenced
        if head.name is None or not head.empty:
            return (Found.END if head.empty else Found.BODY), end
        self._written = Written("{}", "", self._name, closed=True, form=self.opener.form)
        self._written.rival = self._rival
        self._written.repairs.append("empty_body")
        return Found.END, end

    def _opening(self, allowed: Allowed) -> Opening:
        return Opening(
            self._grammar,
            self._report,
            allowed,
            in_prose=self._in_prose,
            inside=self.inside,
            fence=self.fence,
        )

    # --- inside the body ---

    @property
    def hot(self) -> Callable[[str], object] | None:
        """What finds the end of the stretch that is being read, if it is a long string."""
        return self._reading.hot

    def stretch(self, piece: str) -> str | None:
        """Take a piece in which `hot` finds nothing; return what is to be shown, or None."""
        shown = self._reading.stretch(piece)
        if shown is not None:
            self._raw.write(piece)
        return shown if shown is None or self._report.begun else ""

    def body(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        """Inside a body: read on, report what is certain, find its end."""
        end, found = self._reading.read(buffer, at, final=final)
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
        literal = self._grammar.closers[self.opener.close].at(buffer, at, final=final)
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
        body = self._raw.text(self._body_at)
        if isinstance(self._reading, MessageBody):
            self.message = self._reading.message(body)
            self._listed = not self._past_list
            return Found.END
        read = _refuse if self._surplus else partial(self._reading.value, body, closed=closed)
        self._written = Written(body, "", self._name, closed, self.opener.form, read=read)
        self._written.rival = self._rival
        if self._guard and not (
            self._reading.has_arguments and self._report.is_call(self._written)
        ):
            return Found.TEXT
        self._guard = False
        if not self.opener.close and not self._listed:
            self._finish()
        return Found.END

    # --- behind the body ---

    def tail(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        """Behind a value: what closes it, the next of several, or neither."""
        end = skip_blank(buffer, at)
        self.behind += buffer[at:end][: MAX_GAP - len(self.behind)]
        if end == len(buffer):
            return Found.MORE, end
        if self._listed and buffer[end] == "]":
            return self._end_list(), end + 1
        close = self.opener.close
        fenced = self._fenced or bool(self.fence)
        literal = self._grammar.tails[close, fenced].at(buffer, end, final=final)
        if literal is WAIT:
            return Found.MORE, end
        if final and not literal and close and not self.closed and close.startswith(buffer[end:]):
            literal = buffer[end:]  # the closing tag itself was cut off
        if not literal or (literal in FENCES and self.closed and not fenced):
            return self._go_past(buffer, end, final=final)
        if self._written is not None and not self._listed:
            self._keep_behind(literal)
            self._finish()
        if literal in FENCES:
            self.fence = self.fence if self._fenced else ""
            self._fenced = False
        self.closed = self.closed or close.startswith(literal)
        self.behind = ""
        return Found.END, end + len(literal)

    def _go_past(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        """Behind all that closes the call: a fence left alone at the reply's end is nobody's."""
        stray = _STRAY.fullmatch(buffer, at) if self._written or self._finished else None
        if stray and not final:
            return Found.MORE, at
        if stray and stray[1]:
            self._finish()
            return Found.DONE, len(buffer)
        return self._more_or_none(buffer, at, final=final)

    def _more_or_none(self, buffer: str, at: int, *, final: bool) -> tuple[Found, int]:
        char = buffer[at]
        try:
            head = self._another(Cursor(buffer, at, final=final))
        except NeedMore:
            return Found.MORE, at
        if head:
            self._finish()
            if self.again:
                return Found.DONE, at
            self._begin_next(head, buffer[at : head.at])
            return Found.NEXT, head.at
        if char == "," and self._past_list and not self.closed:
            self._finish()
            self._begin_next(Head(at, None, "message"), "")
            return Found.NEXT, at
        if char == "{" and (self._goes_on() or self._goes_beyond(at)):
            return Found.NEXT, at
        if self.opener.close and char in "}]" and self._written is not None:
            self._keep_behind(char)
            if "extra_closers" not in self._written.repairs:
                self._written.repairs.append("extra_closers")
            return Found.END, at + 1
        if self._is_empty_envelope and not self.closed:
            self._keep_behind("")
            return Found.TEXT, at
        self._finish()
        return Found.DONE, at

    def _goes_on(self) -> bool:
        """Whether arguments that were split into several objects go on here."""
        body = self._reading
        if not (self._written and self._name and self.opener.close and isinstance(body, JsonBody)):
            return False
        self._keep_behind("")
        self._written = None
        body.resume()
        return True

    def _goes_beyond(self, at: int) -> bool:
        """Whether arguments that were complete go on: what they were to be can't be known."""
        beyond = self._finished and self._name and not self.behind and is_special(self.marker)
        if beyond and isinstance(self._reading, JsonBody):
            self._begin_next(Head(at, self._name, "json", surplus=True), "")
            return True
        return False

    def _end_list(self) -> Found:
        self._listed = False
        self._past_list = self.opener.name == "envelope"
        self._keep_behind("]")
        if not self.opener.close:
            self._finish()
        return Found.END

    def _another(self, cursor: Cursor) -> Head | None:
        """The head of the next of several calls behind one marker."""
        several = self.opener.name in {"body", "call", "envelope"} or bool(self.opener.tag)
        if self.closed or not several or not (self._listed or self.opener.close):
            return None
        if self._listed and cursor.char in ",;":
            cursor.at += 1
            if not cursor.blank():
                return None
        return read_next(cursor, self.opener, self._report)

    # --- the end ---

    def cut_off(self, rest: str, *, by_limit: bool) -> str:
        """The reply ends here, with `rest` unread; return what of it is text after all.

        A complete value stands as a call; one that is not complete has failed.
        """
        if self._written is not None:
            self._finish()
            return ""
        if self._past_list and isinstance(self._reading, MessageBody):
            self.message = self._reading.message(self._raw.text(self._body_at) + rest)
            return ""
        if self._finished or (self._past_list and self.closed):
            return rest
        if not self._raw.size and self._in_prose and not by_limit:
            return rest  # a marker in a sentence, and no body
        name = self._name or self._reading.name
        if self._guard and not (name and self._report.is_sure(name)):
            self.message = ""
            return self.raw + rest
        whole = self.raw + rest
        end = self._own_end(whole)
        if end and not by_limit and self._report.may_read_again():
            self.again = whole[end:]
            why = "a string in it has no end"
            message = messages.unreadable(self._report.begun or name, why, self.opener.form)
            self._report.fail(Failure("unreadable", message, whole[:end]))
            return ""
        message = messages.cut_off(self._report.begun or name, by_limit=by_limit)
        self._report.fail(Failure("cut_off", message, whole))
        return ""

    def _own_end(self, whole: str) -> int:
        """Where a call that can't be read was closed, if it swallowed what stands behind; else 0.

        A string without its closing quote goes on over the end of its call, and over more calls.
        It is told from a text about calls by what stands in between: no marker, and its own end.
        """
        close = self.opener.close
        at = whole.find(close, self._body_at) if close else -1
        body = whole[self._body_at : max(at, 0)].rstrip()
        end = at + len(close)
        return end if body.endswith("}") and self.marker not in body else 0

    def _finish(self) -> None:
        if self._written is None:
            return
        self._written.raw = self.raw
        late: str | None = self._reading.deltas() or self._reading.early(self._written.body)
        late = None if self._muted else late
        raw = self._written.raw
        end = self._report.finish(
            self._written, limit=self._reading.limit, arguments=late, own_end=self._own_end
        )
        self.again = raw[end:] if end else ""
        self._written = None
        self._finished = self._reported = True

    # --- small things ---

    def _begin_body(self, head: Head) -> None:
        self._raw = Rope()
        self._body_at = 0
        self._name = head.name
        self._rival = head.rival
        self._reading = body_reader(
            head,
            self.opener,
            self._grammar,
            self._report,
            guard=self._guard,
            past_list=self._past_list,
        )
        self._surplus = head.surplus
        self._muted = bool(head.rival) or head.surplus
        self._finished = False
        self._written = None
        self.behind = ""

    @property
    def _is_empty_envelope(self) -> bool:
        """Whether this is an envelope, so far without a call."""
        empty = self._written is None and not self._reported
        return empty and self.opener.name == "envelope"

    def _begin_next(self, head: Head, between: str) -> None:
        """Begin another body; what was read is kept as long as it may all be text."""
        self._keep_behind(between)
        raw = self._raw
        self._begin_body(head)
        if self._is_empty_envelope:
            self._raw, self._body_at = raw, raw.size

    def _keep(self, piece: str) -> None:
        self._raw.write(piece[: max(0, MAX_RAW - self._raw.size)])

    def _keep_behind(self, literal: str) -> None:
        self._keep(self.behind + literal)
        self.behind = ""


# What may become a fence that is the reply's last line; the group: it is one. It is waited for no
# longer than a marker may be.
_STRAY = re.compile(r"`{1,2}|~{1,2}|((?:`{3,8}|~{3,8})[ \t\r]{0,8}(?:\n\s{0,8})?)")
_NO_OPENER = Opener("", "body")


def _refuse(schema: object) -> Unreadable:
    """Read what stands behind complete arguments."""
    del schema
    why = "behind the arguments of a complete call stands another object; write one object a call"
    return Unreadable(why, ambiguous=True)
