"""The words a model is told when its call fails: what was wrong and how to write it, in short."""

from collections.abc import Sequence

__all__ = [
    "FORM",
    "ambiguous",
    "cut_off",
    "invalid",
    "limit",
    "unknown",
    "unreadable",
]

# How a call is written where no dialect says it.
FORM = '{"name": "{name}", "arguments": { ... }}'

_MAX_NAME = 80  # characters of a name that is repeated to its writer
_MAX_WHY = 300  # characters of one error
_MAX_ERRORS = 10  # errors told at once; the rest is counted
_COUNTS = {1: "this", 2: "these two", 3: "these three"}


def cut_off(name: str, *, by_limit: bool) -> str:
    """The output ended inside the call."""
    what = f"The call to {_clip(name)}" if name else "A call"
    if by_limit:
        return (
            f"{what} was cut off by the output limit and was not run. "
            "Make it again in smaller pieces."
        )
    return f"{what} was not finished and was not run. Write it again, to its end."


def unknown(name: str, nearest: Sequence[str]) -> str:
    """No tool has this name, or only one that a guess must not reach."""
    near = f" Nearest: {', '.join(map(_clip, nearest))}." if nearest else ""
    return f'There is no tool "{_clip(name)}".{near} Nothing was run.'


def ambiguous(name: str, others: Sequence[str]) -> str:
    """The name could be several tools."""
    could = ", ".join(map(_clip, others[:_MAX_ERRORS]))
    return f'"{_clip(name)}" could be {could}. Nothing was run. Use the exact name.'


def invalid(name: str, errors: Sequence[str], form: str = FORM) -> str:
    """The arguments break the tool's rules; `errors` come one a line."""
    told = [_clip(error, _MAX_WHY) for error in errors[:_MAX_ERRORS]]
    if len(errors) > len(told):
        told.append(f"and {len(errors) - len(told)} more")
    count = _COUNTS.get(len(errors), f"these {len(errors)}")
    return "\n".join(
        [
            f"The call to {_clip(name)} was not run.",
            *told,
            f"Write it again as {_form(form, name)} with {count} mended.",
        ]
    )


def unreadable(name: str, why: str, form: str = FORM) -> str:
    """What was written is not a call, or not JSON."""
    what = f"The call to {_clip(name)}" if name else "A call"
    shown = _form(form, name or "TOOL")
    return f"{what} could not be read and was not run: {_clip(why, _MAX_WHY)}. Write it as {shown}"


def limit(name: str, why: str) -> str:
    """A named limit was reached."""
    what = f"The call to {_clip(name)}" if name else "A call"
    return f"{what} was not run: {why}."


def _form(form: str, name: str) -> str:
    return form.replace("{name}", _clip(name))


def _clip(text: str, most: int = _MAX_NAME) -> str:
    line = " ".join(text.split()) if "\n" in text else text
    return line if len(line) <= most else f"{line[: most - 1]}…"
