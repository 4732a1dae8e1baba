"""The streaming parser: one state machine that takes a reply in pieces and gives back events.

How to read it: `states` holds every state and transition as tables; the methods here only do what
an action's name says.

A body is read by its own grammar, so a closing tag inside a string is data. Under a *guard*, in the
middle of a line or where a dialect says so, a body counts only once a known name resolves without a
guess; until then it can turn out to be text. Every decision depends on the characters alone, never
on how they were cut into pieces: whoever may have to wait for more asks `Lexer` or `Cursor`.

A call without a marker (bare JSON, a fence, a name and its arguments, an envelope) counts where it
begins the reply, whatever follows: its consumer is told on its last character, before anyone can
know that prose comes. Behind text it is an example. A JSON fence behind a short lead-in, even as
the reply's last thing, is none either: "An example:" leads in as "Sure:" does, of 2,000 documents
about calls 10 end so, and no recorded reply in `auto` needs it. A dialect asked for by name, a
fence labelled `tool_call` and the option `calls_in_quotes` do read it.

It never reads, waits or logs, and never raises for anything that a model wrote.
"""

import re
from collections.abc import Callable
from itertools import groupby

from toolc.runtime.channel import Channel
from toolc.runtime.dialects import Dialect, Opener
from toolc.runtime.errors import UsageError
from toolc.runtime.events import ArgumentDelta, Event, ReasoningDelta, TextDelta
from toolc.runtime.grammar import AUTO, BULLET, Grammar, grammar
from toolc.runtime.lexer import WAIT
from toolc.runtime.open_call import OpenCall
from toolc.runtime.parser_options import ParserOptions
from toolc.runtime.quotation import AT_LINE, quotation, quotes
from toolc.runtime.report import Report
from toolc.runtime.states import CALL, TEXT, Action, Found, State, Token
from toolc.runtime.tools import read_tools

__all__ = ["ToolCallParser"]

_INDENT = re.compile(r"[ \t\r\f\v]*+")
_CODE_INDENT = 4  # columns from which an indented line is code, where text stands before it
_TAB = 4
_QUOTE_BEFORE = frozenset("\"'“\u2018«„(")  # a marker directly behind one of these is quoted

_LITERALS = {"\n": Token.NEWLINE, BULLET: Token.BULLET, **dict.fromkeys(AT_LINE, Token.QUOTE)}
_BEHIND = {"line": State.LINE, "prose": State.PROSE}


