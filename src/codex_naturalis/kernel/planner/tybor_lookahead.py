# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""One-step lookahead at Tybor: what a draw leaves him to score, all that matters in the player's last draw."""

from typing import Final

from ..compiler.jit import njit
from ..layout import NONE, Game
from ..tables import KINGDOM
from ..turns import play_tybor

__all__ = ["draws_for_tybor", "left_to_tybor"]

_SLOTS: Final = 4
_SAMPLE: Final = 3
"""Sample size: cards that are tried in the slot, as in `planner.judge_draws`."""


@njit
def draws_for_tybor(g: Game, seat: int) -> bool:
    """Return whether the draw of `seat` can matter only to Tybor: in the last turn, or once it is stuck."""
    return g.solo > 0 and (g.round == g.last_round or g.open[seat] == 0)


@njit
def left_to_tybor(g: Game, source: int) -> float:
    """Return the expected points of Tybor right after a card was taken from `source`.

    The viewer knows only the back of the refill, on top of its deck.
    """
    if source >= _SLOTS:
        return _turn_score(g) + 0.0
    taken = g.market[source] + 0
    deck = source // 2
    left = g.decks[deck] + 0
    total = 0
    cards = 0
    for n in range(left):
        card = g.deck[deck, n]
        if cards < _SAMPLE and KINGDOM[card - 1] == KINGDOM[g.deck[deck, left - 1] - 1]:
            g.market[source] = card
            total += _turn_score(g)
            cards += 1
    if cards == 0:
        g.market[source] = NONE
        total = _turn_score(g)
    g.market[source] = taken
    return total / max(1, cards)


@njit
def _turn_score(g: Game) -> int:
    """Return the points that Tybor would score in a turn; the game is left as it is: his refills change counts."""
    tybor, resources = g.tybor + 0, g.tybor_resources + 0
    first, second, third, fourth = g.market[0] + 0, g.market[1] + 0, g.market[2] + 0, g.market[3] + 0
    resource_deck, gold_deck = g.decks[0] + 0, g.decks[1] + 0
    play_tybor(g)
    points = g.tybor - tybor
    g.tybor, g.tybor_resources = tybor, resources
    g.market[0], g.market[1], g.market[2], g.market[3] = first, second, third, fourth
    g.decks[0], g.decks[1] = resource_deck, gold_deck
    return points
