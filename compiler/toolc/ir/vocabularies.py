"""Vocabularies: which keywords a metaschema switches off (JSON Schema 2020-12 core, 8.1.2)."""

from typing import Any

__all__ = ["switched_off"]

_ASSERTIONS = frozenset(
    "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength"
    " minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties"
    " minProperties required dependentRequired".split()
)
_VALIDATION = frozenset(
    {
        "https://json-schema.org/draft/2019-09/vocab/validation",
        "https://json-schema.org/draft/2020-12/vocab/validation",
    }
)


def switched_off(metaschema: Any) -> frozenset[str]:
    """The keywords that assert nothing in schemas of a metaschema: it leaves their vocabulary out.

    >>> switched_off({"$vocabulary": {}}) > {"type", "minimum"}, switched_off({})
    (True, frozenset())
    """
    vocabulary = metaschema.get("$vocabulary") if isinstance(metaschema, dict) else None
    if isinstance(vocabulary, dict) and _VALIDATION.isdisjoint(vocabulary):
        return _ASSERTIONS
    return frozenset()
