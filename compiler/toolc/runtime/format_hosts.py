"""Formats that name hosts: `hostname`, `email`, addresses, and those with letters of any script.

Follows RFC 1123, 2.1 and RFC 5890-5893 (host names), RFC 5321, 4.1.2 and RFC 6531 (mail), RFC 2673,
3.2 and RFC 4291, 2.2 (addresses). What IDNA 2008 takes from tables that Python does not have, it
judges by the nearest that Python has.
"""

import ipaddress
import re
from collections.abc import Callable
from typing import Final

__all__ = [
    "is_email",
    "is_hostname",
    "is_idn_email",
    "is_idn_hostname",
    "is_ipv4",
    "is_ipv4_network",
    "is_ipv6",
]

_LABEL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?", re.ASCII)
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
_LONGEST_LABEL = 63
_LONGEST_NAME = 253


def is_hostname(text: str) -> bool:
    """Labels of letters, digits and hyphens; an A-label must be one."""
    labels = text.split(".")
    return len(text) <= _LONGEST_NAME and all(
        len(label) <= _LONGEST_LABEL and _LABEL.fullmatch(label) and _is_a_label(label)
        for label in labels
    )


def _is_a_label(label: str) -> bool:
    """Whether a label with two hyphens in the third place is one of IDNA, and decodes."""
    if label[2:4] != "--":
        return True
    if label[:2].lower() != "xn":
        return False
    try:
        decoded = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return False
    is_canonical = decoded.encode("punycode").decode("ascii").lower() == label[4:].lower()
    return is_canonical and not decoded.isascii() and is_idn_hostname(decoded)


def is_idn_hostname(text: str) -> bool:
    """Labels that may hold letters of any script."""
    labels = _DOTS.split(text)
    return (
        len(text) <= _LONGEST_NAME
        and all(is_hostname(label) if label.isascii() else _is_u_label(label) for label in labels)
        and _is_one_way(labels)
    )


def _is_u_label(label: str) -> bool:
    """Whether a label may be one in Unicode, by its form and by the rules of single characters."""
    import unicodedata  # noqa: PLC0415 - only for names beyond ASCII

    if label.startswith("-") or label.endswith("-") or label[2:4] == "--":
        return False
    if len(label.encode("punycode")) + 4 > _LONGEST_LABEL:
        return False
    if not label or unicodedata.category(label[0]).startswith("M"):
        return False
    return unicodedata.normalize("NFC", label) == label and all(
        _is_allowed(label, at, unicodedata.category(char)) for at, char in enumerate(label)
    )


_LETTERS = frozenset({"Ll", "Lo", "Lm", "Mn", "Mc", "Nd"})
_EXCEPTIONS = frozenset("\u06fd\u06fe\u0f0b\u3007")
_REFUSED = frozenset("\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b")


def _is_allowed(label: str, at: int, category: str) -> bool:
    """Whether a character may stand where it does (RFC 5892, 2 and appendix A)."""
    char, before, after = label[at], label[at - 1 : at], label[at + 1 : at + 2]
    match char:
        case "-":
            return True
        case "\u00b7":
            return before == after == "l"
        case "\u0375":
            return "\u0370" <= after <= "\u03ff"
        case "\u05f3" | "\u05f4":
            return "\u0590" <= before <= "\u05ff"
        case "\u30fb":
            return any("\u3040" <= c <= "\u30fa" or "\u4e00" <= c <= "\u9fff" for c in label)
        case "\u200d" | "\u200c" if before and before in _VIRAMAS:
            return True
        case "\u200c":
            return _direction(before) == _direction(after) == "AL"
    if "\u0660" <= char <= "\u0669":
        return not any("\u06f0" <= c <= "\u06f9" for c in label)
    return (category in _LETTERS and char not in _REFUSED) or char in _EXCEPTIONS


_VIRAMAS = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"


def _direction(char: str) -> str:
    import unicodedata  # noqa: PLC0415 - as above

    return unicodedata.bidirectional(char) if char else ""


_RIGHT = {"R", "AL", "AN"}
_NEUTRAL = {"EN", "ES", "CS", "ET", "ON", "BN", "NSM"}


def _is_one_way(labels: list[str]) -> bool:
    """The rule for names with letters that run from right to left (RFC 5893, 2)."""
    directions = [list(map(_direction, label)) for label in labels]
    if all(_RIGHT.isdisjoint(label) for label in directions):
        return True
    return all(_is_label_one_way(label) for label in directions)


def _is_label_one_way(directions: list[str]) -> bool:
    shown = [direction for direction in directions if direction != "NSM"]
    if directions[:1] == ["L"]:
        return {*directions} <= {"L"} | _NEUTRAL and shown[-1] in {"L", "EN"}
    return (
        directions[:1] in (["R"], ["AL"])
        and {*directions} <= _RIGHT | _NEUTRAL
        and shown[-1] in _RIGHT | {"EN"}
        and not {"EN", "AN"} <= {*directions}
    )


# --- mail: RFC 5321, 4.1.2 ---

_ATOM = r"[^()<>\[\]:;@\\,.\"\x00-\x20\x7f]+"
_ATOMS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_QUOTED = re.compile(r'"(?:[^"\\\x00-\x1f]|\\[^\x00-\x1f])*"')


def is_email(text: str) -> bool:
    """A mailbox in ASCII: `ada@example.com`."""
    return text.isascii() and _is_mail(text, is_hostname)


def is_idn_email(text: str) -> bool:
    """A mailbox that may hold letters of any script."""
    return _is_mail(text, _is_any_host)


def _is_any_host(text: str) -> bool:
    """Labels of any letters: mail servers normalise them."""
    return is_hostname(_BEYOND_ASCII.sub("x", text))


def _is_mail(text: str, is_host: Callable[[str], bool]) -> bool:
    local, _, host = text.rpartition("@")
    if not (_ATOMS.fullmatch(local) or _QUOTED.fullmatch(local)):
        return False
    if host.startswith("[") and host.endswith("]"):
        literal = host[1:-1]
        version6 = literal.removeprefix("IPv6:")
        return is_ipv4(literal) if version6 == literal else is_ipv6(version6)
    return is_host(host)


# --- addresses ---


def is_ipv4(text: str) -> bool:
    """Four numbers, without zeros in front: `192.0.2.1`."""
    try:
        ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return text.isascii()


def is_ipv6(text: str) -> bool:
    """RFC 4291, 2.2, without a zone: `2001:db8::1`."""
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return text.isascii() and "%" not in text


def is_ipv4_network(text: str) -> bool:
    """An address and how many of its bits name the network: `10.0.0.0/8`."""
    address, slash, bits = text.partition("/")
    return bool(slash) and is_ipv4(address) and bits.isdecimal() and bits in _BITS_OF_IPV4


_BITS_OF_IPV4: Final = frozenset(map(str, range(33)))
