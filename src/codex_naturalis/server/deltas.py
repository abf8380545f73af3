"""What changed from one value to the next, so that a whole game takes few bytes.

A change is an object of the changes inside (by field, or by index in an array that keeps its length), or an array that
begins with a word: `["is", value]` for a new value, `["and", [items…]]` for an array that grew at its end.
"""

from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

__all__ = ["Change", "change", "changes"]

Change = Any
"""As the module says; JSON has no better word for it."""

_SAME: Final[dict[str, Any]] = {}


def changes(values: tuple[Any, ...]) -> list[Change]:
    """Return what changed from each value to the one after it."""
    return [change(old, new) for old, new in pairwise(values)]


def change(old: Any, new: Any) -> Change:  # noqa: ANN401 - anything that becomes JSON
    """Return what makes `new` of `old`."""
    if old is new or old == new:
        return _SAME
    if isinstance(new, Struct) and type(old) is type(new):
        return _inside([(name, getattr(old, name), getattr(new, name)) for name in new.__struct_fields__])
    if isinstance(new, tuple) and isinstance(old, tuple):
        if len(old) == len(new):
            return _inside([(str(index), *pair) for index, pair in enumerate(zip(old, new, strict=True))])
        if old == new[: len(old)]:
            return ["and", new[len(old) :]]
    return ["is", new]


def _inside(parts: list[tuple[str, Any, Any]]) -> Change:
    return {name: change(old, new) for name, old, new in parts if old is not new and old != new}
