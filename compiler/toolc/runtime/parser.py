"""The streaming parser: one state machine that takes a reply in pieces and gives back events.

How to read it: `states` holds every state and transition as tables; the methods here only do what
an action's name says.

A body is read by its own grammar, so a closing tag inside a string is data. Under a *guard*, in the
middle of a line or where a dialect says so, a body counts only once a known name resolves without a
guess; until then it can turn out to be text. Every decision depends on the characters alone, never
on how they were cut into pieces: whoever may have to wait for more asks `Lexer` or
`Cursor`.

It never reads, waits or logs, and never raises for anything that a model wrote.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from toolc.runtime.calls import Failure, ParseResult, ToolCall
from toolc.runtime.channel import Channel
from toolc.runtime.dialects import Opener
from toolc.runtime.errors import UsageError
from toolc.runtime.events import (
    ArgumentDelta,
    CallFailed,
    CallFinished,
    Event,
    ReasoningDelta,
    TextDelta,
)
from toolc.runtime.grammar import AUTO, Grammar, grammar
from toolc.runtime.lexer import WAIT, Lexer
from toolc.runtime.open_call import OpenCall
from toolc.runtime.report import Report
from toolc.runtime.states import CALL, TEXT, Action, Found, State, Token
from toolc.runtime.tools import read_tools

__all__ = ["ParserOptions", "ToolCallParser", "collect", "parse"]


_INDENT = re.compile(r"[ \t\r\f\v]*+")
_CODE_INDENT = 4  # columns from which an indented line is code, where text stands before it
_TAB = 4
_QUOTE_BEFORE = frozenset("\"'“\u2018«„(")  # a marker directly behind one of these is quoted

_LITERALS = {"\n": Token.NEWLINE, "`": Token.TICK, "```": Token.FENCE, ">": Token.QUOTE}
_CODE_STATES = frozenset({State.SPAN, State.QUOTED, State.FENCED})
_CODE_LEXERS = {
    State.SPAN: Lexer(["`", "\n"]),
    State.QUOTED: Lexer(["\n"]),
    State.FENCED: Lexer(["```"]),
}


@dataclass(slots=True, frozen=True)
class ParserOptions:
    """Choices that change what counts as a call; the defaults put precision first.

    `reasoning_open`: the reply begins inside reasoning, as after a template that opens it.
    `calls_in_reasoning`: a call's marker ends reasoning; by default calls in reasoning are text.
    `calls_in_quotes`: code spans, fences, quoted and indented lines are read like any text.
    `infer_names`: in `auto`, a tagged object without a name calls the one tool that its keys fit.
    `make_call`: makes each finished call into one of a generated module's own.
    """

    reasoning_open: bool = False
    calls_in_reasoning: bool = False
    calls_in_quotes: bool = False
    infer_names: bool = True
    make_call: Callable[[ToolCall], ToolCall] | None = None


class ToolCallParser:
    """Finds the calls in a reply that comes in pieces.

    `tools` is anything `read_tools` takes; `dialect` a dialect's name, or `auto` for all of them;
    `model` the model's name, which helps `auto`. Raises `UsageError` for an unknown dialect, for
    tools that can't be read and for `feed` after `close`.
    """

    def __init__(
        self,
        tools: object = None,
        dialect: str = "auto",
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
        )
        self._call: OpenCall | None = None
        self._buffer, self._at, self._final = "", 0, False
        self._hot: Callable[[str], object] | None = None  # finds the end of a long string
        self._state = State.LINE
        self._loose = True  # every call so far was one without a marker
        self._inside = False  # in what stands around several calls
        self._indent = 0  # columns of white space at the line's start
        self._lexers = {**_CODE_LEXERS, State.PROSE: self._grammar.prose}
        if self._options.reasoning_open and self._grammar.thinks:
            self._think("")

    def feed(self, text: str) -> list[Event]:
        """Take the next piece of the reply; return what it brought, possibly nothing yet."""
        hot = self._hot
        if hot is not None and self._call is not None and text and not hot(text):
            shown = self._call.stretch(text)
            if shown is not None:
                return [ArgumentDelta(self._report.index, shown)] if shown else []
        if self._state is State.DONE:
            raise UsageError("the parser is closed; make a new one for the next reply")
        self._buffer = self._buffer[self._at :] + text
        self._at = 0
        self._run()
        waits = self._at < len(self._buffer) or self._state is not State.BODY
        self._hot = None if waits or self._call is None else self._call.hot
        return self._take_events()

    def close(self, reason: str | None = None) -> list[Event]:
        """End the reply; `reason` is the provider's (`stop`, `length`, ...), if it gave one.

        A call that is not complete becomes `CallFailed("cut_off")`. Closing twice does nothing.
        """
        if self._state is State.DONE:
            return []
        self._hot, self._final = None, True
        self._run()
        if self._call is not None:
            rest = self._call.cut_off(self._buffer[self._at :], by_limit=reason == "length")
            if rest:
                self._text.say(rest)
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
            self._state = State.QUOTED
            return True
        literal = self._grammar.line.at(self._buffer, self._at, final=self._final)
        if literal is WAIT:
            return False
        if literal:
            self._take_literal(literal)
        elif "" in self._grammar.openers and self._may_open(""):
            self._open("")  # a tool's name may stand here
            self._state = State.HEAD
        else:
            self._state = State.PROSE
        return True

    def _read_text(self) -> bool:
        """Further on in a line, in code or in reasoning: text, then a literal."""
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

    def _take_literal(self, literal: str) -> None:
        """Do what the table says of a literal."""
        state, action = self._look_up(literal)
        if action is Action.OPEN:
            self._open(literal)
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
            fence = literal.startswith("```")
            state, action = (State.FENCED if fence else State.PROSE), Action.SAY
        if self._options.calls_in_quotes and state in _CODE_STATES:
            state = State.LINE if literal.endswith("\n") else State.PROSE
        return state, action

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
        inside = self._inside and not in_prose
        self._call = OpenCall(marker, self._grammar, self._report, in_prose=in_prose, inside=inside)

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
        if found is Found.TEXT:
            self._text.say(call.raw)
            self._inside = False
            self._go_on(call.raw, in_fence=call.opener.is_fence)
        elif found is Found.DONE:
            self._text.say(call.behind)
            self._inside = call.inside
            self._loose = self._loose and call.opener.place != "anywhere"
            self._go_on("\n", in_fence=call.opener.is_fence and not call.closed)
        return True

    def _go_on(self, said: str, *, in_fence: bool) -> None:
        """Back to text, behind what was said."""
        self._call = None
        _, newline, line = said.rpartition("\n")
        self._state, self._indent = State.PROSE, 0
        if in_fence and not self._options.calls_in_quotes:
            self._state = State.FENCED
        elif newline and not line.strip():
            self._state, self._indent = State.LINE, _columns(line)

    # --- events ---

    def _send(self, event: type[TextDelta | ReasoningDelta], text: str) -> None:
        """Send text; the pieces of one feed are joined when they are taken, all at once."""
        self._events.append(event(text))

    def _send_call(self, event: Event) -> None:
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


def parse(
    text: str,
    tools: object = None,
    dialect: str = "auto",
    model: str | None = None,
    finish_reason: str | None = None,
    options: ParserOptions | None = None,
) -> ParseResult:
    """Read a whole reply; the arguments are those of `ToolCallParser` and its `close`.

    >>> parse('<tool_call name="now">{}</tool_call>').calls[0].name
    'now'
    """
    parser = ToolCallParser(tools, dialect, model, options)
    return collect([*parser.feed(text), *parser.close(finish_reason)])


def collect(events: Iterable[Event]) -> ParseResult:
    """Gather a reply's events into one result."""
    result = ParseResult()
    text: list[str] = []
    reasoning: list[str] = []
    for event in events:
        match event:
            case TextDelta(piece):
                text.append(piece)
            case ReasoningDelta(piece):
                reasoning.append(piece)
            case CallFinished(_, call):
                result.calls.append(call)
            case CallFailed(_, kind, message, raw):
                result.failures.append(Failure(kind, message, raw))
            case _:
                pass
    result.text = "".join(text)
    result.reasoning = "".join(reasoning)
    return result


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
