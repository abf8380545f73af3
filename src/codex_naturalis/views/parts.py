"""What views are made of, as far as it is known already.

Most of a table is the same after an action as before it. Whoever makes view after view of one game keeps its parts:
what has not changed is not made again and is the very same object, which also tells whoever compares two views at once.
"""

from collections.abc import Callable
from operator import is_
from typing import Any, TypeVar

from codex_naturalis.rules import Codex, Seat

from .values import LaidCard

__all__ = ["Parts"]

T = TypeVar("T")


class Parts:
    """The parts of the views of one game. They hold secrets, so they stay with whoever makes the views."""

    __slots__ = ("_equal", "_known", "laid")

    def __init__(self) -> None:
        """Know nothing yet."""
        self._known: dict[tuple[object, ...], tuple[Any, object, tuple[object, ...]]] = {}
        self._equal: dict[tuple[object, ...], Any] = {}
        self.laid: dict[tuple[Seat, bool], tuple[Codex, tuple[LaidCard, ...]]] = {}
        """What was last seen of each codex, by others and by whoever it belongs to."""

    def once(self, what: tuple[object, ...], make: Callable[..., T], first: object, *others: object) -> T:
        """Return what `make` makes of these things, made only if one of them is another object than last time.

        `make` asks for nothing else that could change; `what` names the part, and all whom it is meant for.
        """
        known = self._known.get(what)
        if known is not None and known[1] is first and (not others or all(map(is_, known[2], others))):
            same: T = known[0]
            return same
        made = make(first, *others)
        self._known[what] = made, first, others
        return made

    def same(self, what: tuple[object, ...], new: T) -> T:
        """Return what was told of `what` the last time if that is equal, else `new`."""
        known: T | None = self._equal.get(what)
        if known is not None and known == new:
            return known
        self._equal[what] = new
        return new
