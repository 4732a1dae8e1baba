"""Dynamic scopes: what a `$dynamicRef` means by the way that a validator comes to it.

Follows JSON Schema 2020-12 core, 7.1 and 8.2.3.2, and 2019-09 core, 8.2.4.2 (`$recursiveRef`, whose
anchor has no name). Of a scope it matters only which schema each dynamic anchor means: the one in
the outermost resource that has it.
"""

from collections.abc import Iterable

__all__ = ["NOWHERE", "Scope", "enter", "meant"]

Scope = tuple[tuple[str, str], ...]
"""Dynamic anchors, each with the place of the schema that it means, in the order met."""

NOWHERE: Scope = ()
"""The scope before anything was entered, and of all schemas without dynamic anchors."""


def enter(scope: Scope, anchors: Iterable[tuple[str, str]]) -> Scope:
    """The scope inside a resource that has these anchors: what was bound further out stays.

    >>> enter((("node", "/outer"),), [("node", "/inner"), ("leaf", "/inner/leaf")])
    (('node', '/outer'), ('leaf', '/inner/leaf'))
    """
    bound = {name for name, _ in scope}
    return scope + tuple((name, at) for name, at in anchors if name not in bound)


def meant(scope: Scope, anchor: str, found: str) -> str:
    """The place that an anchor means in a scope; `found`, where a plain reference would lead."""
    return next((at for name, at in scope if name == anchor), found)
