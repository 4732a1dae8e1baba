"""A toolset compiled for one target."""

import json
import re
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, InstanceOf

from toolc.backends import Prompt
from toolc.codegen.loading import runtime_tools
from toolc.diagnostics.codes import AS_TEXT, DEEP_AS_TEXT, FREE_AS_TEXT, TOO_MANY_PROPERTIES
from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.model import Tool, Toolset
from toolc.ir.schema import walk
from toolc.ir.sizes import leaves
from toolc.runtime import codec as codecs
from toolc.runtime.calls import ToolCall
from toolc.runtime.codec import Codec
from toolc.runtime.errors import UsageError
from toolc.targets.wire import Choice, Fields, Slot, Wire, filled, merged
from toolc.witness import find_witnesses

__all__ = ["Compiled"]


_AS_TEXT = {code.name for code in (AS_TEXT, DEEP_AS_TEXT, FREE_AS_TEXT, TOO_MANY_PROPERTIES)}


_SCHEMA_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""What names of schemas may be: the rule of OpenAI and of all who copied it."""


class TextShare(NamedTuple):
    """Values that travel as JSON text, the last resort, among all single values."""

    as_text: int
    leaves: int


class Compiled(BaseModel):
    """The provider's JSON and the way back.

    `tools` is ready to send. `codec` is what `encode` and `decode` read, as plain data, so that a
    generated module or another process can do the same (see `toolc.runtime.codec`). `names` holds
    the provider's name of each tool by ours; `source` and `lowered` are the toolset before and
    after, the latter with the provider's names; `wires` says how to talk around each of our tools.
    `prompt` tells of the tools where none are sent (the mode `system_prompt`): its text goes into
    the system prompt, and its `call` and `result` write the history.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    target: str
    options: dict[str, Any]
    tools: Any
    names: dict[str, str]
    codec: Codec
    diagnostics: tuple[Diagnostic, ...]
    source: Toolset = Field(exclude=True, repr=False)
    lowered: Toolset = Field(exclude=True, repr=False)
    wire: InstanceOf[Wire] = Field(exclude=True, repr=False)
    wires: dict[str, InstanceOf[Wire]] = Field(exclude=True, repr=False)
    prompt: InstanceOf[Prompt] | None = Field(default=None, exclude=True, repr=False)

    def encode(self, name: str, arguments: Any) -> tuple[str, Any]:
        """Our tool name and arguments as the provider knows them."""
        return codecs.encode(self.codec, name, arguments)

    def decode(self, name: str, arguments: Any) -> tuple[str, Any]:
        """The provider's tool name and arguments as ours.

        Raises `CodecError` when the arguments do not have the form that the provider was given.
        """
        return codecs.decode(self.codec, name, arguments)

    def __toolc_tools__(self) -> list[dict[str, Any]]:
        """Our tools as `toolc.runtime` reads them: a call is validated once it is decoded."""
        return self._runtime_tools

    @cached_property
    def _runtime_tools(self) -> list[dict[str, Any]]:
        return runtime_tools(self.source)

    def lowered_tool(self, name: str) -> Tool | None:
        """A tool as the provider is told of it; None for one that it is not given."""
        theirs = self.names.get(name)
        return next((tool for tool in self.lowered.tools if tool.name == theirs), None)

    @property
    def text_share(self) -> TextShare:
        """How many of the values that the source asks for travel as JSON text, and how many all."""
        told = {(item.tool, item.pointer) for item in self.diagnostics if item.code in _AS_TEXT}
        return TextShare(len(told), sum(leaves(tool.input) for tool in self.source.tools))

    def witnessed(self, effort: int | None = None) -> "Compiled":
        """The same with a witness for each loss: arguments that source and target don't agree on.

        This tries values out, a few milliseconds for each loss, which `compile` itself doesn't do.
        With `effort`, the number of schemas that may be looked at, only the first of each code is
        looked for once it is used up: the losses of large tools cost seconds.
        """
        told = list(self.diagnostics)
        by_tool: dict[str | None, list[int]] = {}
        for at, item in enumerate(told):
            if item.kind:
                by_tool.setdefault(item.tool, []).append(at)
        affordable = _Affordable(effort)
        for tool in self.source.tools:
            lowered, where = self.lowered_tool(tool.name), by_tool.get(tool.name, [])
            where = affordable.of(tool, [(at, told[at].code) for at in where])
            if lowered is not None and where:
                found = find_witnesses(tool, lowered, self.codec, [told[at] for at in where])
                for at, item in zip(where, found, strict=True):
                    told[at] = item
        return self.model_copy(update={"diagnostics": tuple(told)})

    def request_fields(self, tool_choice: str = "auto", *, parallel: bool | None = None) -> Fields:
        """What a request says besides its tools, ready to stand in the body beside them.

        `tool_choice` is `auto`, `none`, `required` or the name of a tool, in our words; `parallel`
        says whether calls may come several at once, None leaves it to the provider. Where the
        choice stands in the object that holds the tools (Bedrock), that object is given whole.
        Raises UsageError for a tool that does not exist, and for what the target has no words for.
        """
        choice, name = self._choice(tool_choice)
        wire = self.wire
        choices = (self.wires[tool_choice] if choice is Choice.NAMED else wire).choices
        if choice not in choices:
            what = f"one tool (`{tool_choice}`)" if choice is Choice.NAMED else f"`{choice.value}`"
            raise UsageError(f"{self.target} can't be asked for {what}; {wire.instead}")
        parts = [wire.always, choices[choice]]
        if parallel is not None and choice is not Choice.NONE:
            if wire.parallel is None:
                raise UsageError(f"{self.target} has no switch for parallel calls")
            parts.append(wire.parallel)
        values = {
            Slot.NAME: name,
            Slot.TOOLS: self.tools,
            Slot.CALLS: wire.calls_schema(self.tools) if wire.calls_schema else None,
            Slot.PARALLEL: parallel,
            Slot.SINGLE: not parallel,
        }
        return merged(*(filled(part, values) for part in parts))

    def tool_result(self, call: ToolCall, content: Any, *, is_error: bool = False) -> Fields:
        """The message that hands the result of a call back; `call` is in our words.

        `content` is text or JSON. Where a provider wants all results of a turn in one message
        (Anthropic, Gemini, Bedrock), put the lists of these messages together.
        """
        if self.prompt is not None:
            raise UsageError("the tools are told in words: `prompt.result` writes their results")
        wire = self.wires.get(call.name, self.wire)
        theirs, arguments = self.encode(call.name, call.arguments)
        values = {
            Slot.NAME: theirs,
            Slot.CALL_ID: call.id,
            Slot.ARGUMENTS: arguments,
            Slot.CONTENT: wire.content(content),
        }
        message: Fields = filled((is_error and wire.failure) or wire.result, values)
        return message

    def structured_output(self, name: str, schema: dict[str, Any]) -> Fields:
        """What a request says to have its reply in a schema, which is sent as it is.

        Raises UsageError for a target that can't be asked.
        """
        if self.wire.structured is None:
            raise UsageError(f"{self.target} can't be asked for a reply in a schema")
        if not _SCHEMA_NAME.fullmatch(name):
            raise UsageError(
                f"`{name}` can't name a schema: letters, digits, `_` and `-`, up to 64"
            )
        text = json.dumps(schema, ensure_ascii=False)
        values = {Slot.NAME: name, Slot.SCHEMA: schema, Slot.SCHEMA_TEXT: text}
        fields: Fields = filled(self.wire.structured, values)
        return fields

    @property
    def cut_off(self) -> tuple[str, ...]:
        """The stop reasons with which the provider says that a reply was cut off.

        A call in such a reply may hold arguments that are not whole.
        """
        return self.wire.cut_off

    def _choice(self, tool_choice: str) -> tuple[Choice, str]:
        if not isinstance(tool_choice, str):
            raise UsageError("`tool_choice` is `auto`, `none`, `required` or the name of a tool")
        if tool_choice in (Choice.AUTO, Choice.NONE, Choice.REQUIRED):
            return Choice(tool_choice), ""
        if tool_choice not in self.names:
            known = [*self.names, Choice.AUTO.value, Choice.NONE.value, Choice.REQUIRED.value]
            hint = did_you_mean(tool_choice, known)
            raise UsageError(f"there is no tool `{tool_choice}` to choose; {hint}")
        return Choice.NAMED, self.names[tool_choice]


class _Affordable:
    """Which losses to look for witnesses of: all, or what an effort allows and one of each code."""

    def __init__(self, effort: int | None) -> None:
        self._left = effort
        self._codes: set[str] = set()

    def of(self, tool: Tool, losses: list[tuple[int, str]]) -> list[int]:
        """The numbers of the losses of a tool, each given with its code, that can be afforded."""
        if self._left is None or not losses:
            return [number for number, _ in losses]
        size = sum(1 for _ in walk(tool.input))
        chosen = []
        for number, code in losses:
            if self._left >= size or code not in self._codes:
                chosen.append(number)
                self._codes.add(code)
                self._left -= size
        return chosen
