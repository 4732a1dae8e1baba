"""Where a part of a TOML text stands: its reader tells no places, so each key is sought in turn."""

import re
from itertools import islice

from toolc.diagnostics.diagnostic import Origin
from toolc.ir.schema import split_pointer

__all__ = ["toml_place"]


def toml_place(origin: Origin, text: str) -> Origin:
    """The origin with line and column of its key, or of the nearest one around it.

    In the third item of a list the key is the third of that name, or the last, where there are
    fewer: the items before it need not have it.
    """
    at = index = 0
    for key in split_pointer(origin.pointer):
        if key.isdigit():
            index = int(key)
            continue
        found = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])").finditer(text, at)
        at = max([at, *(match.start() for match in islice(found, index + 1))])
        index = 0
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return origin.model_copy(update={"line": line, "column": column})
