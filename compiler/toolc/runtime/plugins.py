"""Registries: toolc's own things by name, and after them what other packages bring as plug-ins.

A package brings one by an entry point (entry points specification, packaging.python.org, 2026):
`acme = "toolc_acme:ACME"` in the group `toolc.targets` is the target `acme`.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

from toolc.runtime.errors import ToolcError, UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["PLUGIN_NAME", "Registry"]

T = TypeVar("T")

PLUGIN_NAME = re.compile(r"[a-z0-9]([a-z0-9_-]{0,62}[a-z0-9])?")
"""What a plug-in may be called: it names files and is printed, so it is plain."""


class Registry(Mapping[str, T], Generic[T]):
    """Things of one kind by name: toolc's own in their order, then those of plug-ins, sorted.

    What is installed is looked at when a name is asked for that is not toolc's own, or all names
    are; a plug-in's code is run when the thing itself is asked for. Both are remembered. Asking for
    a plug-in that can't be had raises UsageError, which names its package; all others can be had.
    """

    def __init__(self, group: str, what: str, kind: type[T], own: Mapping[str, T]) -> None:
        """Take toolc's own things; `what` is the word for one of them, `kind` its class."""
        self.group = group
        self.own = own
        self._what = what
        self._kind = kind
        self._loaded: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name in self.own:
            return self.own[name]
        if name not in self._loaded:
            self._loaded[name] = self._load(name, self._found[name])
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self.own or name in self._found

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self._found

    def __len__(self) -> int:
        return len(self.own) + len(self._found)

    def working(self) -> Iterator[tuple[str, T]]:
        """Each name with its thing; plug-ins that can't be had are passed over."""
        yield from self.own.items()
        for name in self._found:
            try:
                yield name, self[name]
            except UsageError:
                continue

    def problems(self) -> Iterator[str]:
        """What is wrong with the plug-ins that are installed; each sentence names the package."""
        for point in self._points:
            if fault := self._misnamed(point):
                yield fault
        for name in self._found:
            try:
                self[name]
            except UsageError as error:
                yield str(error)

    @contextmanager
    def blaming(self, name: str) -> Iterator[None]:
        """Name the package when a plug-in's code fails: UsageError, not a bug of toolc's."""
        try:
            yield
        except ToolcError:
            raise
        except Exception as error:
            if name in self.own:
                raise
            raise UsageError(
                f"the {self._what} `{name}` of {_package(self._found[name][0])} failed:"
                f" {_said(error)}"
            ) from error

    def forget(self) -> None:
        """Look again at what is installed, for a process that has changed it."""
        self.__dict__.pop("_points", None)
        self.__dict__.pop("_found", None)
        self._loaded.clear()

    @cached_property
    def _points(self) -> list["EntryPoint"]:
        """The entry points of the group; of a package that is installed twice the first one's."""
        from importlib.metadata import distributions  # noqa: PLC0415 - needed for plug-ins only

        found: dict[str, list[EntryPoint]] = {}
        for distribution in distributions():
            try:
                points = list(distribution.entry_points.select(group=self.group))
            except (TypeError, ValueError, OSError):
                continue  # another package's broken metadata is not ours to tell
            if points:
                found.setdefault(distribution.name, points)
        return [point for _, points in sorted(found.items()) for point in points]

    @cached_property
    def _found(self) -> dict[str, list["EntryPoint"]]:
        found: dict[str, list[EntryPoint]] = {}
        for point in self._points:
            if not self._misnamed(point):
                found.setdefault(point.name, []).append(point)
        return dict(sorted(found.items()))

    def _misnamed(self, point: "EntryPoint") -> str | None:
        """Why an entry point's name can't be used, if so."""
        if point.name in self.own:
            return (
                f"the {self._what} `{point.name}` of {_package(point)} is passed over:"
                f" toolc's own {self._what} has this name"
            )
        if not PLUGIN_NAME.fullmatch(point.name):
            return (
                f"the {self._what} {point.name!a} of {_package(point)} is passed over: its"
                " name must be small letters, digits, `_` and `-`"
            )
        return None

    def _load(self, name: str, points: list["EntryPoint"]) -> T:
        packages = [_package(point) for point in points]
        if len(points) > 1:
            both = " and ".join(packages)
            raise UsageError(f"{both} each bring a {self._what} `{name}`; uninstall one of them")
        failed = f"the {self._what} `{name}` of {packages[0]} can't be used"
        try:
            thing = points[0].load()
        except (Exception, SystemExit) as error:
            raise UsageError(f"{failed}: {_said(error)}") from error
        if not isinstance(thing, self._kind):
            wanted = f"{self._kind.__module__}.{self._kind.__qualname__}"
            raise UsageError(f"{failed}: `{points[0].value}` is no {wanted}")
        if getattr(thing, "name", name) != name:
            own = getattr(thing, "name", None)
            raise UsageError(f"{failed}: it calls itself {own!r}, its entry point `{name}`")
        return thing


def _package(point: "EntryPoint") -> str:
    distribution = point.dist
    return f"{distribution.name} {distribution.version}" if distribution else "a package"


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
