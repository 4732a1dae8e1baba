"""The secrets of an OpenAPI document: a model is never asked for one, the caller adds them.

Follows the Security Scheme and Security Requirement Objects of OpenAPI 2.0, 3.0.4, 3.1.1 and 3.2.0
(2025-09-19). Besides what a security scheme names, real documents have secrets among their
parameters: those are known by their place (cookies), their name, or what is said of them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from toolc.frontends.openapi_parts import Part, Parts
from toolc.ir.model import HttpCredential

__all__ = ["Credentials"]

_Place = Literal["query", "header", "cookie", "body"]
_PLACES: dict[str, _Place] = {
    "query": "query",
    "header": "header",
    "cookie": "cookie",
    "formData": "body",
}

_NAMES = {
    "header": frozenset(
        "authorization proxy-authorization cookie x-api-key api-key api_key apikey"
        " x-auth-token x-access-token".split()
    ),
    "query": frozenset("api_key apikey api-key access_token".split()),
    "formData": frozenset("api_key apikey api-key access_token".split()),
}
"""Names of secrets, even where nothing else says so."""

_PERHAPS = frozenset("token auth_token auth-token authtoken x-token auth key apitoken".split())
"""Names that secrets go by and other things too: the description decides."""

_SAYS_SO = re.compile(
    r"\b(?:authentication|authorization|access|bearer|oauth2?|api)[ -]?(?:token|key)\b",
    re.IGNORECASE,
)
_LOOKED_AT = 200
"""Characters of a description: it says first what the thing is."""

_PREFIXES = {
    "bearer": "Bearer ",
    "basic": "Basic ",
    "oauth2": "Bearer ",
    "openidconnect": "Bearer ",
}
"""What stands before the secret in `Authorization`, by scheme; the caller encodes for `basic`."""


class Credentials:
    """The security schemes of a document, and which parameters are secrets by them or anyhow."""

    def __init__(self, parts: Parts) -> None:
        """Read the schemes; an operation is looked at when it is asked for."""
        self._parts = parts
        components = parts.member(parts.root, "components") or parts.root
        key = "securityDefinitions" if components is parts.root else "securitySchemes"
        self._schemes = {
            name: _credential(name, scheme) for name, scheme in parts.members(components, key)
        }
        self._named = {
            (each.place, each.name.lower()) for each in self._schemes.values() if each.name
        }

    def hides(self, parameter: Part) -> bool:
        """Whether a parameter is a secret."""
        place, name = str(parameter.value.get("in")), str(parameter.value.get("name")).lower()
        if place == "cookie" or (_PLACES.get(place), name) in self._named:
            return True
        if name in _NAMES.get(place, ()):
            return True
        told = (parameter.text("description") or "")[:_LOOKED_AT]
        return place in _PLACES and name in _PERHAPS and _SAYS_SO.search(told) is not None

    def of(self, operation: Part, parameters: Iterable[Part]) -> tuple[HttpCredential, ...]:
        """What the caller adds to the requests of an operation, each once.

        First what the schemes say that it requires, one way or another; then the secrets among its
        parameters that no scheme accounts for.
        """
        required = filter(self._schemes.__contains__, self._required(operation))
        found = {name: self._schemes[name] for name in required}
        taken = {(each.place, each.name.lower()) for each in found.values() if each.name}
        for parameter in filter(self.hides, parameters):
            name, place = str(parameter.value["name"]), _PLACES[parameter.value["in"]]
            if (place, name.lower()) not in taken:
                found.setdefault(name, HttpCredential(scheme=name, place=place, name=name))
        return tuple(found.values())

    def _required(self, operation: Part) -> Iterator[str]:
        own = operation.value.get("security", self._parts.root.value.get("security"))
        for requirement in own if isinstance(own, list) else ():
            yield from requirement if isinstance(requirement, Mapping) else ()


def _credential(name: str, scheme: Part) -> HttpCredential:
    kind = str(scheme.value.get("type")).lower()
    if kind == "apikey":
        place = _PLACES.get(str(scheme.value.get("in")))
        return HttpCredential(scheme=name, place=place, name=scheme.text("name"))
    prefix = _PREFIXES.get(str(scheme.value.get("scheme")).lower() if kind == "http" else kind)
    if prefix is None and kind != "http":
        return HttpCredential(scheme=name)
    return HttpCredential(scheme=name, place="header", name="Authorization", prefix=prefix or "")
