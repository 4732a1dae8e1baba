"""About how many tokens a tool costs in a request; no tokenizer is asked.

English text and JSON come to some four bytes a token in the tokenizers of today's models (o200k,
2024, and its like); other scripts cost more, which the bytes of UTF-8 allow for.
"""

import json

from toolc.ir.model import Tool

__all__ = ["token_cost"]

_BYTES = 4


def token_cost(tool: Tool) -> int:
    """The tokens of name, description and schema, as most providers take them.

    >>> token_cost(Tool(name="ping", description="Ping.", input={"type": "object"}))
    17
    """
    shown = {"name": tool.name, "description": tool.description, "parameters": tool.input}
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return -(-len(text.encode("utf-8", "surrogatepass")) // _BYTES)
