"""Preferences of the strong characters: what each of them likes about an action, beyond what wins.

It decides only among actions that the search holds to be about as good as the best (`characters.PreferenceBot`), so
that a character costs little strength.
"""

from collections.abc import Callable
from typing import Final

from codex_naturalis.catalogue import CardId
from codex_naturalis.rules import Draw
from codex_naturalis.views import View

from ..planner.bot import evaluate_actions
from ..planner.evaluation import Evaluator
from ..planner.placement import card_shown, placement_of
from ..planner.weights import AT_TABLE, Weights

__all__ = ["NOTHING", "Preference", "denial", "gold", "only", "patterns"]

Preference = Callable[[View], list[float]]
"""Points by which a character likes each action of `view.legal`, in their order."""

NOTHING: Final = 1e-6
"""Weight of what a character ignores: it still settles ties."""

_TURNS: Final = ("turns_base", "turns_per_point")


def only(weights: Weights, *kept: str) -> Weights:
    """Return `weights` with nothing but what is named in `kept`, and the estimate of the turns left."""
    names = (*kept, *_TURNS)
    return Weights(**{name: getattr(weights, name) if name in names else NOTHING for name in Weights.__struct_fields__})


_POINTS: Final = only(AT_TABLE)
_GOLD: Final = only(AT_TABLE, "gold", "gold_missing", "hand_best", "kingdom", "kingdom_fade", "resource_turns")
_PATTERNS: Final = only(AT_TABLE, "pattern_one", "pattern_two", "pattern_turns", "hand_pattern")


def gold(view: View) -> list[float]:
    """Like points of cards on the track, gold cards in the hand, and the resources that pay for them."""
    return evaluate_actions(view, _GOLD)


def patterns(view: View) -> list[float]:
    """Like patterns, finished and in the making, and the cards that belong to them; points of cards leave it cold."""
    pairs = zip(evaluate_actions(view, _PATTERNS), evaluate_actions(view, _POINTS), strict=True)
    return [with_patterns - points for with_patterns, points in pairs]


def denial(view: View) -> list[float]:
    """Like to leave the next player a poor market: minus the worth of its best card to that player."""
    if view.viewer is None or len(view.seats) == 1 or not isinstance(view.legal[0], Draw):
        return [0.0] * len(view.legal)
    shown = [card for card in (*view.market.resource, *view.market.gold) if card is not None]
    worth = _worth_to_next(view, shown)
    taken = [card_shown(view.market, action.source) if isinstance(action, Draw) else None for action in view.legal]
    return [-max((worth[card] for card in shown if card != gone), default=0.0) for gone in taken]


def _worth_to_next(view: View, cards: list[CardId]) -> dict[CardId, float]:
    """Return what each card is worth to the next player, by the codex and objectives in sight, as planners see it."""
    assert view.viewer is not None
    seat = view.seats[(view.viewer + 1) % len(view.seats)]
    turns = AT_TABLE.turns_base if seat.turns_left is None else float(seat.turns_left)
    placement = placement_of(seat)
    evaluator = Evaluator(AT_TABLE, placement, view.common_objectives, max(turns, 2.0))
    return {card: evaluator.hand((card,), placement.symbols) for card in cards}