class ToolCallParser:
    """Finds the calls in a reply that comes in pieces.

    `tools` is anything `read_tools` takes; `dialect` a dialect or the name of one, or `auto` for
    all of them; `model` the model's name, which helps `auto`. Raises `UsageError` for an unknown
    dialect, for tools that can't be read and for `feed` after `close`.
    """

    def __init__(
        self,
        tools: object = None,
        dialect: str | Dialect = "auto",
        model: str | None = None,
        options: ParserOptions | None = None,
    ) -> None:
        """Stand before the reply's first character."""
        self._grammar = grammar(dialect, model)
        self._options = options or ParserOptions()
        self._kinds = _kinds(self._grammar)
        self._events: list[Event] = []
        self._text = Channel(lambda text: self._send(TextDelta, text), frame=False)
        self._reasoning = Channel(lambda text: self._send(ReasoningDelta, text), frame=True)
        self._report = Report(
            read_tools(tools),
            self._send_call,
            self._options.make_call,
            infer=dialect == AUTO and self._options.infer_names,
            coerce=self._options.coerce,
        )
        self._call: OpenCall | None = None
        self._buffer, self._at, self._final = "", 0, False
        self._hot: Callable[[str], object] | None = None  # finds the end of a long stretch
        self._state = State.LINE
        self._loose = True  # every call so far was one without a marker
        self._inside = False  # in what stands around several calls
        self._indent = 0  # columns of white space at the line's start
        self._fence = ""  # the fence that stands around several calls
        self._quotation = quotation(">", at_line=True)  # where the state is QUOTED
        self._lexers = {State.PROSE: self._grammar.prose}
        if self._options.reasoning_open and self._grammar.thinks:
            self._think("")

    def feed(self, text: str) -> list[Event]:
        """Take the next piece of the reply; return what it brought, possibly nothing yet."""
        hot = self._hot
        if hot is not None and text and not hot(text):
            if self._call is None:
                self._inside = False
                self._text.say(text)
                return self._take_events()
            shown = self._call.stretch(text)
            if shown is not None:
                return [ArgumentDelta(self._report.index, shown)] if shown else []
        if self._state is State.DONE:
            raise UsageError("the parser is closed; make a new one for the next reply")
        self._buffer = self._buffer[self._at :] + text
        self._at = 0
        self._run()
        self._hot = None if self._at < len(self._buffer) else self._stretch_end()
        return self._take_events()

    def _stretch_end(self) -> Callable[[str], object] | None:
        """What finds the end of a long stretch of text or of a string, if one is being read."""
        if self._state is State.PROSE:
            return self._grammar.prose.first
        return self._call.hot if self._call is not None and self._state is State.BODY else None

    def close(self, reason: str | None = None) -> list[Event]:
        """End the reply; `reason` is the provider's (`stop`, `length`, ...), if it gave one.

        A call that is not complete becomes `CallFailed("cut_off")`. Closing twice does nothing.
        """
        if self._state is State.DONE:
            return []
        self._hot, self._final = None, True
        self._run()
        while self._call is not None:
            rest = self._call.cut_off(self._buffer[self._at :], by_limit=reason == "length")
            self._at = len(self._buffer)
            self._text.say(self._call.take_message() + rest)
            if not self._call.again:
                break
            self._read_again(self._call)
            self._run()
        self._reasoning.end()
        self._text.end()
        self._state = State.DONE
        return self._take_events()

    def _run(self) -> None:
        """Take steps until one needs more text."""
        going = True
        while going:
            if self._call is not None:
                going = self._read_call(self._call)
            elif self._state is State.LINE:
                going = self._begin_line()
            elif self._state is State.QUOTED:
                going = self._read_quoted()
            else:
                going = self._read_text()

    # --- text ---

    def _begin_line(self) -> bool:
        """At a line's start: white space, then a literal, or prose."""
        indent = _INDENT.match(self._buffer, self._at)
        if indent and indent[0]:
            self._text.say(indent[0])
            self._indent += _columns(indent[0])
            self._at = indent.end()
        if self._at == len(self._buffer):
            return False
        if self._indent >= _CODE_INDENT and self._text.spoken and not self._options.calls_in_quotes:
            self._quote(" " * _CODE_INDENT, at_line=True)
            return True
        literal = self._grammar.line.at(self._buffer, self._at, final=self._final)
        if literal is WAIT:
            return False
        if self._fence and not (self._kinds.get(literal) is Token.OPEN and self._may_open(literal)):
            self._go_on("", self._fence)
        elif literal:
            self._take_literal(literal)
        elif "" in self._grammar.openers and self._may_open(""):
            self._open("")  # a tool's name may stand here
            self._state = State.HEAD
        else:
            self._state = State.PROSE
        return True

    def _read_text(self) -> bool:
        """Further on in a line, or in reasoning: text, then a literal."""
        end, literal = self._lexers[self._state].find(self._buffer, self._at, final=self._final)
        if end > self._at:
            self._inside = False
            channel = self._reasoning if self._state is State.REASONING else self._text
            channel.say(self._buffer[self._at : end])
            self._at = end
        if not literal:
            return False
        self._take_literal(literal)
        return True

    def _read_quoted(self) -> bool:
        """In a quotation: text, up to its end."""
        end, behind = self._quotation.read(self._buffer, self._at, final=self._final)
        self._text.say(self._buffer[self._at : end])
        self._at = end
        if behind is None:
            return False
        self._state, self._indent = _BEHIND[behind], 0
        return True

    def _take_literal(self, literal: str) -> None:
        """Do what the table says of a literal."""
        state, action = self._look_up(literal)
        if action is Action.OPEN:
            self._open(literal)
        elif action is Action.QUOTE:
            self._quote(literal, at_line=self._state is State.LINE)
        else:
            self._at += len(literal)
        if action is Action.SAY:
            self._text.say(literal)
        elif action is Action.THINK:
            self._think(literal)
        elif action is Action.UNTHINK:
            self._reasoning.break_off()
        if state is State.LINE:
            self._indent = 0
        self._state = state

    def _look_up(self, literal: str) -> tuple[State, Action]:
        state, action = TEXT[self._state][self._kinds[literal]]
        if action is Action.OPEN and not self._may_open(literal):
            quoting = quotes(literal)
            state = State.QUOTED if quoting else State.PROSE
            action = Action.QUOTE if quoting else Action.SAY
        elif self._kinds[literal] is Token.UNTHINK and self._is_mentioned():
            action = Action.SAY
        if action is Action.QUOTE and self._options.calls_in_quotes:
            state = State.LINE if literal.endswith("\n") else State.PROSE
            action = Action.SAY
        return state, action

    def _is_mentioned(self) -> bool:
        """Whether a tag that ends reasoning is a word in a sentence: real ones are glued to it."""
        before = self._text.touching
        return self._state is State.PROSE and (not before or before in _QUOTE_BEFORE)

    def _quote(self, begun: str, *, at_line: bool) -> None:
        self._inside = False
        self._quotation = quotation(begun, at_line=at_line)
        self._state = State.QUOTED

    def _may_open(self, marker: str) -> bool:
        openers = self._grammar.openers.get(marker, ())
        if openers and not any(map(self._is_allowed, openers)):
            return False
        return self._state is not State.PROSE or self._text.touching not in _QUOTE_BEFORE

    def _is_allowed(self, opener: Opener) -> bool:
        """Whether an opener's place is here."""
        if opener.place == "anywhere" or self._options.calls_in_quotes:
            return True
        # Behind a call with a marker, what has none is not meant as another one.
        fits = self._report.index > 0 if opener.place == "behind" else self._loose
        return fits and (opener.place == "unmarked" or not self._text.spoken)

    def _think(self, marker: str) -> None:
        self._text.break_off()
        ends = (
            self._grammar.reasoning if not self._options.calls_in_reasoning else self._grammar.aloud
        )
        self._lexers[State.REASONING] = ends[marker]
        self._state = State.REASONING

    # --- calls ---

    def _open(self, marker: str) -> None:
        in_prose = self._state is not State.LINE
        self._call = OpenCall(marker, self._grammar, self._report, in_prose=in_prose)
        self._call.inside = self._inside and not in_prose
        self._call.fence, self._fence = self._fence, ""

    def _read_call(self, call: OpenCall) -> bool:
        """Read on in a call, as far as the text goes."""
        read = call.body if self._state is State.BODY else call.tail
        if self._state is State.HEAD:
            found, self._at = call.head(self._buffer, self._at, self._is_allowed, final=self._final)
        else:
            found, self._at = read(self._buffer, self._at, final=self._final)
        if found is Found.MORE:
            return False
        self._state = CALL[self._state][found]
        if call.again:
            self._read_again(call)
        elif found is Found.TEXT:
            self._text.say(call.raw)
            self._inside = False
            self._go_on(call.raw, call.marker if quotes(call.marker) else call.fence)
        elif found is Found.DONE:
            self._text.say(call.take_message() + call.behind)
            self._inside = call.inside
            self._loose = self._loose and call.opener.place != "anywhere"
            if call.opener.is_fence:
                self._go_on("\n", call.fence)
            else:
                self._go_on("\n")
                self._fence = call.fence
        return True

    def _read_again(self, call: OpenCall) -> None:
        """Behind a call with a broken end, read what it has swallowed."""
        self._buffer, self._at = call.again + self._buffer[self._at :], 0
        self._loose = False
        self._go_on("\n")

    def _go_on(self, said: str, opened: str = "") -> None:
        """Back to text, behind what was said; `opened` may quote it, and what follows."""
        self._call = None
        self._fence = ""
        _, newline, line = said.rpartition("\n")
        self._state, self._indent = State.PROSE, 0
        if newline and not line.strip():
            self._state, self._indent = State.LINE, _columns(line)
        if opened and not self._options.calls_in_quotes:
            quoting = quotation(opened, at_line=True)
            _, behind = quoting.read(opened + said.removeprefix(opened), 0, final=False)
            if behind is None:
                self._state, self._quotation = State.QUOTED, quoting

    # --- events ---

    def _send(self, event: type[TextDelta | ReasoningDelta], text: str) -> None:
        """Send text; the pieces of one feed are joined when they are taken, all at once."""
        self._events.append(event(text))

    def _send_call(self, event: Event) -> None:
        if self._call is not None:
            self._text.say(self._call.take_message())
        self._text.break_off()
        self._events.append(event)

    def _take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events if len(events) < 2 else _joined(events)


def _joined(events: list[Event]) -> list[Event]:
    """The events with neighbouring pieces of text as one."""
    joined: list[Event] = []
    for kind, group in groupby(events, type):
        alike = list(group)
        pieces = [each.text for each in alike if isinstance(each, TextDelta | ReasoningDelta)]
        if kind is TextDelta:
            joined.append(TextDelta("".join(pieces)))
        elif kind is ReasoningDelta:
            joined.append(ReasoningDelta("".join(pieces)))
        else:
            joined += alike
    return joined


def _kinds(grammar: Grammar) -> dict[str, Token]:
    """What each literal means."""
    return {
        **dict.fromkeys(grammar.frames, Token.FRAME),
        **_LITERALS,
        **dict.fromkeys(grammar.thinks.values(), Token.UNTHINK),
        **dict.fromkeys(grammar.thinks, Token.THINK),
        **dict.fromkeys(sorted(grammar.outer), Token.OPEN),
        **dict.fromkeys(grammar.openers, Token.OPEN),
    }


def _columns(indent: str) -> int:
    return len(indent) + (_TAB - 1) * indent.count("\t")
