"""Opponent model: how likely each objective is to be another seat's secret one, given the codex it has laid.

A conditional logit (D. McFadden, 1974) over the objectives that the viewer has not seen. Without it all of them are
equally likely, even for a player who has built towards one goal for ten turns: all others then expect its total two
points too low.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from codex_naturalis.bots.planner.placement import NO_KINGDOM, Placement, placement_of
from codex_naturalis.catalogue import KINGDOMS, SYMBOLS, CardId, PatternObjective, catalogue
from codex_naturalis.rules import Cell, KingdomCells, Phase, Seat, copies_on, set_copies
from codex_naturalis.views import SeatView, View

__all__ = ["CLUES", "Beliefs", "beliefs_about", "clues", "sample_objectives", "unseen_objectives"]

Beliefs = dict[Seat, dict[CardId, float]]
"""Probability of each objective, for each other seat."""

CLUES: Final = (
    "points",
    "nearly",
    "begun",
    "late points",
    "late nearly",
    "late begun",
    "column",
    "resources",
    "objects",
)
"""Inputs of the logit. Points of finished copies, points of pattern copies of which one card is missing and may still
come, and the part of a set that has begun, in points; the three again, growing with the cards laid; and which kind of
objective it is, a diagonal being none of these."""

_WEIGHTS: Final = (1.220, 0.685, 0.712, -0.244, -0.509, -0.550, 0.312, -0.195, -0.742)
"""Weights of the clues, as `python -m research.fit_beliefs --games 120` prints them."""

_GROWN: Final = 10.0
"""Cards laid at which a late clue counts as much as one that does not depend on time."""

_PATTERNS: Final = {
    card: tuple((SYMBOLS.index(part.kingdom), part.dx, part.dy) for part in goal.pattern)
    for card, goal in catalogue().objective.items()
    if isinstance(goal, PatternObjective)
}
_NEEDS: Final = {
    card: tuple((index, need) for index, need in enumerate(goal.symbols) if need)
    for card, goal in catalogue().objective.items()
    if not isinstance(goal, PatternObjective)
}


def unseen_objectives(view: View) -> tuple[CardId, ...]:
    """Return the objectives that may be another seat's."""
    known = {*view.common_objectives, *view.offered}
    return tuple(card for card in catalogue().objective if card not in known)


def beliefs_about(view: View, weights: Sequence[float] = _WEIGHTS) -> Beliefs:
    """Return the viewer's beliefs about the other seats' secret objectives; none before play begins."""
    if view.phase not in (Phase.PLACE, Phase.DRAW):
        return {}
    cards = unseen_objectives(view)
    return {seat.seat: _softmax(cards, seat, weights) for seat in view.seats if seat.seat != view.viewer}


def sample_objectives(beliefs: Beliefs, rng: Random) -> dict[Seat, CardId]:
    """Draw an objective for each seat, no two the same (rejection sampling)."""
    while True:
        found = {seat: rng.choices(list(odds), list(odds.values()))[0] for seat, odds in beliefs.items()}
        if len(set(found.values())) == len(found):
            return found


def _softmax(cards: Sequence[CardId], seat: SeatView, weights: Sequence[float]) -> dict[CardId, float]:
    placement = placement_of(seat)
    scores = [
        sum(weight * clue for weight, clue in zip(weights, clues(seat, placement, card), strict=True)) for card in cards
    ]
    most = max(scores)
    odds = [exp(score - most) for score in scores]
    whole = sum(odds)
    return {card: one / whole for card, one in zip(cards, odds, strict=True)}


def clues(seat: SeatView, placement: Placement, card: CardId) -> tuple[float, ...]:
    """Return the inputs of the logit for one objective on the codex of `seat`, which is `placement`."""
    worth = catalogue().objective[card].points
    late = (len(seat.laid) - 1) / _GROWN
    if card in _PATTERNS:
        copies, nearly = len(copies_on(_kingdoms(placement), card)), _nearly(placement, card)
        found = (float(worth * copies), float(worth * nearly), 0.0)
    else:
        copies = set_copies(seat.symbols, card)
        found = (float(worth * copies), 0.0, worth * _partial_set(seat.symbols, card, copies))
    column = card in _PATTERNS and 0 in {dx for _, dx, dy in _PATTERNS[card] if dy}
    objects = card in _NEEDS and _NEEDS[card][0][0] >= len(KINGDOMS)
    resources = card in _NEEDS and not objects
    return (*found, *(late * one for one in found), float(column), float(resources), float(objects))


def _kingdoms(placement: Placement) -> KingdomCells:
    cells: tuple[list[Cell], ...] = tuple([] for _ in KINGDOMS)
    for cell, kingdom in placement.kingdoms.items():
        if kingdom != NO_KINGDOM:
            cells[kingdom].append(cell)
    return tuple(map(frozenset, cells))


def _nearly(placement: Placement, card: CardId) -> int:
    """Return the number of places where two of the three cards of a pattern lie and the third may still come."""
    parts, kingdoms = _PATTERNS[card], placement.kingdoms
    anchors = {(x - dx, y - dy) for (x, y), own in kingdoms.items() for kingdom, dx, dy in parts if own == kingdom}
    return sum(_lacks_one(placement, [(kingdom, (x + dx, y + dy)) for kingdom, dx, dy in parts]) for x, y in anchors)


def _lacks_one(placement: Placement, wanted: Sequence[tuple[int, Cell]]) -> bool:
    missing = [cell for kingdom, cell in wanted if placement.kingdoms.get(cell) != kingdom]
    return len(missing) == 1 and missing[0] not in placement.kingdoms and missing[0] not in placement.blocked


def _partial_set(symbols: Sequence[int], card: CardId, copies: int) -> float:
    """Return the part of the next set that is there."""
    needs = _NEEDS[card]
    return sum(min(symbols[index] - copies * need, need) for index, need in needs) / sum(need for _, need in needs)
