"""The documents that a document refers to: found, permitted, and read once each, within limits.

Follows RFC 3986, 5: a reference is relative to the document it stands in.
"""

import os
import stat
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from toolc.diagnostics.codes import OUTSIDE_REF, TOO_LARGE, UNREADABLE_REF
from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.errors import InputError
from toolc.diagnostics.positions import locate
from toolc.frontends.access import Access, Reach
from toolc.frontends.documents import Document, Limits, read_document
from toolc.ir.linked import NotFollowedError
from toolc.ir.places import OWN, document_prefix
from toolc.ir.refs import Resolver
from toolc.ir.upgrade import Dialect, dialect_of

__all__ = ["MOST_DOCUMENTS", "Library"]

MOST_DOCUMENTS = 10_000
"""The largest public API descriptions are in some 3,000 files; a loop of links has no end."""

_PATIENCE = 600.0
"""Seconds that all fetching may take together: a hostile document names slow servers only."""

_WEB = ("http", "https")


class Library:
    """A document and those that it refers to, as far as the user lets it.

    `diagnostics` tells what is odd about the further documents, `texts` holds what each of them
    says. Together they may be as large as one document may be. A document that came without a
    file is taken to lie in the current folder.
    """

    def __init__(
        self,
        root: Document,
        access: Access | None = None,
        limits: Limits | None = None,
        most_documents: int = MOST_DOCUMENTS,
    ) -> None:
        """Nothing is read before the first reference is followed."""
        self.root = root
        self.diagnostics: list[Diagnostic] = []
        self.texts: dict[str, str] = {}
        self._access = access or Access()
        self._folder_is_open = False
        self._limits = limits or Limits.from_environment()
        self._most_documents = most_documents
        self._room = self._limits.max_bytes
        self._patience = _PATIENCE
        self._documents: dict[str, Document] = {OWN: root}
        self._resolvers: dict[str, Resolver] = {}
        self._answers: dict[tuple[str, str], str | NotFollowedError] = {}
        self._by_identity: dict[str, str | NotFollowedError] = {}
        self._by_identity[os.path.realpath(root.path or root.file)] = OWN

    def open_folder(self) -> None:
        """Let references lead to the files in the first document's folder without a permission.

        A document that came from no file has no folder of its own; a link may lead out of it.
        """
        self._folder_is_open = self.root.path is not None and not _is_web(self.root.path)

    def follow(self, address: str, document: str) -> str:
        """The prefix of places in the document at an address, as `document` refers to it.

        Raises NotFollowedError when the user did not permit it, or it can't be read.
        """
        # Files of one folder mean the same by an address, so each folder is asked once.
        base, own = self._base(document), self._own_address(document)
        if own and (address := self._by_own_address(address, own, base)) == own:
            return document
        key = (address, base if _is_web(base) else dirname(base))
        if key not in self._answers:
            try:
                self._answers[key] = self._follow(address, document)
            except NotFollowedError as refused:
                self._answers[key] = refused
        return _prefix(self._answers[key])

    def resolver(self, document: str, dialect: Dialect) -> Resolver:
        """The one resolver of a document; its own `$schema` goes before `dialect`."""
        if document not in self._resolvers:
            value = self._documents[document].value
            self._resolvers[document] = Resolver(value, dialect=dialect_of(value, dialect))
        return self._resolvers[document]

    def take(self, document: Document) -> None:
        """Hold what a document says that was asked for in another way than by a reference."""
        self.texts[document.file] = document.text
        self.diagnostics += document.diagnostics

    def placed(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Diagnostics with the lines of what came over the network: it can't be read once more."""
        items = tuple(found)
        wanted: dict[str, list[str]] = {}
        for origin in (item.origin for item in items):
            if origin is not None and origin.line is None and _is_web(origin.file):
                wanted.setdefault(origin.file, []).append(origin.pointer)
        lines = {
            Origin(file=file, pointer=pointer): {"line": span.line, "column": span.column}
            for file, pointers in wanted.items()
            for pointer, span in locate(self.texts[file], pointers).items()
        }
        return tuple(
            item.model_copy(update={"origin": item.origin.model_copy(update=lines[item.origin])})
            if item.origin in lines
            else item
            for item in items
        )

    # --- where an address leads ---

    def _base(self, document: str) -> str:
        known = self._documents[document]
        return known.path or known.file

    def _own_address(self, document: str) -> str:
        """What a document of OpenAPI 3.2 says that its own address is (`$self`)."""
        value = self._documents[document].value
        own = value.get("$self") if isinstance(value, dict) and "openapi" in value else None
        return own.partition("#")[0] if isinstance(own, str) else ""

    def _by_own_address(self, address: str, own: str, base: str) -> str:
        """An address that is relative to what its document says that its own one is."""
        try:
            full = urljoin(own, address)
            return full if _is_web(base) or full == own else _beside(full, own)
        except ValueError:  # one of the two is no address
            return address

    def _follow(self, address: str, document: str) -> str:
        base = self._base(document)
        try:
            full = urljoin(base, address) if _is_web(base) else address
            parts = urlsplit(full)
        except ValueError as error:
            raise _unreadable(str(error)) from error
        if parts.scheme in _WEB and parts.netloc:
            return self._follow_web(full)
        local = parts.scheme in ("", "file") and parts.netloc in ("", "localhost")
        if not local:
            raise _unreadable(f"`{full[:200]}` is neither a file nor an http(s) address")
        if _is_web(base):
            raise _unreadable("a document from the network can't refer to files")
        return self._follow_file(parts, self._documents[document])

    def _follow_file(self, parts: SplitResult, document: Document) -> str:
        path = unquote(parts.path)
        where = normpath(join(dirname(document.path or document.file), path))
        if where == normpath(self._base(OWN)):
            return OWN
        try:
            identity = os.path.realpath(where)
        except (OSError, ValueError) as error:
            raise _unreadable(_lower(str(error))) from error
        is_inside = self._is_inside(where)
        if not (self._folder_is_open and is_inside and self._holds(identity)):
            self._permit("inside" if is_inside else "outside")
        if identity not in self._by_identity:
            file = normpath(join(dirname(document.file), path))
            self._remember(identity, file, where)
        return _prefix(self._by_identity[identity])

    def _is_inside(self, where: str) -> bool:
        """Whether a path lies in the folder of the first document."""
        folder = dirname(normpath(self._base(OWN)))
        return Path(os.path.relpath(where, folder or os.curdir)).parts[:1] != (os.pardir,)

    def _holds(self, identity: str) -> bool:
        """Whether what a path leads to, through links, lies in the folder of the first document."""
        folder = os.path.realpath(dirname(self._base(OWN)) or os.curdir)
        return Path(identity).is_relative_to(folder)

    def _follow_web(self, url: str) -> str:
        self._permit("network")
        if url not in self._by_identity:
            self._remember(url, url, None)
        return _prefix(self._by_identity[url])

    def _permit(self, reach: Reach) -> None:
        missing = self._access.missing(reach)
        if missing is not None:
            hint = f"read it with `--allow-{missing}` (from Python: `allow_{missing}=True`)"
            raise NotFollowedError(OUTSIDE_REF, hint=f"{hint}, or bundle the documents into one")

    # --- reading, once ---

    def _remember(self, identity: str, file: str, path: str | None) -> None:
        """Read a document, a file at `path` or else from the network, or keep why it can't be."""
        try:
            document = self._read(file, path)
        except NotFollowedError as refused:
            self._by_identity[identity] = refused
            return
        if document_prefix(file) in self._documents:
            file = identity  # a root that goes by another name than its path may lead here
        prefix = document_prefix(file)
        self._by_identity[identity] = prefix
        self._documents[prefix] = document
        self.texts[file] = document.text
        self.diagnostics += document.diagnostics

    def _read(self, file: str, path: str | None) -> Document:
        if len(self._by_identity) > self._most_documents:  # the root is among them
            reason = f"it is one more than the limit of {self._most_documents:,} further documents"
            raise _unreadable(reason, "bundle them into one file")
        limits = replace(self._limits, max_bytes=self._room)
        try:
            if path is None:
                document = self._fetched(file, limits)
            else:
                _must_be_regular(path)
                document = read_document(path, limits, name=file)
        except InputError as error:
            raise self._told(error) from error
        self._room -= len(document.text.encode())
        return document

    def _fetched(self, url: str, limits: Limits) -> Document:
        from toolc.frontends.fetch import (  # noqa: PLC0415 - slow to import, and seldom needed
            FetchError,
            fetch,
        )

        if self._patience <= 0:
            raise _unreadable(f"fetching has taken more than {_PATIENCE:.0f} s altogether")
        started = time.monotonic()
        try:
            raw, final = fetch(url, limits.max_bytes)
        except FetchError as error:
            raise _unreadable(str(error)) from error
        finally:
            self._patience -= time.monotonic() - started
        return replace(read_document(raw, limits, name=url), path=final)

    def _told(self, error: InputError) -> NotFollowedError:
        """Why a document can't be read, in the words of its own first diagnostic."""
        problem = error.diagnostics[0]
        if problem.code == TOO_LARGE.name:
            self._room = 0  # the next ones are not read to find that out again
            reason = (
                "together with the others it is larger than the limit of "
                f"{self._limits.max_bytes:,} bytes"
            )
            return _unreadable(reason, "raise the limit with TOOLC_MAX_BYTES")
        origin = problem.origin
        at = f"{origin.file}:{origin.line}:{origin.column}: " if origin and origin.line else ""
        return _unreadable(at + problem.message, problem.help or "mend it")


def _must_be_regular(path: str) -> None:
    """A pipe or a device may never end."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return  # reading it tells why
    if not stat.S_ISREG(mode):
        raise _unreadable(f"`{path}` is no regular file")


def _is_web(file: str) -> bool:
    return file.startswith(("http://", "https://"))


def _prefix(answer: str | NotFollowedError) -> str:
    if isinstance(answer, NotFollowedError):
        raise answer.with_traceback(None)  # else it grows each time it is raised
    return answer


def _beside(address: str, own: str) -> str:
    """An address as seen from another: files lie to each other as their addresses do."""
    one, other = urlsplit(address), urlsplit(own)
    if not other.netloc or (one.scheme, one.netloc) != (other.scheme, other.netloc):
        return address
    return relpath(one.path, dirname(other.path) or "/")


_HINT = "mend the reference, or what it points to"


def _unreadable(reason: str, hint: str = _HINT) -> NotFollowedError:
    return NotFollowedError(UNREADABLE_REF, reason=reason, hint=hint)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
