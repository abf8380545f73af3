"""Baseline bots: one plays at random, one takes the most points it sees."""

from collections.abc import Sequence
from random import Random
from typing import Final

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.rules import FACES, HIDDEN, Action, ChooseSide, Draw, Phase, Place
from codex_naturalis.views import View

from .planner.placement import Placement, card_shown, placement_of
from .player import without_budget

__all__ = ["GreedyBot", "RandomBot", "make_greedy", "make_random"]


class RandomBot:
    """Uniformly random choice among all legal actions."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return a random legal action, each as likely as the others."""
        return self.pick(view.legal, rng)

    def pick(self, legal: Sequence[Action], rng: Random) -> Action:
        """Return a random one of the `legal` actions."""
        return rng.choice(legal)


class GreedyBot:
    """Greedy choice of points now, then of symbols; draws the card that it could lay for points next."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return the best action by its immediate gain; ties are broken at random."""
        if view.phase is Phase.OBJECTIVE:
            return rng.choice(view.legal)
        assert view.viewer is not None
        placement = placement_of(view.seats[view.viewer])
        worth = [_worth(view, placement, action) for action in view.legal]
        best = max(worth)
        return rng.choice([action for action, value in zip(view.legal, worth, strict=True) if value == best])


_Worth = tuple[float, ...]
_UNKNOWN: Final[_Worth] = (0.5, 0.0)
"""Value of a card off a deck: better than nothing, worse than a face-up card that scores."""


def _worth(view: View, placement: Placement, action: Action) -> _Worth:
    match action:
        case Place():
            return _worth_laying(placement, action)
        case Draw():
            return _worth_drawing(placement, card_shown(view.market, action.source))
        case ChooseSide():
            face = FACES[action.side][view.seats[view.viewer or 0].starter]
            return (sum(face.counts), -face.corners.count(HIDDEN))
        case _:
            return (0.0,)


def _worth_laying(placement: Placement, action: Place) -> _Worth:
    face = FACES[action.side][action.card]
    covered, lost = placement.under[action.cell]
    symbols = sum(face.counts) - len(lost)
    return (placement.points(face, action.cell), symbols, -covered, -face.corners.count(HIDDEN))


def _worth_drawing(placement: Placement, card: CardId | None) -> _Worth:
    if card is None:
        return _UNKNOWN
    face = FACES[Side.FRONT][card]
    if not placement.open or placement.missing(face):
        return (0.0, 0.0)
    points = max(placement.points(face, cell) for cell in placement.open)
    return (points, sum(face.counts))


def make_random(budget: str | None) -> RandomBot:
    """Return a random bot; it takes no budget."""
    without_budget(budget)
    return RandomBot()


def make_greedy(budget: str | None) -> GreedyBot:
    """Return the greedy bot; it takes no budget."""
    without_budget(budget)
    return GreedyBot()
