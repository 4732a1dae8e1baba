"""Typed views of plain JSON: Pydantic models, dataclasses and msgspec Structs, by their hints.

The plain value is the truth. A view is for reading it: it shows 3.0 as the integer that JSON takes
it for, and it can't show everything that a validator lets through.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from toolc.runtime.checks import whole
from toolc.runtime.errors import UsageError

__all__ = ["view"]

T = TypeVar("T")

_MESSAGE = 200
"""Characters of a library's own words that are passed on."""

_SCALARS: Mapping[object, tuple[type, ...]] = {
    **{kind: (kind,) for kind in (str, int, bool)},
    float: (float, int),
    type(None): (type(None),),
}


def view(model: type[T], value: object) -> T:
    """A value as a model of it, keys by the names that JSON has for them.

    Raises UsageError for what the model can't hold though it is valid: lone surrogates and a
    nesting of more than some 250 levels in Pydantic. The value itself can always be read.
    """
    read = getattr(model, "model_validate", None)
    try:
        if read is None:
            shown: T = _shown(model, whole(value))
        else:
            shown = read(whole(value), by_alias=True, by_name=False)
    except (ValueError, TypeError, RecursionError) as error:
        why = " ".join(str(error).split())[:_MESSAGE].encode("ascii", "backslashreplace").decode()
        raise UsageError(
            f"these arguments can't be shown as `{model.__name__}`; read `arguments`: {why}"
        ) from error
    return shown


@cache
def _fields(model: type) -> tuple[dict[str, tuple[str, Any]], frozenset[str]]:
    """A model's fields by their keys in JSON, each with its type, and the keys it can't lack."""
    from inspect import signature  # noqa: PLC0415 - only where there are models of this kind
    from typing import get_type_hints  # noqa: PLC0415 - see above

    hints = get_type_hints(model)
    given: Any = model
    if hasattr(given, "__struct_fields__"):
        keys = dict(zip(given.__struct_fields__, given.__struct_encode_fields__, strict=True))
    else:
        fields = given.__dataclass_fields__.items()
        keys = {name: field.metadata.get("key", name) for name, field in fields}
    needed = signature(model).parameters.values()
    required = frozenset(keys[each.name] for each in needed if each.default is each.empty)
    return {key: (name, hints[name]) for name, key in keys.items()}, required


def _is_model(hint: Any) -> bool:
    return hasattr(hint, "__dataclass_fields__") or hasattr(hint, "__struct_fields__")


def _shown(hint: Any, value: Any) -> Any:
    """A value as its type has it; what the type does not fit stays as it is."""
    if _is_model(hint):
        if not _fits(hint, value):
            return value
        fields, _ = _fields(hint)
        given = {key: item for key, item in value.items() if key in fields}
        return hint(**{fields[key][0]: _shown(fields[key][1], v) for key, v in given.items()})
    origin, inner = get_origin(hint), get_args(hint)
    if origin is list and isinstance(value, list):
        return [_shown(inner[0], item) for item in value]
    if origin is dict and isinstance(value, dict):
        return {key: _shown(inner[1], item) for key, item in value.items()}
    if _is_union(origin):
        branch = next((branch for branch in inner if _fits(branch, value)), Any)
        return _shown(branch, value)
    return value


def _fits(hint: Any, value: Any, depth: int = 1) -> bool:
    """Whether a value looks like a type: `depth` levels of it, so that the time stays linear."""
    if _is_model(hint):
        if not isinstance(value, dict):
            return False
        fields, required = _fields(hint)
        known = ((fields[key][1], item) for key, item in value.items() if key in fields)
        return required <= value.keys() and (
            depth == 0 or all(_fits(inner, item, depth - 1) for inner, item in known)
        )
    origin = get_origin(hint)
    if origin is Literal:
        return any(value == one and type(value) is type(one) for one in get_args(hint))
    if _is_union(origin):
        return any(_fits(branch, value, depth) for branch in get_args(hint))
    if origin in (list, dict):
        return isinstance(value, origin)
    return hint is Any or type(value) in _SCALARS.get(hint, ())


def _is_union(origin: Any) -> bool:
    from types import UnionType  # noqa: PLC0415 - only where there are models of this kind

    return origin is Union or origin is UnionType
