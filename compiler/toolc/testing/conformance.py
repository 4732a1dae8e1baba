"""The conformance test of targets: what must hold for each, whoever wrote it.

from toolc.testing import check_target

def test_the_target_conforms():
    check_target("acme")
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import Parameter, signature
from itertools import islice
from typing import Any, Final

from jsonschema import Draft202012Validator

from toolc.diagnostics.codes import CODES
from toolc.diagnostics.suggest import did_you_mean
from toolc.ir.model import Tool, Toolset
from toolc.ir.random_values import Draw
from toolc.passes import PASSES
from toolc.runtime.errors import ToolcError, UsageError
from toolc.runtime.guards import same
from toolc.targets import TARGETS, Compiled, Form, Target, compile_for
from toolc.targets.lowering import lower
from toolc.testing.rules import broken_rules, fits_rule
from toolc.testing.toolsets import TOOLSETS

__all__ = ["check_target"]

_UNKNOWN: Final = "an_option_of_no_target"
_DRAWS_AT_MOST: Final = 200
"""Values drawn for one tool; those that do not fit its schema after all are passed over."""


def check_target(target: str | Target, *, samples: int = 12, seed: int = 0, **options: Any) -> None:
    """Check a target, by name or as it is, in the form that its options pick.

    It compiles a fixed set of telling toolsets and checks that each gives JSON, the same each time,
    with the tools in order under unique names that fit the target's rules; that the lowered schemas
    keep to the target's language; that `samples` values of each tool, drawn by `seed`, fit what is
    sent and come back as they were; that losses have known codes; and that an unknown option is a
    usage error. Raises AssertionError, which says what does not hold, of which toolset and tool.
    """
    known = _target(target)
    with _about(f"target `{known.name}`"):
        _check_options(known)
        form = known.form_for(options)
        for name in form.passes:
            _must(name in PASSES, f"there is no pass `{name}`; {did_you_mean(name, PASSES)}")
    for about, given in TOOLSETS.items():
        toolset = given.model_copy(deep=True)  # a careless target must not spoil the next test
        with _about(f"target `{known.name}`, toolset `{about}`"):
            lowered = lower(toolset, form).toolset.tools
            compiled = _compiled(known, toolset, options)
            _check_names(compiled, toolset, form)
            _check_diagnostics(compiled)
            for tool, theirs in zip(toolset.tools, lowered, strict=True):
                with _about(f"tool `{tool.name}`"):
                    _check_language(theirs, form)
                    _check_values(compiled, tool, theirs, islice(_values(tool, seed), samples))


def _target(target: str | Target) -> Target:
    """The target that is meant; UsageError, with the reason, where it can't be had."""
    if isinstance(target, Target):
        return target
    if target not in TARGETS:
        raise UsageError(f"there is no target `{target}`; {did_you_mean(target, TARGETS)}")
    return TARGETS[target]


@contextmanager
def _about(what: str) -> Iterator[None]:
    """Put in front of what does not hold, what it does not hold of."""
    try:
        yield
    except AssertionError as fault:
        raise AssertionError(f"{what}: {fault}") from fault


def _must(holds: object, told: str) -> None:
    if not holds:
        raise AssertionError(told)


def _check_options(target: Target) -> None:
    """Each option can be left out and checked where a manifest gives it; no other is taken."""
    for name, option in signature(target.form).parameters.items():
        has_both = Parameter.empty not in (option.default, option.annotation)
        plain = option.kind is Parameter.KEYWORD_ONLY and has_both
        _must(plain, f"the option `{name}` must be a keyword with a type and a default")
    try:
        target.form_for({_UNKNOWN: True})
    except UsageError:
        return
    raise AssertionError("an unknown option must be a UsageError")


def _forms(form: Form) -> Iterator[Form]:
    """A form, and the looser ones that tools have which can't have it."""
    here: Form | None = form
    while here is not None:
        yield here
        here = here.looser


