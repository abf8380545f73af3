"""Cache of the parts of views: what did not change is the very same object in the next view of the game.

Most of a table is the same after an action as before it. So a part is made once and kept until something it is made of
changes, which also lets two views be compared by identity.
"""

from collections.abc import Callable
from operator import is_
from typing import Any, TypeVar

from codex_naturalis.rules import Codex, Seat

from .values import LaidCard

__all__ = ["Parts"]

T = TypeVar("T")


class Parts:
    """Cache of the views of one game. It holds secrets, so it stays with the code that makes the views."""

    __slots__ = ("_equal", "_known", "laid")

    def __init__(self) -> None:
        """Begin with an empty cache."""
        self._known: dict[tuple[object, ...], tuple[Any, object, tuple[object, ...]]] = {}
        self._equal: dict[tuple[object, ...], Any] = {}
        self.laid: dict[tuple[Seat, bool], tuple[Codex, tuple[LaidCard, ...]]] = {}
        """Codex last seen, and its cards as seen by others and by its owner."""

    def once(self, what: tuple[object, ...], make: Callable[..., T], first: object, *others: object) -> T:
        """Memoize `make` on these things, compared by identity: it is called only if one of them is another object.

        `make` must depend on nothing else that could change; `what` names the part, and every viewer it is meant for.
        """
        known = self._known.get(what)
        if known is not None and known[1] is first and (not others or all(map(is_, known[2], others))):
            same: T = known[0]
            return same
        made = make(first, *others)
        self._known[what] = made, first, others
        return made

    def same(self, what: tuple[object, ...], new: T) -> T:
        """Return the value of `what` last time if it is equal, else `new`."""
        known: T | None = self._equal.get(what)
        if known is not None and known == new:
            return known
        self._equal[what] = new
        return new
