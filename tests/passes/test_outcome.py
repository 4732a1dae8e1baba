"""Notes: each once, in order; and taken back where they turned out to be void."""

from toolc.diagnostics.codes import AS_TEXT, FREE_AS_TEXT
from toolc.ir.model import Tool, Toolset
from toolc.passes.outcome import Notes
from toolc.targets import compile_for


def test_notes_between_two_marks_are_forgotten() -> None:
    notes = Notes("t")
    marks = []
    for pointer in ("/a", "/b", "/c", "/d"):
        marks.append(notes.mark())
        notes.add(FREE_AS_TEXT, None, pointer, what="x", target="y")
    notes.forget(marks[1], marks[3])
    assert [item.pointer for item in notes.all()] == ["/a", "/d"]
    notes.forget(0, 0)
    assert [item.pointer for item in notes.all()] == ["/a", "/d"]


def test_what_was_noted_of_the_parts_of_a_text_is_void() -> None:
    item = {"type": "object", "properties": {"a": {}}}
    schema = {"type": "object", "properties": {"list": {"type": "array", "items": item}}}
    made = compile_for("cohere", Toolset(name="k", tools=(Tool(name="t", input=schema),)))
    told = [(item.code, item.pointer) for item in made.diagnostics]
    assert told == [(AS_TEXT.name, "/properties/list"), ("TC301", "")]
