"""Tree reuse: what the search of a placement leaves for the draw that follows it."""

from codex_naturalis.rules import Action, Phase, Place
from codex_naturalis.views import View

from .search_state import Room, went_on

__all__ = ["ReusableTrees"]


class ReusableTrees:
    """Trees kept from a placement for the draw after it: nothing hidden is revealed in between.

    Both decisions must be given the same object. If anything else comes next, the trees are dropped.
    """

    def __init__(self) -> None:
        """Begin without trees."""
        self._left: tuple[View, Place, tuple[Room, ...]] | None = None

    def leave(self, view: View, action: Action, rooms: tuple[Room, ...]) -> None:
        """Keep the trees grown from `view`, followed by `action`."""
        self._left = (view, action, rooms) if isinstance(action, Place) else None

    def follow(self, view: View, threads: int) -> tuple[tuple[Room, ...], tuple[int, ...]]:
        """Return the re-rooted trees for `view`, and the visits that each keeps; empty if something else came."""
        left, self._left = self._left, None
        if left is None or len(left[2]) != threads or not _leads_to(*left[:2], view):
            return (), ()
        return left[2], tuple(went_on(room, left[1]) for room in left[2])


def _leads_to(before: View, action: Place, view: View) -> bool:
    """Return whether `view` is what the viewer of `before` sees after doing `action`, with a card to draw."""
    if view.phase is not Phase.DRAW or _surroundings(before) != _surroundings(view):
        return False
    assert view.viewer is not None
    *laid, last = view.seats[view.viewer].laid
    done = (last.card, last.side, last.cell) == (action.card, action.side, action.cell)
    return done and tuple(laid) == before.seats[view.viewer].laid


def _surroundings(view: View) -> tuple[object, ...]:
    """Return the parts of a view that a placement leaves as they were."""
    others = tuple(seat for seat in view.seats if seat.seat != view.viewer)
    played = (view.options, view.rules, view.turn, view.round)
    who = (view.viewer, view.objective, view.offered, view.common_objectives)
    return (*played, *who, view.market, view.decks, view.tybor, others)
