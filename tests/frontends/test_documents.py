"""Reading files: what is missing, unreadable, too large, or called something else."""

from pathlib import Path

import pytest

from toolc.diagnostics.diagnostic import Diagnostic
from toolc.diagnostics.errors import InputError
from toolc.frontends.documents import Limits, read_document
from toolc.runtime.errors import UsageError


def refused(source: str | bytes | Path, **options: object) -> Diagnostic:
    limits = options.get("limits")
    assert limits is None or isinstance(limits, Limits)
    with pytest.raises(InputError) as caught:
        read_document(source, limits)
    [diagnostic] = caught.value.diagnostics
    return diagnostic


def test_json_and_yaml_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": [1, true, null, "x", 1.5]}')
    (tmp_path / "a.yaml").write_text("a: [1, true, null, x, 1.5]")
    (tmp_path / "a.yml").write_text("a:\n- 1\n- true\n-\n- 'x'\n- 15e-1\n")
    values = [read_document(tmp_path / name).value for name in ("a.json", "a.yaml", "a.yml")]
    assert values == [{"a": [1, True, None, "x", 1.5]}] * 3


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("tools", '{"a": 1}', {"a": 1}),
        ("tools", "a: 1", {"a": 1}),
        ("tools.txt", "[1]", [1]),
        ("tools.yaml", '{"a":\n\t1}', {"a": 1}),
    ],
)
def test_the_language_is_told_by_the_ending_or_the_looks(
    name: str, text: str, value: object
) -> None:
    if name == "tools.yaml":
        text = text.replace("\t", " ")
    assert read_document(text.encode(), name=name).value == value


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert read_document(b'\xef\xbb\xbf{"a": 1}').value == {"a": 1}


def test_a_missing_file() -> None:
    diagnostic = refused("no/such/file.json")
    assert diagnostic.code == "TC101"
    assert diagnostic.origin is not None
    assert diagnostic.origin.file == "no/such/file.json"


def test_a_folder(tmp_path: Path) -> None:
    assert refused(tmp_path).code == "TC102"


def test_a_name_that_no_system_has() -> None:
    assert refused("a\x00b").code == "TC102"


def test_bytes_that_are_not_utf8() -> None:
    diagnostic = refused(b'{"a":\n "\xff"}')
    assert (diagnostic.code, diagnostic.message) == (
        "TC102",
        "`<bytes>` can't be read: byte 0xff is not UTF-8",
    )
    assert diagnostic.origin is not None
    assert (diagnostic.origin.line, diagnostic.origin.column) == (2, 3)


def test_a_file_above_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_text("[" + "1," * 500 + "1]")
    diagnostic = refused(path, limits=Limits(max_bytes=1000))
    assert diagnostic.code == "TC105"
    assert "1,000 bytes" in diagnostic.message
    assert read_document(path, Limits(max_bytes=1003)).value == [1] * 501


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "sparse.json"
    with path.open("wb") as stream:
        stream.truncate(10**12)
    assert refused(path).code == "TC105"


def test_the_limit_from_the_environment() -> None:
    assert Limits.from_environment({}).max_bytes == 50_000_000
    assert Limits.from_environment({"TOOLC_MAX_BYTES": "7"}).max_bytes == 7
    with pytest.raises(UsageError, match="TOOLC_MAX_BYTES"):
        Limits.from_environment({"TOOLC_MAX_BYTES": "7 MB"})


def test_the_name_that_diagnostics_show(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[1]")
    document = read_document(tmp_path / "a.json", name="a.json")
    assert (document.file, document.origin("/0").pointer) == ("a.json", "/0")
