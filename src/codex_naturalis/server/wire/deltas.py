"""What changed from one value to the next, so that a whole game takes few bytes.

A change is the new value, if that is no object and no array; else an object of the changes inside (by field, or by
index in an array that keeps its length); or an array that begins with a word:

- `["is", value]` for a new object or array;
- `["and", [items…]]` for an array that grew at its end;
- `["but", [indices…], [items…]]` for one that lost items, by where they were, and then grew;
- `["each", [fields…], [[values…]…], [last…]]` for a new array of objects: each row of values, for all fields but
  the last, with each value of the last field. In their place may stand where they are in the old whole:
  `{"at": ["seats", 0, "open"]}`.
"""

from itertools import compress, pairwise
from operator import attrgetter, is_, is_not
from types import NoneType
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import astuple

from codex_naturalis.rules import Draw, Place
from codex_naturalis.views import View

__all__ = ["Change", "change", "changes", "view_change"]

Change = Any
"""As the module says; JSON has no better word for it."""

_SAME: Final[dict[str, Any]] = {}
_PLAIN: Final = frozenset({int, float, str, bool, NoneType})
_FEW: Final = 4
"""Fewer objects are told one by one."""


def changes(values: tuple[Any, ...]) -> list[Change]:
    """Return what changed from each value to the one after it."""
    return [change(old, new) for old, new in pairwise(values)]


def change(old: Any, new: Any) -> Change:  # noqa: ANN401 - anything that becomes JSON
    """Return what makes `new` of `old`: quick where parts of both are the same objects."""
    if old is new:
        return _SAME
    kind = type(new)
    if kind is tuple:
        return _array(old, new) if type(old) is tuple else ["is", new]
    if kind in _PLAIN:
        return _SAME if old == new else new
    if isinstance(new, Struct):
        return _object(old, new) if type(old) is kind else ["is", new]
    if old == new:
        return _SAME
    return ["is", new] if isinstance(new, dict) else new


def view_change(old: View, new: View) -> Change:
    """Return what makes `new` of `old`; what may be placed is told by the cells that are open anyway."""
    inside = {}
    for name, before, after in _differing(old, new):
        part = _legal(old, new) if name == "legal" else change(before, after)
        if part is not _SAME:
            inside[name] = part
    return inside or _SAME


def _legal(old: View, new: View) -> Change:
    """Return what changed in what may be done. What is of another kind than before need not be compared with it."""
    before, after = old.legal, new.legal
    if not after or len(after) < _FEW or (before and type(before[0]) is type(after[0])):
        return change(before, after)
    if type(after[0]) is Draw:
        return ["each", ["type", "source"], [["draw"]], [draw.source for draw in after]]  # type: ignore[union-attr]
    if type(after[0]) is not Place or new.viewer is None:
        return change(before, after)
    cells, known = new.seats[new.viewer].open, old.seats[new.viewer].open  # each side may be placed on each of them
    faces = [["place", one.card, one.side] for one in after[:: len(cells)]]  # type: ignore[union-attr]
    told = {"at": ["seats", new.viewer, "open"]} if cells == known else cells
    return ["each", ["type", "card", "side", "cell"], faces, told]


def _differing(old: Struct, new: Struct) -> list[tuple[str, Any, Any]]:
    """Return the fields that are not the very same: name, value before and value after."""
    pairs = zip(type(new).__struct_fields__, astuple(old), astuple(new), strict=True)
    return [(name, before, after) for name, before, after in pairs if before is not after]


def _object(old: Struct, new: Struct) -> Change:
    inside = {}
    for name, before, after in _differing(old, new):
        if type(after) in _PLAIN:  # as `change` would say, without asking
            if before != after:
                inside[name] = after
        elif (part := change(before, after)) is not _SAME:
            inside[name] = part
    return inside or _SAME


def _array(old: tuple[Any, ...], new: tuple[Any, ...]) -> Change:
    alike = len(old) == len(new)
    if alike:
        places = list(compress(range(len(new)), map(is_not, old, new)))
        if len(places) > 1:
            places = [at for at in places if old[at] != new[at]]
        if len(places) <= 1:
            return _items(old, new, places) or _SAME
    elif len(old) < len(new) and all(map(is_, old, new)):
        return (_each(new) if not old else None) or ["and", new[len(old) :]]
    lost, kept = _lost(old, new)
    if not lost:
        return ["and", new[kept:]]
    if alike and len(places) <= len(lost):
        return _items(old, new, places)
    if kept:
        return ["but", lost, new[kept:]]
    return _each(new) or ["is", new]


def _items(old: tuple[Any, ...], new: tuple[Any, ...], places: list[int]) -> Change:
    """Return what changed in some items of an array."""
    told = {}
    for at in places:
        before, after = old[at], new[at]
        part = after if type(after) is int and before != after else change(before, after)
        if part is not _SAME:
            told[str(at)] = part
    return told


def _lost(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[list[int], int]:
    """Return where `old` has items that `new` does not go on with, and how many it does."""
    if not new or new[0] not in old:
        return list(range(len(old))), 0
    lost, kept = [], 0
    for at, item in enumerate(old):
        if kept < len(new) and (item is new[kept] or item == new[kept]):
            kept += 1
        else:
            lost.append(at)
    return lost, kept


def _each(new: tuple[Any, ...]) -> Change | None:
    """Return an array of objects by what they have in their last field, if that is the same for all others."""
    if len(new) < _FEW or not isinstance(new[0], Struct) or len(set(map(type, new))) > 1:
        return None
    *names, last = new[0].__struct_fields__
    values = list(map(attrgetter(last), new))
    rows = list(map(attrgetter(*names), new)) if names else [()] * len(new)
    times = next((at for at, row in enumerate(rows) if row != rows[0]), len(new))
    firsts = rows[::times]
    if values != values[:times] * len(firsts) or any(rows[at::times] != firsts for at in range(1, times)):
        return None
    fields = list(to_builtins(new[0]))
    return ["each", fields, [[*to_builtins(one).values()][:-1] for one in new[::times]], values[:times]]
