"""Requests from bindings: URL, query, headers, cookies, servers, credentials, refusals."""

from typing import Any

import pytest

from toolc.runtime.errors import UsageError
from toolc.runtime.requests import HttpRequest, build_request

BASE = "https://example.com/v1"


def spec(name: str, place: str, **more: Any) -> dict[str, Any]:
    return {"argument": name, "name": name, "place": place, **more}


def request(
    arguments: dict[str, Any],
    *specs: dict[str, Any],
    path: str = "/p",
    base_url: str | None = BASE,
    variables: dict[str, str] | None = None,
    secrets: dict[str, str] | None = None,
    **binding: Any,
) -> HttpRequest:
    whole = {"method": "POST", "path": path, "arguments": list(specs), **binding}
    return build_request(
        whole,
        arguments,
        base_url=base_url,
        server_variables=variables,
        credentials=secrets,
    )


TEXT, ARRAY, OBJECT = "blue", ["blue", "black", "brown"], {"R": 100, "G": 200, "B": 150}


@pytest.mark.parametrize(
    ("style", "explode", "texts"),
    [
        # OpenAPI 3.2.0, 4.12.2.2: text, array, object
        ("matrix", False, (";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150")),
        (
            "matrix",
            True,
            (";color=blue", ";color=blue;color=black;color=brown", ";R=100;G=200;B=150"),
        ),
        ("label", False, (".blue", ".blue,black,brown", ".R,100,G,200,B,150")),
        ("label", True, (".blue", ".blue.black.brown", ".R=100.G=200.B=150")),
        ("simple", False, ("blue", "blue,black,brown", "R,100,G,200,B,150")),
        ("simple", True, ("blue", "blue,black,brown", "R=100,G=200,B=150")),
        (None, None, ("blue", "blue,black,brown", "R,100,G,200,B,150")),
    ],
)
def test_styles_of_the_path(style: Any, explode: Any, texts: tuple[str, ...]) -> None:
    given = spec("color", "path", style=style, explode=explode)
    for value, text in zip((TEXT, ARRAY, OBJECT), texts, strict=True):
        made = request({"color": value}, given, path="/x{color}/y")
        assert made.url == f"{BASE}/x{text}/y"


def test_an_empty_value_in_the_path_by_matrix() -> None:
    assert request({"color": ""}, spec("color", "path", style="matrix"), path="/x{color}").url == (
        f"{BASE}/x;color"
    )


@pytest.mark.parametrize("value", ["", None, [], ".", ".."])
def test_a_path_never_leads_elsewhere(value: Any) -> None:
    with pytest.raises(UsageError):
        request({"id": value}, spec("id", "path"), path="/p/{id}")


@pytest.mark.parametrize("value", ["a/b", "../x", "a?b#c", "%2e%2e", "a b", "é"])
def test_what_would_end_a_segment_is_encoded(value: str) -> None:
    url = request({"id": value}, spec("id", "path"), path="/p/{id}/q").url
    assert url.count("/") == f"{BASE}/p/x/q".count("/")
    assert not set("?# ") & set(url)


def test_a_missing_part_of_the_path_is_named() -> None:
    with pytest.raises(UsageError, match="`id` is missing"):
        request({}, spec("id", "path"), path="/p/{id}")


def test_a_query_in_the_order_of_the_document() -> None:
    specs = (
        spec("b", "query"),
        spec("a", "query", style="form", explode=False),
        spec("z", "query"),
    )
    assert request({"a": [1, 2], "b": ["x", "y"]}, *specs).url == f"{BASE}/p?b=x&b=y&a=1,2"


def test_reserved_characters_in_a_query_and_a_path() -> None:
    query, path = (spec(place, place, allow_reserved=True) for place in ("query", "path"))
    made = request({"query": "a/b?c&d#e+%20", "path": "a:b/c"}, query, path, path="/{path}")
    assert made.url == f"{BASE}/a:b%2Fc?query=a/b?c%26d%23e%2B%20"


def test_parameters_with_content() -> None:
    query = spec("f", "query", content_type="application/json")
    header = spec("X-F", "header", content_type="application/json")
    made = request({"f": {"a": "b c"}, "X-F": {"a": 1}}, query, header)
    assert made.url == f"{BASE}/p?f=%7B%22a%22%3A%22b%20c%22%7D"
    assert made.headers == {"X-F": '{"a":1}'}


@pytest.mark.parametrize(
    ("content_type", "value", "query"),
    [
        ("application/x-www-form-urlencoded", {"a": "b c", "d": [1, 2]}, "a=b+c&d=1&d=2"),
        ("application/json", {"a": 1}, "%7B%22a%22%3A1%7D"),
        ("text/plain", "a=b", "a%3Db"),
    ],
)
def test_a_whole_query_string(content_type: str, value: Any, query: str) -> None:
    given = spec("q", "querystring", content_type=content_type)
    assert request({"q": value}, given).url == f"{BASE}/p?{query}"


@pytest.mark.parametrize(
    ("path", "url"), [("/p?x=1", "/p?x=1&q=a"), ("/p#f", "/p?q=a#f"), ("p", "/p?q=a")]
)
def test_a_path_that_has_a_query_or_fragment_itself(path: str, url: str) -> None:
    assert request({"q": "a"}, spec("q", "query"), path=path).url == BASE + url


