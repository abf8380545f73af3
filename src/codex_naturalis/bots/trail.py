"""What a search leaves behind for the decision that follows it."""

from codex_naturalis.rules import Action, Phase, Place
from codex_naturalis.views import View

from .rooms import Room, went_on

__all__ = ["Trail"]


class Trail:
    """The trees that grew on the way to a placement, for the draw that follows it: nothing comes to light in between.

    Whoever thinks about both gives the same trail to both. If anything else comes next, it is forgotten.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._left: tuple[View, Place, tuple[Room, ...]] | None = None

    def leave(self, view: View, action: Action, rooms: tuple[Room, ...]) -> None:
        """Keep the trees that grew from `view`, where `action` is what will be done."""
        self._left = (view, action, rooms) if isinstance(action, Place) else None

    def follow(self, view: View, threads: int) -> tuple[tuple[Room, ...], tuple[int, ...]]:
        """Return the trees with what they know of `view`, and how many games that is; none if something else came."""
        left, self._left = self._left, None
        if left is None or len(left[2]) != threads or not _leads_to(*left[:2], view):
            return (), ()
        return left[2], tuple(went_on(room, left[1]) for room in left[2])


def _leads_to(before: View, action: Place, view: View) -> bool:
    """Return whether `view` is what whoever saw `before` sees after doing `action`, with a card to draw."""
    if view.phase is not Phase.DRAW or _surroundings(before) != _surroundings(view):
        return False
    assert view.viewer is not None
    *laid, last = view.seats[view.viewer].laid
    done = (last.card, last.side, last.cell) == (action.card, action.side, action.cell)
    return done and tuple(laid) == before.seats[view.viewer].laid


def _surroundings(view: View) -> tuple[object, ...]:
    """Return what a placement leaves as it was."""
    others = tuple(seat for seat in view.seats if seat.seat != view.viewer)
    played = (view.options, view.rules, view.turn, view.round)
    who = (view.viewer, view.objective, view.offered, view.common_objectives)
    return (*played, *who, view.market, view.decks, view.tybor, others)
