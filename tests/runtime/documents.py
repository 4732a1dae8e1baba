"""Made documents that talk about tool calls without making one: the same for the same seed."""

import json
import random

__all__ = ["TOOLS", "document"]

TOOLS = [{"name": name} for name in ("get_weather", "search", "read_file", "run", "send_mail")]

_SUBJECTS = ("The model", "A parser", "This page", "Your agent", "The server", "Nobody")
_VERBS = ("writes", "expects", "never sends", "shows", "may drop", "documents")
_THINGS = (
    *("a `<tool_call>` tag", "the <tool_call> tag", "the </tool_call> closer", "JSON in a fence"),
    *("[TOOL_CALLS]", "a call to get_weather(city)", "`search(query='x')`", "the key arguments"),
    *('{"name": ...}', "name and arguments", "<function=NAME>", "an <invoke> element", "Action:"),
    *("<think> blocks", "the <|python_tag|> token", "run()", "a list [search, run]", "read_file"),
    *("functools", "the to= header", "<|channel|>", "{city: Oslo}", "call:get_weather", "</think>"),
)
_ENDS = (".", ", as the reference says.", "; see below:", " - most of the time!", "?")


def document(seed: int) -> str:
    """A few paragraphs, lists, quotations and blocks of code."""
    rng = random.Random(seed)  # noqa: S311 - the same documents on every run
    parts = [_sentence(rng)]
    parts += [rng.choice(_PARTS)(rng) for _ in range(rng.randint(1, 6))]
    return "\n\n".join(parts)


def _sentence(rng: random.Random) -> str:
    words = (rng.choice(_SUBJECTS), rng.choice(_VERBS), rng.choice(_THINGS))
    return " ".join(words) + rng.choice(_ENDS)


def _paragraph(rng: random.Random) -> str:
    return rng.choice(" \n").join(_sentence(rng) for _ in range(rng.randint(1, 4)))


def _bullets(rng: random.Random) -> str:
    mark = rng.choice(("- ", "* ", "1. ", "> "))
    return "\n".join(mark + _sentence(rng) for _ in range(rng.randint(1, 3)))


def _call(rng: random.Random) -> str:
    name = rng.choice(TOOLS)["name"]
    body = json.dumps({"name": name, "arguments": {"city": "Oslo"}})
    return rng.choice(
        (
            f"<tool_call>\n{body}\n</tool_call>",
            f"<function={name}>\n<parameter=city>\nOslo\n</parameter>\n</function>",
            f"[{name}(city='Oslo')]",
            f'[TOOL_CALLS]{name}[ARGS]{{"city": "Oslo"}}',
            body,
            f"result = {name}(city='Oslo')\nprint(result)",
        )
    )


def _fence(rng: random.Random) -> str:
    return f"```{rng.choice(('json', 'python', 'xml', ''))}\n{_call(rng)}\n```"


def _indented(rng: random.Random) -> str:
    return "\n".join("    " + line for line in _call(rng).splitlines())


def _quoted(rng: random.Random) -> str:
    return "\n".join("> " + line for line in _call(rng).splitlines())


def _framed(rng: random.Random) -> str:
    begin, end = rng.choice(
        (
            *(("~~~xml\n", "\n~~~"), ("````md\n```\n", "\n```\n````"), ("<!--\n", "\n-->")),
            *(("<pre>\n", "\n</pre>"), ("<code>", "</code>"), ("<blockquote>", "</blockquote>")),
            *(
                ("<tool_response>\n", "\n</tool_response>"),
                ('<tool_result name="x">', "</tool_result>"),
            ),
        )
    )
    return begin + _call(rng) + end


def _marked(rng: random.Random) -> str:
    begin, end = rng.choice((("| ", " | x |"), ("+", ""), ("> > ", ""), ("- ``", "``")))
    return begin + " ".join(_call(rng).split()) + end


def _inline(rng: random.Random) -> str:
    call = " ".join(_call(rng).split())
    return f'{_sentence(rng)} It reads `{call}` or "{call}" then.'


def _definition(rng: random.Random) -> str:
    name = rng.choice(TOOLS)["name"]
    schema = {"type": "object", "properties": {"city": {"type": "string"}}}
    return json.dumps({"name": name, "description": "A tool.", "parameters": schema}, indent=2)


def _code(rng: random.Random) -> str:
    name = rng.choice(TOOLS)["name"]
    return rng.choice(
        (
            f"def {name}(city: str) -> str:\n    return call(name={name!r}, arguments={{}})",
            f"for item in {name}(): print(item[0], {{}})",
            f"if ok: {name}(city)",
            f"<ul><li>{name}</li></ul>",
            f'<{name} city="Oslo"></{name} >',
        )
    )


_PARTS = (
    *(_paragraph, _paragraph, _bullets, _fence, _indented, _quoted, _inline),
    *(_definition, _code, _framed, _marked),
)
