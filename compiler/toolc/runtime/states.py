"""The states of the parser and every transition between them, as tables.

A reply is text until a marker of the dialect stands where a call may stand; then what follows
decides whether a call opens (HEAD), the body is read to its end (BODY), and what closes it is taken
away (TAIL). Text is read a line at a time, because where a marker stands decides what it is: LINE
is the start of a line, PROSE the rest of it, and in QUOTED every marker is text, until what
`quotation` found there ends.
"""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

__all__ = ["CALL", "TEXT", "Action", "Found", "State", "Token"]


class State(Enum):
    """Where the parser stands."""

    LINE = auto()
    PROSE = auto()
    QUOTED = auto()
    REASONING = auto()
    HEAD = auto()
    BODY = auto()
    TAIL = auto()
    DONE = auto()


class Token(Enum):
    """What a literal in text means."""

    NEWLINE = auto()
    BULLET = auto()
    QUOTE = auto()
    OPEN = auto()
    THINK = auto()
    UNTHINK = auto()
    FRAME = auto()


class Action(Enum):
    """What is done with a literal."""

    SAY = auto()  # it is text
    DROP = auto()  # it is a tag that belongs to nobody
    QUOTE = auto()  # it begins a quotation
    OPEN = auto()  # it may open a call
    THINK = auto()  # it opens reasoning
    UNTHINK = auto()  # it ends reasoning


class Found(Enum):
    """What reading on came to."""

    MORE = auto()  # more text is needed
    BODY = auto()  # a body begins, or goes on
    END = auto()  # the value is complete, or more of what closes it was read
    NEXT = auto()  # another body of the same marker begins
    DONE = auto()  # the call is reported and closed
    TEXT = auto()  # it was text all along: `raw` holds it


# In text: state -> token -> (next state, action). A literal that is not listed is text.
TEXT: Mapping[State, Mapping[Token, tuple[State, Action]]] = MappingProxyType(
    {
        State.LINE: {
            Token.NEWLINE: (State.LINE, Action.SAY),
            Token.BULLET: (State.PROSE, Action.SAY),
            Token.QUOTE: (State.QUOTED, Action.QUOTE),
            Token.OPEN: (State.HEAD, Action.OPEN),
            Token.THINK: (State.REASONING, Action.THINK),
            Token.UNTHINK: (State.LINE, Action.DROP),
            Token.FRAME: (State.LINE, Action.DROP),
        },
        State.PROSE: {
            Token.NEWLINE: (State.LINE, Action.SAY),
            Token.QUOTE: (State.QUOTED, Action.QUOTE),
            Token.OPEN: (State.HEAD, Action.OPEN),
            Token.UNTHINK: (State.PROSE, Action.DROP),
            Token.FRAME: (State.LINE, Action.DROP),
        },
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
            Found.TEXT: State.PROSE,
        },
        State.TAIL: {
            Found.END: State.TAIL,
            Found.NEXT: State.BODY,
            Found.DONE: State.LINE,
            Found.TEXT: State.PROSE,
        },
    }
)
