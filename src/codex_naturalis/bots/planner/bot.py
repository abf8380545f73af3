"""Planner: a one-ply greedy bot that evaluates the position after every legal action, once."""

from functools import cached_property
from random import Random

from codex_naturalis.catalogue import CardId
from codex_naturalis.rules import END_POINTS, FACES, Action, ChooseObjective, ChooseSide, Draw, Place
from codex_naturalis.views import SeatView, View, unseen_cards

from ..player import without_budget
from .addition import add_up
from .evaluation import Evaluator
from .placement import Placement, card_shown, placement_of, starter_placement
from .tybor_lookahead import draws_for_tybor, left_to_tybor
from .weights import AGAINST_TYBOR, AT_TABLE, Weights

__all__ = ["PlannerBot", "evaluate_actions", "make", "rank_actions"]


class PlannerBot:
    """One-ply greedy bot over the heuristic evaluation: points, objectives, symbols, open cells, hand, turns left."""

    def __init__(self, weights: Weights | None = None) -> None:
        """Evaluate by `weights` instead of those that fit the number of seats."""
        self._weights = weights

    def choose(self, view: View, rng: Random) -> Action:
        """Return the action with the highest evaluation; ties are broken at random by `rng`."""
        if len(view.legal) == 1:
            return view.legal[0]
        worth = evaluate_actions(view, self._weights or (AT_TABLE if view.tybor is None else AGAINST_TYBOR))
        best = max(worth)
        return rng.choice([action for action, value in zip(view.legal, worth, strict=True) if value == best])


def rank_actions(view: View) -> list[tuple[float, Action]]:
    """Return the legal actions with their evaluations in points, best first; ties keep the order of `view.legal`."""
    worth = evaluate_actions(view, AT_TABLE if view.tybor is None else AGAINST_TYBOR)
    return sorted(zip(worth, view.legal, strict=True), key=lambda pair: -pair[0])


def make(budget: str | None) -> PlannerBot:
    """Return the planner bot; it takes no budget."""
    without_budget(budget)
    return PlannerBot()


def evaluate_actions(view: View, weights: Weights) -> list[float]:
    """Return the evaluations of `view.legal` by `weights`, in their order, in points expected at the end."""
    return _Plan(view, weights).worth()


class _Plan:
    """Evaluation of one decision."""

    def __init__(self, view: View, weights: Weights) -> None:
        assert view.viewer is not None
        self._view = view
        self._weights = weights
        self._seat = view.seats[view.viewer]
        self._cards = tuple(held.card for held in self._seat.hand if held.card is not None)
        self._objectives = (*view.common_objectives, *((view.objective,) if view.objective else ()))

    @cached_property
    def _placement(self) -> Placement:
        return placement_of(self._seat)

    def _evaluator(self, placement: Placement, turns: float) -> Evaluator:
        return Evaluator(self._weights, placement, self._objectives, turns)

    def worth(self) -> list[float]:
        """Return the evaluations of the legal actions, in their order."""
        match self._view.legal[0]:
            case Place():
                return self._placements()
            case Draw():
                return [self._draw(action) for action in self._view.legal if isinstance(action, Draw)]
            case ChooseSide():
                return [self._side(action) for action in self._view.legal if isinstance(action, ChooseSide)]
            case ChooseObjective():
                return [self._objective(action) for action in self._view.legal if isinstance(action, ChooseObjective)]

    # Setup

    def _side(self, action: ChooseSide) -> float:
        evaluator = self._evaluator(starter_placement(self._seat.starter, action.side), self._turns_left(0))
        return evaluator.position()

    def _objective(self, action: ChooseObjective) -> float:
        objectives = (*self._view.common_objectives, action.card)
        evaluator = Evaluator(self._weights, self._placement, objectives, self._turns_left(0))
        return evaluator.position() + evaluator.hand(self._cards, self._placement.symbols)

    # Turns

    def _turns_left(self, scored: int) -> float:
        """Return the expected number of own turns after the present placement, which scores `scored`."""
        view, own = self._view, self._seat
        if own.turns_left is not None:
            return own.turns_left - 1
        if own.score + scored >= END_POINTS:
            return 1.0
        weights = self._weights
        scores = [seat.score for seat in self._rivals]
        if view.tybor is not None:
            scores.append(view.tybor.score)
        leader = max((*scores, own.score + scored))
        by_points = weights.turns_base + weights.turns_per_point * max(0, END_POINTS - leader)
        per_round = len(view.seats) if view.tybor is None else 3
        by_cards = 1 + (view.decks.resource.count + view.decks.gold.count) / per_round
        return min(by_points, by_cards)

    def _placements(self) -> list[float]:
        ahead = self._turns_left(0)
        evaluator = self._evaluator(self._placement, ahead)
        worth = []
        for action in self._view.legal:
            assert isinstance(action, Place)
            rest = [card for card in self._cards if card != action.card]
            scored = self._placement.points(FACES[action.side][action.card], action.cell)
            ends = self._seat.turns_left is None and self._seat.score + scored >= END_POINTS
            value = (self._last if ends else evaluator).value_after(action.card, action.side, action.cell, rest)
            worth.append(value + self._ending(ahead, scored) if ends else value)
        return worth

    @cached_property
    def _last(self) -> Evaluator:
        return self._evaluator(self._placement, 1.0)

    def _ending(self, ahead: float, scored: int) -> float:
        """Return the value of ending the game: what the best rival can no longer do, and a lead that is safe then."""
        lead = self._seat.score + scored + self._own_position - self._rival_points
        return self._weights.lock * lead + self._weights.rival * self._rival_hopes(ahead)

    @cached_property
    def _own_position(self) -> float:
        return self._evaluator(self._placement, 0.0).position()

    @cached_property
    def _rivals(self) -> tuple[SeatView, ...]:
        return tuple(seat for seat in self._view.seats if seat is not self._seat)

    @cached_property
    def _rival_points(self) -> float:
        """Return the points of the best rival, objectives that are in sight included."""
        if self._view.tybor is not None:
            return self._view.tybor.score
        return max(seat.score + self._rival_position(seat, 0.0) for seat in self._rivals)

    def _rival_hopes(self, ahead: float) -> float:
        """Return the points the best rival may expect from the turns that an early end takes away."""
        if self._view.tybor is not None:
            return ahead - 1.0
        return max(self._rival_position(seat, ahead) - self._rival_position(seat, 1.0) for seat in self._rivals)

    def _rival_position(self, seat: SeatView, turns: float) -> float:
        return Evaluator(self._weights, placement_of(seat), self._view.common_objectives, turns).position()

    # Draws

    def _draw(self, action: Draw) -> float:
        if draws_for_tybor(self._view, self._seat):
            return -left_to_tybor(self._view, action.source)
        card = card_shown(self._view.market, action.source)
        if card is not None:
            return self._with(card)
        deck = self._view.decks.resource if action.source.deck == "resource" else self._view.decks.gold
        assert deck.top is not None
        cards = unseen_cards(self._view)[deck.top]
        return add_up(self._with(card) for card in cards) / len(cards)

    @cached_property
    def _drawing(self) -> Evaluator:
        return self._evaluator(self._placement, self._turns_left(0))

    def _with(self, card: CardId) -> float:
        return self._drawing.hand((*self._cards, card), self._placement.symbols)
