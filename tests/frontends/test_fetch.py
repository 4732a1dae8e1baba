"""Fetching documents from a real server on the loopback interface."""

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from toolc.diagnostics.diagnostic import Diagnostic, Origin
from toolc.diagnostics.render import render_text
from toolc.frontends import library as library_module
from toolc.frontends import read_tools
from toolc.frontends.access import Access
from toolc.frontends.documents import Limits, read_document
from toolc.frontends.fetch import FetchError, fetch
from toolc.frontends.library import Library
from toolc.ir.model import Toolset
from toolc.ir.places import place

NET = Access(net=True)
PAGES: dict[str, tuple[int, dict[str, str], str]] = {
    "/pet.json": (200, {}, '{"type": "object", "properties": {"n": {"$ref": "sub/name.yaml#/N"}}}'),
    "/sub/name.yaml": (200, {}, "N:\n  minLength: 2\n  required: 3\nA: {$ref: ../pet.json}\n"),
    "/no-ending": (200, {}, "type: string"),
    "/broken.json": (200, {}, '{"a":'),
    "/latin": (200, {}, "\udcff"),
    "/moved": (302, {"Location": "/deep/er.json"}, ""),
    "/deep/er.json": (200, {}, '{"items": {"$ref": "beside.json"}}'),
    "/deep/beside.json": (200, {}, '{"const": 1}'),
    "/to-file": (302, {"Location": "file:///etc/hostname"}, ""),
    "/to-https": (302, {"Location": "https://127.0.0.1:9/"}, ""),
    "/to-user": (302, {"Location": "http://u:p@127.0.0.1:9/"}, ""),
    "/round": (302, {"Location": "/round"}, ""),
    "/leads-to-file": (200, {}, '{"$ref": "file:///etc/hostname"}'),
    "/large.json": (200, {}, json.dumps("x" * 5000)),
}


class Handler(BaseHTTPRequestHandler):
    """Serves the pages above; `/slow` sends a byte now and then, `/silent` none."""

    asked: list[tuple[str, dict[str, str]]]

    def do_GET(self) -> None:
        self.asked.append((self.path, dict(self.headers)))
        if self.path in ("/slow", "/silent"):
            self._trickle(b"[" if self.path == "/slow" else b"")
            return
        status, headers, text = PAGES.get(self.path, (404, {}, ""))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode("utf-8", "surrogateescape"))

    def _trickle(self, piece: bytes) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            for _ in range(100):
                self.wfile.write(piece)
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            return

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's
        """Say nothing."""


class Server:
    """A running server: its address, and what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        handler = type("Recording", (Handler,), {"asked": self.asked})
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_port}"


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.http.shutdown()
    thread.join()
    server.http.server_close()


@pytest.fixture
def server(running: Server) -> Server:
    running.asked.clear()
    return running


def read(ref: str, access: Access = NET, **options: Any) -> tuple[Toolset, tuple[Diagnostic, ...]]:
    schema = {"type": "object", "properties": {"a": {"$ref": ref}}}
    document = read_document([{"name": "t", "inputSchema": schema}])
    return read_tools(Library(document, access, **options))


def test_a_document_and_what_it_refers_to_in_turn(server: Server) -> None:
    toolset, [problem] = read(f"{server.url}/pet.json")
    assert toolset.tools[0].input["$defs"] == {
        "pet": {"type": "object", "properties": {"n": {"$ref": "#/$defs/name_N"}}},
        "name_N": {"minLength": 2},
    }
    assert [path for path, _ in server.asked] == ["/pet.json", "/sub/name.yaml"]
    where = place(toolset.tools[0], "/$defs/name_N/minLength")
    assert where == Origin(file=f"{server.url}/sub/name.yaml", pointer="/N/minLength")
    assert problem.origin == Origin(
        file=f"{server.url}/sub/name.yaml", pointer="/N/required", line=3, column=13
    )
    assert f"{server.url}/sub/name.yaml:3:13: warning[TC110]" in render_text([problem])


def test_a_document_is_asked_for_once_and_without_credentials(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login u password p\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    read(f"{server.url}/sub/name.yaml#/A")
    assert [path for path, _ in server.asked] == ["/sub/name.yaml", "/pet.json"]
    for _, headers in server.asked:
        assert not {"authorization", "cookie"} & {name.lower() for name in headers}


def test_without_an_ending_the_text_tells_the_language(server: Server) -> None:
    assert read(f"{server.url}/no-ending")[1] == ()


def test_after_a_redirect_references_are_relative_to_where_it_led(server: Server) -> None:
    toolset, problems = read(f"{server.url}/moved")
    assert problems == ()
    assert {"const": 1} in toolset.tools[0].input["$defs"].values()


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/nope", "the server answers 404"),
        ("/broken.json", "/broken.json:1:6: this is not valid JSON"),
        ("/latin", "is not UTF-8"),
        ("/to-file", "the server redirects in a circle, or to what is no http(s) address"),
        ("/to-https", "the server redirects to `https://127.0.0.1:9/`"),
        ("/to-user", "the server redirects to"),
        ("/round", "the server redirects in a circle"),
        ("/leads-to-file", "a document from the network can't refer to files"),
    ],
)
def test_what_cannot_be_fetched_is_one_problem(server: Server, path: str, reason: str) -> None:
    _, [problem] = read(f"{server.url}{path}", Access(files=True, net=True))
    assert problem.code == "TC207"
    assert reason in problem.message


def test_an_address_with_credentials_is_refused(server: Server) -> None:
    _, [problem] = read(server.url.replace("//", "//user:secret@") + "/pet.json")
    assert "holds a user name or password" in problem.message
    assert server.asked == []


def test_a_server_that_is_not_there() -> None:
    _, [problem] = read("http://127.0.0.1:9/pet.json")
    assert problem.code == "TC207"
    assert "connection refused" in problem.message


def test_an_address_is_not_fetched_when_only_files_are_permitted(server: Server) -> None:
    _, [problem] = read(f"{server.url}/pet.json", Access(files=True))
    assert problem.code == "TC203"
    assert server.asked == []


def test_the_size_is_limited(server: Server) -> None:
    _, [problem] = read(f"{server.url}/large.json", limits=Limits(max_bytes=4000))
    assert "larger than the limit of 4,000 bytes" in problem.message
    assert len(fetch(f"{server.url}/large.json", 100)[0]) == 101


@pytest.mark.parametrize("path", ["/slow", "/silent"])
def test_the_time_is_limited(server: Server, path: str) -> None:
    started = time.monotonic()
    with pytest.raises(FetchError, match="too long"):
        fetch(f"{server.url}{path}", 1000, timeout=0.3)
    assert time.monotonic() - started < 2


def test_the_time_for_all_documents_is_limited(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_module, "_PATIENCE", 0.0)
    _, [problem] = read(f"{server.url}/pet.json")
    assert "altogether" in problem.message
    assert server.asked == []
