"""The conformance test: toolc's own targets pass it, and what is wrong with a target fails it."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from toolc.ir.language import Language
from toolc.ir.model import Toolset
from toolc.runtime.errors import UsageError
from toolc.targets import TARGETS, Form, Target
from toolc.targets.shapes import described
from toolc.testing import check_target

FORMS = [
    (name, {"strict": True} if strict else {})
    for name, target in TARGETS.own.items()
    for strict in (False, True)
    if not strict or "strict" in target.options
]
PASSES = ("deref", "drop_unsupported", "merge_all_of", "respell", "wrap_root", "rename_tools")


@pytest.mark.parametrize(("target", "options"), FORMS)
def test_every_target_conforms(target: str, options: dict[str, bool]) -> None:
    check_target(target, **options)


def emit(toolset: Toolset) -> Any:
    return [described(tool, schema=tool.input) for tool in toolset.tools]


def made(
    emit: Callable[[Toolset], Any] = emit, passes: tuple[str, ...] = PASSES, **facts: Any
) -> Target:
    """A target that takes everything but what the facts say."""
    language = Language(**{"target": "acme", "name_rule": "[a-z_0-9]+", **facts})
    form = Form(language=language, passes=passes, emit=emit)
    return Target(name="acme", title="Acme", form=lambda: form)


def without(name: str) -> tuple[str, ...]:
    return tuple(each for each in PASSES if each != name)


def test_a_target_that_is_not_installed_conforms() -> None:
    check_target(made())


COUNTER = itertools.count()

BROKEN = {
    "is no JSON": (
        made(lambda toolset: [set(emit(toolset))] if toolset.tools else {1}),
        "not JSON",
    ),
    "has tuples": (made(lambda toolset: tuple(emit(toolset))), "plain lists, dicts and scalars"),
    "differs": (made(lambda toolset: [next(COUNTER), *emit(toolset)]), "the same each time"),
    "drops a tool": (made(lambda toolset: emit(toolset)[1:]), "the JSON does not name"),
    "is out of order": (made(lambda toolset: emit(toolset)[::-1]), "in the order of the toolset"),
    "leaves names": (made(passes=without("rename_tools")), "does not fit `name_rule`"),
    "leaves keys": (made(key_rule="[a-z]+"), "does not fit `key_rule`"),
    "leaves references": (made(refs="none", passes=without("deref")), "there is a `$ref`"),
    "leaves a root union": (
        made(root_refused=frozenset({"oneOf"}), passes=without("wrap_root")),
        "`oneOf` stands at the root",
    ),
    "leaves keywords": (
        made(
            keywords=frozenset("type properties required items anyOf enum $ref".split()),
            passes=without("drop_unsupported"),
        ),
        "is no keyword of the language",
    ),
    "leaves objects open": (made(closed=True), "the object is not closed"),
    "leaves keys optional": (made(all_required=True), "not every key is required"),
    "leaves lists alone": (
        made(items_required=True, passes=without("respell")),
        "the array has no `items`",
    ),
    "leaves types open": (made(untyped=False), "there is no type"),
    "leaves lists of types": (
        made(type_lists="none", passes=without("respell")),
        "`type` is a list",
    ),
    "has a pass of its own": (made(passes=("flaten",)), "did you mean `flatten`"),
    "takes any option": (
        Target(name="acme", title="Acme", form=lambda **_: made().form()),
        "the option `_` must be a keyword with a type and a default",
    ),
}


@pytest.mark.parametrize(("target", "told"), BROKEN.values(), ids=BROKEN)
def test_what_is_wrong_with_a_target_is_told(target: Target, told: str) -> None:
    with pytest.raises(AssertionError, match="acme") as caught:
        check_target(target)
    assert told in str(caught.value)


def test_it_is_told_of_which_toolset_and_tool() -> None:
    with pytest.raises(AssertionError, match="target `acme`, toolset `tuples`: tool `untyped`: "):
        check_target(made(items_required=True, passes=without("respell")))


def test_a_toolset_must_not_be_changed() -> None:
    def careless(toolset: Toolset) -> Any:
        for tool in toolset.tools:
            tool.input.get("required", []).append("more")
        return emit(toolset)

    with pytest.raises(AssertionError, match="must not change the toolset"):
        check_target(made(careless, name_rule=None))


def test_arguments_that_do_not_come_back_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolc.runtime.codec.decode", lambda *given: (given[1], {}))
    with pytest.raises(AssertionError, match=r"come back as \{\}"):
        check_target(made(name_rule=None))


def test_a_name_that_does_not_exist_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match="did you mean `openai`"):
        check_target("opnai")
