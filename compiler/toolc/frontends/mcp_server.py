"""Ask MCP servers for their tools: a file that names servers becomes a document of their lists.

The servers are asked through the extra `toolc[mcp]`. What they answered is a document of its own,
`servers.json#listed`: diagnostics point into it, and a lock holds its digest.
"""

from toolc.diagnostics.codes import NOT_LISTED
from toolc.diagnostics.errors import InputError
from toolc.frontends.documents import Document, read_document
from toolc.frontends.extras import extra
from toolc.frontends.mcp_config import read_config
from toolc.outputs import json_text

__all__ = ["PATIENCE", "listed"]

PATIENCE = 60.0
"""Seconds that a server has to start and to list its tools: some are fetched when first started."""


def listed(document: Document, server: str | None = None, patience: float = PATIENCE) -> Document:
    """What the servers that a document names answered: all of them, or the one called `server`.

    Raises InputError, which tells why each server failed that did, and UsageError for a server that
    is not named, and where the extra is not installed.
    """
    servers, problems = read_config(document, server)
    if problems:
        raise InputError(problems)
    answers, failures = extra("mcp").ask(servers, patience)
    if failures:
        places = {each.name: document.origin(each.at) for each in servers}
        raise InputError(
            NOT_LISTED.at(origin=places[name], server=name, reason=reason, hint=hint)
            for name, (reason, hint) in failures.items()
        )
    alone = len(servers) == 1 and not servers[0].at  # nobody has given it a name
    answer = next(iter(answers.values())) if alone else {"servers": answers}
    text = json_text(answer)
    return read_document(text.encode(), name=f"{document.file}#listed")
