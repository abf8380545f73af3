"""Sentences about wrong arguments: each names the argument, what was expected, and what came.

The checks run only after a failure, so a correct call pays nothing for them.
"""

from enum import Enum
from operator import index
from typing import Final, SupportsIndex, TypeVar, get_args

import msgspec

from .actions import Action

__all__ = ["check_action", "check_kind", "check_seat", "member_of"]

_E = TypeVar("_E", bound=Enum)

_NAMES: Final[dict[object, str]] = {SupportsIndex: "a number"}


def check_kind(name: str, value: object, kind: type) -> None:
    """Raise `TypeError` unless the argument `name` is a `kind`."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {_NAMES.get(kind, kind.__name__)}, got {value!r:.60}")


def check_seat(name: str, seat: object, seats: int) -> None:
    """Raise `TypeError` unless the argument `name` is a number, and `ValueError` unless it is one of `seats`."""
    if not isinstance(seat, SupportsIndex):
        raise TypeError(f"{name}: expected the number of a seat, got {seat!r:.60}")
    if not 0 <= index(seat) < seats:
        raise ValueError(f"{name}: expected a seat from 0 to {seats - 1}, got {seat}")


def check_action(action: object) -> None:
    """Raise `TypeError` unless `action` is an action whose fields have the right types."""
    if not isinstance(action, get_args(Action)):
        names = ", ".join(kind.__name__ for kind in get_args(Action))
        raise TypeError(f"action: expected one of {names}, got {action!r:.60}")
    try:
        msgspec.convert(msgspec.to_builtins(action), type(action))
    except (msgspec.ValidationError, TypeError) as error:
        raise TypeError(f"action: {error}, in {action!r:.90}") from None


def member_of(name: str, kind: type[_E], value: object) -> _E:
    """Return the member of `kind` that the argument `name` denotes; raise `ValueError` if there is none."""
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        raise ValueError(f"{name}: expected one of {known}, got {str(value)!r:.60}") from None