def _compiled(target: Target, toolset: Toolset, options: dict[str, Any]) -> Compiled:
    """The compiled toolset, which must be JSON and the same the second time."""
    before = toolset.model_dump_json()
    compiled, again = (compile_for(target, toolset, **options) for _ in range(2))
    _must(toolset.model_dump_json() == before, "the target must not change the toolset it is given")
    for part in ("tools", "codec"):
        value = getattr(compiled, part)
        try:
            text = json.dumps(value, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise AssertionError(f"`{part}` is not JSON: {error}") from error
        _must(same(json.loads(text), value), f"`{part}` must be plain lists, dicts and scalars")
        second = json.dumps(getattr(again, part))
        _must(second == text, f"`{part}` must be the same each time")
    _must(compiled.diagnostics == again.diagnostics, "diagnostics must be the same each time")
    return compiled


def _check_names(compiled: Compiled, toolset: Toolset, form: Form) -> None:
    """The provider's names: unique, legal, each in the JSON, in the order of the tools."""
    names = [compiled.encode(tool.name, {})[0] for tool in toolset.tools]
    language = form.language
    for tool, name in zip(toolset.tools, names, strict=True):
        _must(names.count(name) == 1, f"`{name}` is the name of more than one tool")
        fits = fits_rule(name, language.name_rule, language.name_length)
        _must(fits, f"`{name}` does not fit `name_rule`; is `rename_tools` among the passes?")
        back = compiled.decode(name, compiled.encode(tool.name, {})[1])[0]
        _must(back == tool.name, f"`{name}` is decoded to `{back}`, not to `{tool.name}`")
    told = [text for text in _texts(compiled.tools) if text in {*names}]
    shown = list(dict.fromkeys(told))
    missing = [name for name in names if name not in shown]
    _must(not missing, f"the JSON does not name {', '.join(missing[:3])}")
    _must(shown == names, "the JSON must have the tools in the order of the toolset")


def _texts(value: Any) -> Iterator[str]:
    """Every key and text of a JSON value, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, child in value.items():
            yield key
            yield from _texts(child)
    elif isinstance(value, list):
        for child in value:
            yield from _texts(child)


def _check_diagnostics(compiled: Compiled) -> None:
    for item in compiled.diagnostics:
        _must(item.code in CODES, f"`{item.code}` is no code of toolc's")
        _must(item.target, f"the diagnostic {item.code} does not name its target")
        loss = CODES[item.code].kind
        _must(item.kind == loss, f"the diagnostic {item.code} is {item.kind}, not {loss}")


def _check_language(lowered: Tool, form: Form) -> None:
    """The schema keeps to the language of the form, or of one of those that are looser."""
    broken = [list(islice(broken_rules(lowered.input, each.language), 3)) for each in _forms(form)]
    what = "; ".join(broken[0])
    _must(not all(broken), f"the passes leave what the language does not say: {what}")


def _values(tool: Tool, seed: int) -> Iterator[Any]:
    """Values that the tool takes, without end."""
    takes = Draft202012Validator(tool.input)
    draw = Draw(tool.input, seed)
    for _ in range(_DRAWS_AT_MOST):
        value = draw.value()
        if takes.is_valid(value) and (isinstance(value, dict) or tool.input):
            yield value  # a root that says nothing still means an object: arguments have names


def _check_values(compiled: Compiled, tool: Tool, lowered: Tool, values: Iterable[Any]) -> None:
    """Each value fits what is sent, travels as JSON, and comes back as it was."""
    fits = Draft202012Validator(lowered.input)
    for value in values:
        with _about(f"the arguments {json.dumps(value)}"):
            try:
                name, sent = compiled.encode(tool.name, value)
                back = compiled.decode(name, json.loads(json.dumps(sent)))
            except ToolcError as error:
                raise AssertionError(f"can't be sent and read back: {error}") from error
            _must(back[0] == tool.name and same(back[1], value), f"come back as {back[1]!r}")
            fault = next(fits.iter_errors(sent), None)
            _must(fault is None, f"do not fit what is sent: {fault and fault.message}")
