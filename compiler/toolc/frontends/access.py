"""What a document may make toolc read besides itself: little, unless the user says so."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Access", "Reach"]

Reach = Literal["inside", "outside", "network"]
"""How far a reference goes: within the first document's folder, out of it, over the network.

Documents in formats that are customarily several files (OpenAPI) may refer to those in their own
folder without a permission: see `Library.open_folder`.
"""

_NEEDS: dict[Reach, str] = {
    "inside": "files",
    "outside": "files",
    "network": "net",
}
"""The permission that each reach needs."""


@dataclass(frozen=True, slots=True)
class Access:
    """The permissions that a user gave: to read other `files`, and to fetch over the `net`."""

    files: bool = False
    net: bool = False

    def missing(self, reach: Reach) -> str | None:
        """The permission to ask for, `files` or `net`; None when a reference may be followed."""
        needed = _NEEDS[reach]
        return None if getattr(self, needed) else needed