def test_headers_and_cookies() -> None:
    made = request(
        {"X-A": [1, "é"], "X-O": {"a": 1}, "c": ["a b", "d"], "e": "f g"},
        spec("X-A", "header"),
        spec("X-O", "header", explode=True),
        spec("c", "cookie"),
        spec("e", "cookie", style="cookie"),
        accept="application/json",
    )
    assert made.headers == {
        "Accept": "application/json",
        "X-A": "1,é",
        "X-O": "a=1",
        "Cookie": "c=a%20b; c=d; e=f g",
    }


@pytest.mark.parametrize("value", ["a\r\nHost: b", "a\x00", "a\x7f"])
def test_no_header_is_smuggled_in(value: str) -> None:
    with pytest.raises(UsageError, match="control character"):
        request({"X": value}, spec("X", "header"))


def test_a_body_of_arguments() -> None:
    specs = (spec("id", "path"), {"argument": "id_body", "name": "id", "place": "body"})
    json = {"content_type": "application/json", "required": True}
    made = request({"id": 1, "id_body": "x", "more": None}, *specs, path="/p/{id}", body=json)
    assert made.body == b'{"id":"x","more":null}'
    assert made.headers == {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("required", "arguments", "body"),
    [(True, {}, b"{}"), (False, {}, None), (False, {"a": None}, b'{"a":null}')],
)
def test_a_body_that_may_be_left_out(required: bool, arguments: Any, body: bytes | None) -> None:  # noqa: FBT001 - a column of the table
    json = {"content_type": "application/json", "required": required}
    made = request(arguments, spec("a", "body"), body=json)
    assert made.body == body
    assert ("Content-Type" in made.headers) is (body is not None)


def test_a_body_that_is_one_argument() -> None:
    whole = {"content_type": "application/json", "argument": "body", "required": True}
    assert request({"body": [1]}, body=whole).body == b"[1]"
    assert request({"body": None}, body=whole).body == b"null"
    with pytest.raises(UsageError, match="`body` is missing"):
        request({}, body=whole)
    assert request({}, body={**whole, "required": False}).body is None


def test_a_form_that_is_one_argument() -> None:
    fields = (spec("l", "body", explode=False),)
    form = {
        "content_type": "application/x-www-form-urlencoded",
        "argument": "body",
        "fields": fields,
    }
    assert request({"body": {"l": [1, 2], "o": [1, 2]}}, body=form).body == b"l=1,2&o=1&o=2"


def test_an_argument_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match=r"no argument `b`; there are `a`"):
        request({"b": 1}, spec("a", "query"))


SERVER = {
    "url": "https://{host}/{ver}/",
    "variables": [
        {"name": "host", "default": "a.example"},
        {"name": "ver", "default": "v3", "choices": ["v2", "v3"]},
    ],
}


def test_servers_and_their_variables() -> None:
    def url(variables: dict[str, str] | None = None) -> str:
        return request({}, base_url=None, servers=[SERVER], variables=variables).url

    assert url() == "https://a.example/v3/p"
    assert url({"ver": "v2"}) == "https://a.example/v2/p"
    with pytest.raises(UsageError, match="one of v2, v3"):
        url({"ver": "v1"})


def test_a_base_url_goes_before_the_servers_and_has_variables_too() -> None:
    made = request({}, base_url="http://{host}:8000/x", servers=[SERVER])
    assert made.url == "http://a.example:8000/x/p"
    with pytest.raises(UsageError, match="give `region`"):
        request({}, base_url="https://{region}.example")


@pytest.mark.parametrize("servers", [[], [{"url": "/api"}]])
def test_without_an_absolute_url_there_is_no_request(servers: Any) -> None:
    with pytest.raises(UsageError, match="give a `base_url`"):
        request({}, base_url=None, servers=servers)


CREDENTIALS = [
    {"scheme": "key", "place": "query", "name": "api_key"},
    {"scheme": "bearer", "place": "header", "name": "Authorization", "prefix": "Bearer "},
    {"scheme": "sid", "place": "cookie", "name": "sid"},
    {"scheme": "token", "place": "body", "name": "token"},
    {"scheme": "tls"},
]


def test_credentials_go_where_the_document_says() -> None:
    secrets = {"key": "a b", "bearer": "t", "sid": "s", "token": "u", "tls": "x", "other": "y"}
    form = {"content_type": "application/x-www-form-urlencoded"}
    binding: dict[str, Any] = {"body": form, "credentials": CREDENTIALS}
    made = request({"q": 1}, spec("q", "query"), secrets=secrets, **binding)
    assert made.url == f"{BASE}/p?q=1&api_key=a%20b"
    assert made.headers["Authorization"] == "Bearer t"
    assert made.headers["Cookie"] == "sid=s"
    assert made.body == b"token=u"


@pytest.mark.parametrize("method", ["", "A B", "GET\r\nX: y", "GÉT"])
def test_a_method_is_a_token(method: str) -> None:
    with pytest.raises(UsageError, match="no method of HTTP"):
        build_request({"method": method, "path": "/p"}, {}, base_url=BASE)
    assert build_request({"method": "M-SEARCH", "path": "/p"}, {}, base_url=BASE).method
