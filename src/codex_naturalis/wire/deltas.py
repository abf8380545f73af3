"""Deltas: the change from one JSON value to the next, so that a whole game takes few bytes.

A delta is the new value, if that is neither object nor array; else an object of the deltas inside (by field, or by
index in an array that keeps its length); or an array that begins with an operator:

- `["is", value]`: a new object or array;
- `["and", [items…]]`: an array that was appended to;
- `["but", [indices…], [items…]]`: an array that lost the items at these old indices, and was then appended to;
- `["each", [fields…], [[values…]…], [last…]]`: a new array of objects, the product of rows and last values: each row
  has the values of all fields but the last, and is combined with each value of the last field. In place of `[last…]`
  there may be a path to them in the old whole: `{"at": ["seats", 0, "open"]}`.

Identical objects before and after are skipped without comparing: see `views.view_cache`.
"""

from collections.abc import Sequence
from itertools import compress, pairwise, product
from operator import attrgetter, is_, is_not
from types import NoneType
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import astuple

from codex_naturalis.rules import Draw, Place
from codex_naturalis.views import View

__all__ = ["Change", "apply_change", "change", "changes", "view_change"]

Change = Any
"""Delta, as defined by the module; JSON has no narrower type for it."""

_SAME: Final[dict[str, Any]] = {}
_PLAIN: Final = frozenset({int, float, str, bool, NoneType})
_FEW: Final = 4
"""Shorter arrays of objects are sent item by item."""


def changes(values: tuple[Any, ...]) -> list[Change]:
    """Return the deltas between consecutive values."""
    return [change(old, new) for old, new in pairwise(values)]


def change(old: Any, new: Any) -> Change:  # noqa: ANN401 - anything that becomes JSON
    """Return the delta from `old` to `new`; fast where both share objects."""
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
    """Return the delta from `old` to `new`; legal placements refer to the open cells, which are sent anyway."""
    inside = {}
    for name, before, after in _differing(old, new):
        part = _legal(old, new) if name == "legal" else change(before, after)
        if part is not _SAME:
            inside[name] = part
    return inside or _SAME


def _legal(old: View, new: View) -> Change:
    """Return the delta of the legal actions. Actions of another kind than before are sent without comparing."""
    before, after = old.legal, new.legal
    if not after or len(after) < _FEW or (before and type(before[0]) is type(after[0])):
        return change(before, after)
    if type(after[0]) is Draw:
        return ["each", ["type", "source"], [["draw"]], [draw.source for draw in after]]  # type: ignore[union-attr]
    if type(after[0]) is not Place or new.viewer is None:
        return change(before, after)
    cells, known = new.seats[new.viewer].open, old.seats[new.viewer].open  # each side may be placed on each of them
    faces = [["place", one.card, one.side] for one in after[:: len(cells)]]  # type: ignore[union-attr]
    targets = {"at": ["seats", new.viewer, "open"]} if cells == known else cells
    return ["each", ["type", "card", "side", "cell"], faces, targets]


def _differing(old: Struct, new: Struct) -> list[tuple[str, Any, Any]]:
    """Return the fields that are different objects: name, old value and new value."""
    pairs = zip(type(new).__struct_fields__, astuple(old), astuple(new), strict=True)
    return [(name, before, after) for name, before, after in pairs if before is not after]


def _object(old: Struct, new: Struct) -> Change:
    inside = {}
    for name, before, after in _differing(old, new):
        if type(after) in _PLAIN:  # as `change` would return, without the call
            if before != after:
                inside[name] = after
        elif (part := change(before, after)) is not _SAME:
            inside[name] = part
    return inside or _SAME


def _array(old: tuple[Any, ...], new: tuple[Any, ...]) -> Change:
    alike = len(old) == len(new)
    if alike:
        indices = list(compress(range(len(new)), map(is_not, old, new)))
        if len(indices) > 1:
            indices = [at for at in indices if old[at] != new[at]]
        if len(indices) <= 1:
            return _items(old, new, indices) or _SAME
    elif len(old) < len(new) and all(map(is_, old, new)):
        return (_each(new) if not old else None) or ["and", new[len(old) :]]
    lost, kept = _find_lost(old, new)
    if not lost:
        return ["and", new[kept:]]
    if alike and len(indices) <= len(lost):
        return _items(old, new, indices)
    if kept:
        return ["but", lost, new[kept:]]
    return _each(new) or ["is", new]


def _items(old: tuple[Any, ...], new: tuple[Any, ...], indices: list[int]) -> Change:
    """Return the delta of an array by index, for the items at `indices`."""
    changes = {}
    for at in indices:
        before, after = old[at], new[at]
        part = after if type(after) is int and before != after else change(before, after)
        if part is not _SAME:
            changes[str(at)] = part
    return changes


def _find_lost(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[list[int], int]:
    """Return the indices of items that `new` has lost, and the number of items that it has kept."""
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
    """Return the delta `each` for an array of objects; None if it is not the product of rows and last values."""
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


def apply_change(old: Any, delta: Change) -> Any:  # noqa: ANN401 - JSON
    """Return `old` with `delta` applied; `old` stays unchanged."""
    return _apply(old, delta, old)


def _apply(old: Any, delta: Change, whole: Any) -> Any:  # noqa: ANN401
    if isinstance(delta, list):
        return _apply_operator(old, delta, whole)
    if not isinstance(delta, dict):
        return delta
    if not delta:
        return old
    if isinstance(old, list):
        return [_apply(item, delta[str(at)], whole) if str(at) in delta else item for at, item in enumerate(old)]
    return {**old, **{name: _apply(old.get(name), part, whole) for name, part in delta.items()}}


def _apply_operator(old: Any, delta: Sequence[Any], whole: Any) -> Any:  # noqa: ANN401
    match delta:
        case ["and", added]:
            return [*old, *added]
        case ["but", lost, added]:
            gone = set(lost)
            return [*(item for at, item in enumerate(old) if at not in gone), *added]
        case ["each", fields, rows, last]:
            values = last if isinstance(last, list) else _value_at(whole, last["at"])
            return [dict(zip(fields, [*row, value], strict=True)) for row, value in product(rows, values)]
        case ["is", value]:
            return value
    raise ValueError(f"unknown delta {str(delta)[:80]}")


def _value_at(whole: Any, path: Sequence[str | int]) -> Any:  # noqa: ANN401
    for step in path:
        whole = whole[step]
    return whole
