"""Bodies of requests: JSON, lines, forms, multipart, text and bytes."""

import base64
import json
from email.message import Message
from email.parser import BytesParser
from typing import Any
from urllib.parse import parse_qsl

import pytest

from toolc.runtime.errors import UsageError
from toolc.runtime.request_bodies import essence, is_json, write_body, write_text

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


def body(content_type: str, value: Any = None, **more: Any) -> bytes:
    return write_body({"content_type": content_type, **more}, value, ())[1]


def field(name: str, **spec: Any) -> dict[str, Any]:
    return {"name": name, **spec}


def form(*fields: tuple[dict[str, Any], Any]) -> str:
    return write_body({"content_type": FORM}, None, fields)[1].decode()


def parts(*fields: tuple[dict[str, Any], Any]) -> list[Message]:
    """The parts of a multipart body, as the standard library reads them."""
    return read_parts(*write_body({"content_type": MULTIPART}, None, fields))


def read_parts(content_type: str, content: bytes) -> list[Message]:
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    message = BytesParser().parsebytes(head + content)
    assert message.is_multipart()
    found: Any = message.get_payload()
    return list(found)


@pytest.mark.parametrize(
    ("content_type", "value", "written"),
    [
        ("application/json", {"a": [1, "é", None]}, '{"a":[1,"é",null]}'),
        ("application/vnd.api+json; ext=x", "a", '"a"'),
        ("text/plain", "a", "a"),
        ("text/plain", {"a": 1}, '{"a":1}'),
        ("application/jsonl", [{"a": 1}, 2], '{"a":1}\n2\n'),
        ("application/json-seq", [1], "\x1e1\n"),
        ("application/xml", "<a/>", "<a/>"),
    ],
)
def test_a_body_that_is_one_value(content_type: str, value: Any, written: str) -> None:
    given = write_body({"content_type": content_type}, value, ())
    assert given == (content_type, written.encode())


@pytest.mark.parametrize("text", ["AP8=", "AP8", "A P\n8=", "AP8=="])
def test_bytes_come_as_base64(text: str) -> None:
    assert body("application/octet-stream", text, binary=True) == b"\x00\xff"


@pytest.mark.parametrize("text", ["-_8=", "+/8="])
def test_either_alphabet_of_base64(text: str) -> None:
    assert body("image/png", text, binary=True) == base64.b64decode("+/8=")


@pytest.mark.parametrize("text", ["a", "AP8*", {"a": 1}])
def test_what_is_no_base64_is_refused(text: Any) -> None:
    with pytest.raises(UsageError, match="base64"):
        body("application/octet-stream", text, binary=True)


def test_a_form() -> None:
    text = form((field("a b"), "c&d é"), (field("n"), 3), (field("on"), True), (field("no"), None))
    assert text == "a+b=c%26d+%C3%A9&n=3&on=true"
    assert parse_qsl(text) == [("a b", "c&d é"), ("n", "3"), ("on", "true")]


def test_objects_in_a_form_are_json_and_arrays_repeat() -> None:
    assert parse_qsl(form((field("o"), {"a": 1}), (field("l"), [1, {"b": 2}]))) == [
        ("o", '{"a":1}'),
        ("l", "1"),
        ("l", '{"b":2}'),
    ]


def test_a_style_goes_before_the_media_type_in_a_form() -> None:
    assert form((field("o", style="deepObject"), {"a": 1})) == "o%5Ba%5D=1"
    assert form((field("l", explode=False), ["a", "b"])) == "l=a,b"
    assert form((field("l", content_type="application/json"), ["a"])) == "l=%5B%22a%22%5D"


def test_multipart_parts_by_what_they_hold() -> None:
    text, data, files, more = (
        (field("t"), "é"),
        (field("o"), {"a": 1}),
        (field("f", binary=True, content_type="image/png"), "AP8="),
        (field("g", binary=True), ["AA==", "AQ=="]),
    )
    found = parts(text, data, files, more)
    assert [part.get_content_type() for part in found] == [
        "text/plain",
        "application/json",
        "image/png",
        "application/octet-stream",
        "application/octet-stream",
    ]
    names = [part.get_param("name", header="content-disposition") for part in found]
    assert names == ["t", "o", "f", "g", "g"]
    assert [part.get_filename() for part in found] == [None, None, "f", "g", "g"]
    payloads = [part.get_payload(decode=True) for part in found]
    assert payloads == ["é".encode(), b'{"a":1}', b"\x00\xff", b"\x00", b"\x01"]


def test_multipart_with_styles_and_json_arrays() -> None:
    found = parts(
        (field("o", style="deepObject"), {"a": 1}),
        (field("l", content_type="application/json"), ["x"]),
        (field("t", content_type="application/json"), "x"),
    )
    names = [part.get_param("name", header="content-disposition") for part in found]
    assert names == ["o[a]", "l", "t"]
    payloads = [part.get_payload(decode=True) for part in found]
    assert payloads == [b"1", b'["x"]', b'"x"']


def test_no_name_ends_a_header() -> None:
    [part] = parts((field('a"\r\nX: y'), "v"))
    assert part.keys() == ["Content-Disposition"]
    assert part.get_param("name", header="content-disposition") == "a%22%0D%0AX: y"


def test_a_boundary_is_the_same_for_the_same_body_and_in_no_part() -> None:
    first = write_body({"content_type": MULTIPART}, None, [(field("a"), "x")])
    assert first == write_body({"content_type": MULTIPART}, None, [(field("a"), "x")])
    boundary = first[0].partition("boundary=")[2]
    content_type, content = write_body({"content_type": MULTIPART}, None, [(field("a"), boundary)])
    [part] = read_parts(content_type, content)
    assert part.get_payload() == boundary


def test_a_list_in_multipart_has_its_parts_by_position() -> None:
    items = ({"content_type": "application/json"}, {"binary": True, "content_type": "image/png"})
    spec = {"content_type": "multipart/mixed", "items": items}
    found = read_parts(*write_body(spec, [{"a": 1}, "AA==", "AQ=="], ()))
    kinds = [part.get_content_type() for part in found]
    assert kinds == ["application/json", "image/png", "image/png"]
    assert json.loads(str(found[0].get_payload())) == {"a": 1}
    assert [part.get_payload(decode=True) for part in found[1:]] == [b"\x00", b"\x01"]


@pytest.mark.parametrize(
    ("value", "media_type", "text"),
    [
        ({"a": "b"}, "application/json", '{"a":"b"}'),
        ("x", "application/json", '"x"'),
        ("x", "text/plain", "x"),
        ({"a": "b c", "d": 1}, FORM, "a=b+c&d=1"),
    ],
)
def test_a_value_in_a_media_type(value: Any, media_type: str, text: str) -> None:
    assert write_text(value, media_type) == text


def test_names_of_media_types() -> None:
    assert essence(" Text/JSON ;q=1") == "text/json"
    assert [is_json(name) for name in ("text/json", "a/b+json", "a/jsonb")] == [True, True, False]
