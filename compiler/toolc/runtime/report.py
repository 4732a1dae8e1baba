"""Judges written calls against the tools and reports them as events, numbered in order."""

import json
from collections.abc import Callable

from toolc.runtime import messages
from toolc.runtime.calls import Failure, ToolCall
from toolc.runtime.events import ArgumentDelta, CallFailed, CallFinished, CallStarted, Event
from toolc.runtime.names import Match, match_name
from toolc.runtime.resolve import Written, resolve
from toolc.runtime.tools import ToolTable

__all__ = ["MAX_CALLS", "MAX_NAME", "NAME_SLACK", "Report"]

MAX_CALLS = 1_000  # calls in one reply; more is a model that repeats itself

MAX_NAME = 256  # characters; twice the longest name that any provider allows
NAME_SLACK = 25  # characters: quotes, white space and separators around and in a name

# Each time costs another reading of the rest of the reply.
MAX_READ_AGAIN = 20  # calls in a reply behind which what they swallowed is read again

MakeCall = Callable[[ToolCall], ToolCall]


class Report:
    """One reply's calls: `send` takes each event, `make_call` may give a finished call a type."""

    __slots__ = (
        "_begun",
        "_coerce",
        "_index",
        "_infer",
        "_make_call",
        "_read_again",
        "_send",
        "_tools",
    )

    def __init__(
        self,
        tools: ToolTable,
        send: Callable[[Event], None],
        make_call: MakeCall | None,
        *,
        infer: bool = False,
        coerce: bool = True,
    ) -> None:
        """Stand before the first call; `infer` and `coerce` are told to `resolve`."""
        self._coerce = coerce
        self._infer = infer
        self._read_again = 0
        self._tools = tools
        self._send = send
        self._make_call = make_call
        self._index = 0
        self._begun = ""  # the tool that `CallStarted` named for the call being read

    @property
    def index(self) -> int:
        """The number of the call being read."""
        return self._index

    @property
    def begun(self) -> str:
        """The tool of the call that was reported as started and is not finished yet, or ""."""
        return self._begun

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all tools."""
        return self._tools.names

    @property
    def longest_name(self) -> int:
        """Characters within which a known tool's name has ended, however it is written."""
        return max(map(len, self._tools.names), default=MAX_NAME - NAME_SLACK) + NAME_SLACK

    def match(self, name: str) -> Match:
        """Which tool a name means."""
        return match_name(name, self._tools)

    def is_sure(self, name: str) -> bool:
        """Whether a name is a tool's, or folds to one: no guess is needed."""
        match = self.match(name)
        return not match.refused and not match.guessed

    def is_known(self, name: str) -> bool:
        """Whether a tool has exactly this name."""
        return name.removesuffix(".call") in self._tools

    def keys(self, name: str) -> frozenset[str] | None:
        """The parameters that a tool's schema declares, or None if nothing is known of them."""
        tool = self.match(name).tool
        properties = tool.parameters.get("properties") if tool else None
        return frozenset(properties) if isinstance(properties, dict) else None

    def needs_nothing(self, name: str) -> bool:
        """Whether a harmless tool has exactly this name and needs no arguments by its schema."""
        tool = self.match(name).tool if name in self._tools else None
        if tool is None or tool.destructive or "properties" not in tool.parameters:
            return False
        return not tool.parameters.get("required")

    def may_read_again(self) -> bool:
        """Whether what one more broken call has swallowed is read again."""
        self._read_again += 1
        return self._read_again <= MAX_READ_AGAIN

    def is_call(self, written: Written) -> bool:
        """Whether a complete body names a tool without a guess and holds readable arguments."""
        outcome = resolve(written, self._tools, "")
        if isinstance(outcome, Failure):
            return outcome.kind == "invalid_arguments"
        return not any(repair.startswith("name: ") for repair in outcome.repairs)

    def begin(self, name: str) -> bool:
        """Report a call's name; False if no tool is sure to be meant: then nothing is said yet."""
        match = self.match(name)
        if match.refused or match.guessed or self._index >= MAX_CALLS:
            return False
        self._start(match.name)
        return True

    def arguments(self, text: str) -> None:
        """Report more of the arguments of the call that was begun."""
        if text and self._begun:
            self._send(ArgumentDelta(self._index, text))

    def finish(
        self,
        written: Written,
        *,
        limit: str,
        arguments: str | None,
        own_end: Callable[[str], int] | None = None,
    ) -> int:
        """Report a complete call, or why it fails; return where it ended, if it swallowed more.

        `arguments` as far as they weren't reported, None where nothing was; `own_end` finds in the
        raw text of a call that can't be read where it was closed.
        """
        outcome = self._judge(written, limit)
        if isinstance(outcome, Failure):
            end = own_end(written.raw) if own_end and outcome.kind == "unreadable" else 0
            end = end if end and self.may_read_again() else 0
            outcome.raw = outcome.raw[:end] if end else outcome.raw
            self.fail(outcome)
            return end
        if not self._begun:
            self._start(outcome.name)
            told = json.dumps(outcome.arguments, ensure_ascii=False)
            self.arguments(told if arguments is None else arguments)
        call = self._make_call(outcome) if self._make_call else outcome
        self._send(CallFinished(self._index, call))
        self._advance()
        return 0

    def fail(self, failure: Failure) -> None:
        """Report a call that can't be run."""
        self._send(CallFailed(self._index, failure.kind, failure.message, failure.raw))
        self._advance()

    def _start(self, name: str) -> None:
        self._begun = name
        self._send(CallStarted(self._index, name))

    def _advance(self) -> None:
        self._index += 1
        self._begun = ""

    def _judge(self, written: Written, limit: str) -> ToolCall | Failure:
        if self._index >= MAX_CALLS:
            limit = f"the reply already holds {MAX_CALLS:,} calls"
        if limit:
            message = messages.limit(self._begun or written.name or "", limit)
            return Failure("limit", message, written.raw)
        outcome = resolve(
            written,
            self._tools,
            f"call_{self._index + 1}",
            infer=self._infer,
            coerce=self._coerce,
        )
        if isinstance(outcome, ToolCall) and self._begun not in {"", outcome.name}:
            why = messages.unreadable(self._begun, "it says two names", written.form)
            return Failure("unreadable", why, written.raw)
        return outcome
