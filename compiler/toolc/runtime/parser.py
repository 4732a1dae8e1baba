"""The streaming parser: one state machine that takes a reply in pieces and gives back events.

How to read it. A reply is text until a marker of the dialect stands where a call may stand; then
what follows decides whether a call opens (HEAD), the body is read to its end (BODY), and what
closes it is taken away (TAIL). The tables below hold every state and transition; the methods after
them only do what an action's name says. Text is read a line at a time, because where a marker
stands decides what it is: LINE is the start of a line, PROSE the rest of it, and in SPAN (code
between backticks), QUOTED (a quoting or indented line) and FENCED (a block of code) every marker is
text.

A body is read by its own grammar, so a closing tag inside a string is data. Under a *guard*, in the
middle of a line or where a dialect says so, a body counts only once a known name resolves without a
guess; until then it can turn out to be text. Every decision depends on the characters alone, never
on how they were cut into pieces: whoever may have to wait for more asks `Lexer`.

It never reads, waits or logs, and never raises for anything that a model wrote.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from toolc.runtime.calls import Failure, ParseResult, ToolCall
from toolc.runtime.channel import Channel
from toolc.runtime.dialects import Grammar, Opener, grammar
from toolc.runtime.errors import UsageError
from toolc.runtime.events import CallFailed, CallFinished, Event, ReasoningDelta, TextDelta
from toolc.runtime.lexer import WAIT, Lexer
from toolc.runtime.open_call import Found, OpenCall
from toolc.runtime.report import Report
from toolc.runtime.tools import read_tools

__all__ = ["ParserOptions", "ToolCallParser", "collect", "parse"]


class State(Enum):
    """Where the parser stands."""

    LINE = auto()
    PROSE = auto()
    SPAN = auto()
    QUOTED = auto()
    FENCED = auto()
    REASONING = auto()
    HEAD = auto()
    BODY = auto()
    TAIL = auto()
    DONE = auto()


class Token(Enum):
    """What a literal in text means."""

    NEWLINE = auto()
    TICK = auto()
    FENCE = auto()
    QUOTE = auto()
    OPEN = auto()
    THINK = auto()
    UNTHINK = auto()


class Action(Enum):
    """What is done with a literal."""

    SAY = auto()  # it is text
    DROP = auto()  # it is a tag that belongs to nobody
    OPEN = auto()  # it may open a call
    THINK = auto()  # it opens reasoning
    UNTHINK = auto()  # it ends reasoning


# In text: state -> token -> (next state, action). A literal that is not listed is text.
TEXT: Mapping[State, Mapping[Token, tuple[State, Action]]] = MappingProxyType(
    {
        State.LINE: {
            Token.NEWLINE: (State.LINE, Action.SAY),
            Token.TICK: (State.SPAN, Action.SAY),
            Token.FENCE: (State.FENCED, Action.SAY),
            Token.QUOTE: (State.QUOTED, Action.SAY),
            Token.OPEN: (State.HEAD, Action.OPEN),
            Token.THINK: (State.REASONING, Action.THINK),
            Token.UNTHINK: (State.LINE, Action.DROP),
        },
        State.PROSE: {
            Token.NEWLINE: (State.LINE, Action.SAY),
            Token.TICK: (State.SPAN, Action.SAY),
            Token.FENCE: (State.FENCED, Action.SAY),
            Token.OPEN: (State.HEAD, Action.OPEN),
            Token.UNTHINK: (State.PROSE, Action.DROP),
        },
        State.SPAN: {
            Token.NEWLINE: (State.LINE, Action.SAY),
            Token.TICK: (State.PROSE, Action.SAY),
        },
        State.QUOTED: {Token.NEWLINE: (State.LINE, Action.SAY)},
        State.FENCED: {Token.FENCE: (State.PROSE, Action.SAY)},
        State.REASONING: {
            Token.UNTHINK: (State.LINE, Action.UNTHINK),
            Token.OPEN: (State.HEAD, Action.OPEN),  # looked for only where an option says so
        },
    }
)

# In calls: state -> what was found -> next state; MORE waits where it is. Text after all, and text
# behind a call, go on as a new line, as prose or as code, by what stood there last.
CALL: Mapping[State, Mapping[Found, State]] = MappingProxyType(
    {
        State.HEAD: {Found.BODY: State.BODY, Found.END: State.TAIL, Found.TEXT: State.PROSE},
        State.BODY: {
            Found.BODY: State.BODY,
            Found.END: State.TAIL,
            Found.DONE: State.LINE,
            Found.TEXT: State.PROSE,
        },
        State.TAIL: {Found.END: State.TAIL, Found.NEXT: State.BODY, Found.DONE: State.LINE},
    }
)

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
    `make_call`: makes each finished call into one of a generated module's own.
    """

    reasoning_open: bool = False
    calls_in_reasoning: bool = False
    calls_in_quotes: bool = False
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
        self._report = Report(read_tools(tools), self._send_call, self._options.make_call)
        self._call: OpenCall | None = None
        self._buffer, self._at, self._final = "", 0, False
        self._state = State.LINE
        self._indent = 0  # columns of white space at the line's start
        self._lexers = {**_CODE_LEXERS, State.PROSE: self._grammar.prose}
        if self._options.reasoning_open and self._grammar.thinks:
            self._think(next(iter(self._grammar.thinks)))

    def feed(self, text: str) -> list[Event]:
        """Take the next piece of the reply; return what it brought, possibly nothing yet."""
        if self._state is State.DONE:
            raise UsageError("the parser is closed; make a new one for the next reply")
        self._buffer = self._buffer[self._at :] + text
        self._at = 0
        self._run()
        return self._take_events()

    def close(self, reason: str | None = None) -> list[Event]:
        """End the reply; `reason` is the provider's (`stop`, `length`, ...), if it gave one.

        A call that is not complete becomes `CallFailed("cut_off")`. Closing twice does nothing.
        """
        if self._state is State.DONE:
            return []
        self._final = True
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
        else:
            self._state = State.PROSE
        return True

    def _read_text(self) -> bool:
        """Further on in a line, in code or in reasoning: text, then a literal."""
        end, literal = self._lexers[self._state].find(self._buffer, self._at, final=self._final)
        if end > self._at:
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
            self._open(self._grammar.openers[literal])
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
        if action is Action.OPEN and not self._may_open(self._grammar.openers[literal]):
            fence = self._grammar.openers[literal].is_fence
            state, action = (State.FENCED if fence else State.PROSE), Action.SAY
        if self._options.calls_in_quotes and state in _CODE_STATES:
            state = State.LINE if literal.endswith("\n") else State.PROSE
        return state, action

    def _may_open(self, opener: Opener) -> bool:
        if opener.place == "leading" and not self._options.calls_in_quotes:
            return not self._text.spoken
        return self._state is not State.PROSE or self._text.touching not in _QUOTE_BEFORE

    def _think(self, marker: str) -> None:
        self._text.break_off()
        ends = (
            self._grammar.reasoning if not self._options.calls_in_reasoning else self._grammar.aloud
        )
        self._lexers[State.REASONING] = ends[marker]
        self._state = State.REASONING

    # --- calls ---

    def _open(self, opener: Opener) -> None:
        guard = opener.guard or self._state is not State.LINE
        self._call = OpenCall(
            opener, self._grammar.closers[opener.close], self._report, guard=guard
        )

    def _read_call(self, call: OpenCall) -> bool:
        """Read on in a call, as far as the text goes."""
        read = call.body
        if self._state is not State.BODY:
            read = call.head if self._state is State.HEAD else call.tail
        found, self._at = read(self._buffer, self._at, final=self._final)
        if found is Found.MORE:
            return False
        self._state = CALL[self._state][found]
        if found is Found.TEXT:
            self._text.say(call.raw)
            self._go_on(call.raw, in_fence=call.opener.is_fence)
        elif found is Found.DONE:
            self._text.say(call.behind)
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
        """Send text, joined with the piece before it if that came in the same feed."""
        last = self._events[-1] if self._events else None
        if isinstance(last, event):
            last.text += text
        else:
            self._events.append(event(text))

    def _send_call(self, event: Event) -> None:
        self._text.break_off()
        self._events.append(event)

    def _take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events


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
        **_LITERALS,
        **dict.fromkeys(grammar.thinks.values(), Token.UNTHINK),
        **dict.fromkeys(grammar.thinks, Token.THINK),
        **dict.fromkeys(grammar.openers, Token.OPEN),
    }


def _columns(indent: str) -> int:
    return len(indent) + (_TAB - 1) * indent.count("\t")
