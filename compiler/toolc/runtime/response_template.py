"""Imports the `response_template` that a checkpoint ships in its tokenizer's configuration.

It says in which regions of a reply reasoning, content and calls stand, and how each is read. What
it says is made a `Dialect`; where a dialect can't say the same, that is an error, never a guess.
Prefixes of the prompt (`start_anchor`) and the shape of messages (`defaults`) concern neither.

Specification: https://huggingface.co/docs/transformers/main/chat_response_parsing, 2026-11-30.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from toolc.runtime.dialects import Dialect, Opener, Parameter
from toolc.runtime.errors import UsageError
from toolc.runtime.pattern_parts import Part, take_apart
from toolc.runtime.shapes import ARGUMENT_KEYS, NAME_KEYS

__all__ = ["dialect_from_response_template"]

_KEY = "response_template"  # in `tokenizer_config.json`
_CALLS = "tool_calls"
_REASONING = frozenset({"thinking", "reasoning", "reasoning_content"})
_FIELD_KEYS = frozenset(
    {
        *("open", "open_pattern", "close", "close_pattern", "repeats", "optional", "join"),
        *("content", "content_args", "transform", "transform_each"),
    }
)
_TOP_KEYS = frozenset({"version", "defaults", "start_anchor", "start_anchor_pattern", "fields"})
_ARGS = {
    "json": frozenset({"unquoted_keys", "string_delims", "allow_non_json"}),
    "xml-inline": frozenset({"tag_pattern", "value_parser", "merge_duplicates"}),
}
_SPECIAL = re.compile(r"<[|\uff5c]")  # how a special token begins, which no text holds by accident
_PLACEHOLDER = re.compile(r"\{([\w.]+)\}\Z")
_FENCES = re.compile(r"\s*```\w*\s*|\s+\Z|\A\s+")
_RECIPIENT = re.compile(r"(<\|\w+\|>).*?to=(?:functions\.)?\Z")
_TAG = re.compile(r"<([^\s<>=/\"]+)[=\s][^<>]*\Z")

Json = Mapping[str, Any]


def dialect_from_response_template(data: Json) -> Dialect:
    """Make a dialect of a response template, or of a tokenizer's configuration that holds one.

    The result is what `ToolCallParser` and `parse` take as `dialect`. Raises `UsageError` for what
    isn't such a template, and for one that says what a dialect can't.
    """
    template = data.get(_KEY, data)
    fields = template.get("fields") if isinstance(template, Mapping) else None
    if not isinstance(fields, Mapping) or not isinstance(fields.get(_CALLS), Mapping):
        raise UsageError("this holds no response template that says how calls are written")
    try:
        return _dialect(template, fields)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        # The configuration is someone else's JSON, of any shape.
        raise UsageError(f"the response template can't be read as a dialect: {error}") from error


def _dialect(template: Json, fields: Json) -> Dialect:
    _refuse_unknown(template, _TOP_KEYS, "the template")
    if template.get("version", 1) != 1:
        raise ValueError(f"its version is {template['version']!r}, not 1")
    reasoning: list[tuple[str, str]] = []
    frame = [text for text in _literals(template, "start_anchor") if _SPECIAL.match(text)]
    for name, field in fields.items():
        _refuse_unknown(field, _FIELD_KEYS, f"`{name}`")
        if name in _REASONING:
            reasoning += _reasoning(field)
        elif name != _CALLS:
            frame += [*_openings(field), *_closings(field)]
    openers = _openers(fields[_CALLS])
    return Dialect(
        name=_KEY,
        title="as the checkpoint's response template says",
        reference="https://huggingface.co/docs/transformers/main/chat_response_parsing",
        example=openers[0].form,
        reasoning=tuple(reasoning),
        frame=tuple(dict.fromkeys(filter(None, frame))),
        openers=openers,
    )


def _refuse_unknown(given: Json, known: frozenset[str], where: str) -> None:
    unknown = sorted(given.keys() - known)
    if unknown:
        raise ValueError(f"{where} has the key `{unknown[0]}`")


# --- regions of text ---


def _literals(field: Json, key: str) -> list[str]:
    given = field.get(key, [])
    return [given] if isinstance(given, str) else list(given)


def _openings(field: Json) -> list[str]:
    pattern = field.get("open_pattern")
    return _literals(field, "open") if pattern is None else _texts(take_apart(pattern))


def _closings(field: Json) -> list[str]:
    pattern = field.get("close_pattern")
    return _literals(field, "close") if pattern is None else _texts(take_apart(pattern))


def _texts(parts: Sequence[Part]) -> list[str]:
    return [part.text for part in parts if part.kind in {"literal", "optional"}]


def _reasoning(field: Json) -> list[tuple[str, str]]:
    ends = _closings(field)
    starts = list(filter(None, _openings(field)))
    if len(ends) != 1 or not ends[0] or not starts:
        raise ValueError("reasoning must have a marker that begins it and one that ends it")
    return [(start, ends[0]) for start in starts]


# --- calls ---


def _openers(field: Json) -> tuple[Opener, ...]:
    keys = _keys(field)
    close = _close(field)
    if "open_pattern" not in field:
        starts = [[Part("literal", text)] for text in _literals(field, "open")]
    else:
        starts = [take_apart(field["open_pattern"])]
    if not starts:
        raise ValueError("nothing says where a call begins")
    return tuple(opener for parts in starts for opener in _opener(field, parts, close, keys))


def _close(field: Json) -> str:
    """What ends a call; fences and white space around it are peeled by whoever reads calls."""
    found = dict.fromkeys(filter(None, (_FENCES.sub("", text) for text in _closings(field))))
    if len(found) > 1:
        raise ValueError(f"a call has several ends: {', '.join(found)}")
    return next(iter(found), "")


def _keys(field: Json) -> tuple[str, str] | None:
    """The keys of name and arguments in the body; None: the marker names the tool."""
    shape = field.get("transform", {"function": "{content}"})
    function = shape.get("function", shape)
    if function == "{content}":
        return "name", "arguments"
    name, arguments = (_path(function[key]) for key in ("name", "arguments"))
    if (name, arguments) == ("name", "content") and not field.get("transform_each"):
        return None
    if name in NAME_KEYS and arguments in ARGUMENT_KEYS:
        return name, arguments
    raise ValueError(
        f"a call's name is `{function['name']}`, its arguments `{function['arguments']}`"
    )


def _path(placeholder: str) -> str:
    found = _PLACEHOLDER.match(placeholder)
    if found is None:
        raise ValueError(f"`{placeholder}` is no placeholder")
    return found[1].removeprefix("content.").removeprefix("function.")


def _opener(
    field: Json, parts: Sequence[Part], close: str, keys: tuple[str, str] | None
) -> Iterator[Opener]:
    """The ways in which one pattern begins a call, by the first part that must stand there."""
    at = next((at for at, part in enumerate(parts) if part.kind == "literal"), len(parts))
    before, rest = parts[:at], [part for part in parts[at:] if part.kind != "blank"]
    kinds = [part.kind for part in rest]
    texts = [_FENCES.sub("", part.text) for part in rest]
    if not texts or not texts[0]:
        raise ValueError("nothing says where a call begins")
    if keys is not None:
        if kinds != ["literal"]:
            raise ValueError("more than a marker stands before a call that names itself")
        body = _json(field, f'{{"{keys[0]}": "{{name}}", "{keys[1]}": {{ ... }}}}', texts[0], close)
        yield body
        for part in before:
            if part.kind == "optional":  # a label may stand behind it
                yield replace(body, open=part.text, after_name=(texts[0],))
    elif rest.count(Part("group", "name")) != 1:
        raise ValueError("its pattern does not name the tool")
    elif kinds[-2:] == ["gap", "literal"]:
        yield from _headers(field, texts, close)
    elif set(kinds) != {"literal", "group"} or before:
        raise ValueError("anything may stand between the markers of a call")
    else:
        yield _named(field, texts, kinds.index("group"), close)


def _json(field: Json, shown: str, marker: str, close: str) -> Opener:
    if field.get("content") != "json":
        raise ValueError(f"a call that names itself is {field.get('content', 'text')!r}, not JSON")
    _mark(field)
    return Opener(marker, "body", "json", close, form=f"{marker}{shown}{close}")


def _headers(field: Json, texts: Sequence[str], close: str) -> Iterator[Opener]:
    """A message whose recipient is the tool, with more words behind the name."""
    recipient = _RECIPIENT.match(texts[0])
    if recipient is None or field.get("content") != "json" or _mark(field):
        raise ValueError("anything may stand between a tool's name and its arguments")
    yield Opener(recipient[1], "header", "json", close, tag_end=texts[-1])
    yield Opener("to=", "header", "json", close, tag_end=texts[-1], guard=True)


def _named(field: Json, texts: Sequence[str], group: int, close: str) -> Opener:
    """A call whose name stands between its markers."""
    marker, *more = texts[:group]
    after = tuple(filter(None, texts[group + 1 :]))
    opener = Opener(marker, "text", close=close, before_name=tuple(more), after_name=after)
    content = field.get("content")
    if content == "xml-inline":
        parameter = _parameter(field, texts[group - 1], close)
        return replace(
            opener, body="parameters", after_name=(*after, parameter.open), parameter=parameter
        )
    if content != "json":
        raise ValueError(f"its calls are {content or 'text'!r}")
    if mark := _mark(field):
        return replace(opener, body="quoted", mark=mark)
    form = f"{''.join(texts[:group])}{{name}}{''.join(after)}{{ ... }}{close}"
    return replace(opener, form=form)


# --- bodies ---


def _arguments(field: Json) -> Json:
    given: Json = field.get("content_args", {})
    _refuse_unknown(given, _ARGS[field["content"]], f"a body of {field['content']}")
    return given


def _mark(field: Json) -> str:
    """What stands on both sides of a string in JSON that has its own; "" for JSON as it is."""
    marks = [pair for pair in _arguments(field).get("string_delims", []) if pair[0] != '"']
    if not marks:
        return ""
    if len(marks) > 1 or marks[0][0] != marks[0][1]:
        raise ValueError("its strings stand between several marks")
    return str(marks[0][0])


def _parameter(field: Json, before: str, close: str) -> Parameter:
    given = _arguments(field)
    if given.get("merge_duplicates"):
        raise ValueError("a key said twice is a list")
    if given.get("value_parser", {"name": "json"})["name"] not in {"json", "text"}:
        raise ValueError(f"values are read as {given['value_parser']['name']!r}")
    parts = take_apart(given["tag_pattern"])
    groups = [part.text for part in parts if part.kind == "group"]
    if groups != ["key", "value"]:
        raise ValueError("a parameter is not a key and its value")
    key, value = parts.index(Part("group", "key")), parts.index(Part("group", "value"))
    opening, closing = _texts(parts[:key]), _texts(parts[value:])
    between = _texts(parts[key:value])
    if len(opening) != 1 or len(closing) != 1 or not between:
        raise ValueError("a parameter does not stand between two literals")
    tag = _TAG.search(before)
    end = f"</{tag[1]}>" if tag else ""
    if not (end or close):
        raise ValueError("nothing ends a call")
    whole = Part("gap") not in parts[key:value]
    return Parameter(
        open=opening[0],
        close=closing[0],
        end="" if end == close else end,
        tag_end=between[-1],
        key_end=between[0] if whole and len(between) > 1 else "",
        trim=_trim(parts[value - 1]),
    )


def _trim(part: Part) -> Literal["none", "newline", "blank"]:
    """What is no part of a value, by what the pattern lets stand beside it."""
    if part.kind != "blank":
        return "none"
    return "newline" if part.text == "\n" else "blank"
