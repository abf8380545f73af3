"""Deltas applied to JSON values: the other end of `server.wire.deltas`, whose docstring describes the format."""

from collections.abc import Sequence
from itertools import product
from typing import Any

__all__ = ["applied"]

_Json = Any  # JSON has no narrower type


def applied(old: _Json, delta: _Json) -> _Json:
    """Return what `delta` makes of `old`, which stays as it is."""
    return _applied(old, delta, old)


def _applied(old: _Json, delta: _Json, whole: _Json) -> _Json:
    if isinstance(delta, list):
        return _operator(old, delta, whole)
    if not isinstance(delta, dict):
        return delta
    if not delta:
        return old
    if isinstance(old, list):
        return [_applied(item, delta[str(at)], whole) if str(at) in delta else item for at, item in enumerate(old)]
    return {**old, **{name: _applied(old.get(name), part, whole) for name, part in delta.items()}}


def _operator(old: _Json, delta: Sequence[_Json], whole: _Json) -> _Json:
    match delta:
        case ["and", added]:
            return [*old, *added]
        case ["but", lost, added]:
            gone = set(lost)
            return [*(item for at, item in enumerate(old) if at not in gone), *added]
        case ["each", fields, rows, last]:
            values = last if isinstance(last, list) else _at(whole, last["at"])
            return [dict(zip(fields, [*row, value], strict=True)) for row, value in product(rows, values)]
        case ["is", value]:
            return value
    raise ValueError(f"unknown delta {str(delta)[:80]}")


def _at(whole: _Json, path: Sequence[str | int]) -> _Json:
    for step in path:
        whole = whole[step]
    return whole
