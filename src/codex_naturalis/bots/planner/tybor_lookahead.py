"""One-step lookahead at Tybor: what a draw leaves him to score, all that matters in the player's last draw."""

from collections.abc import Iterator

from msgspec.structs import replace

from codex_naturalis.catalogue import CardId, Deck
from codex_naturalis.rules import Decks, Market, Source, Tybor, play_tybor, tybor_columns
from codex_naturalis.views import SeatView, View, unseen_cards

__all__ = ["draws_for_tybor", "left_to_tybor", "points_left_to_tybor"]

_NO_DECKS = Decks((), (), ())
"""Deck counts for the lookahead: a card that enters one column does not concern the other, and no column is looked at
twice in a turn."""


def draws_for_tybor(view: View, own: SeatView) -> bool:
    """Return whether the draw of `own` can matter only to Tybor: in the last turn, or once the seat is stuck."""
    return view.tybor is not None and (own.turns_left == 1 or own.stuck)


def left_to_tybor(view: View, source: Source) -> float:
    """Return the expected points of Tybor right after the viewer took a card from `source`."""
    points = points_left_to_tybor(view, source)
    return sum(points) / len(points)


def points_left_to_tybor(view: View, source: Source) -> tuple[int, ...]:
    """Return the points of Tybor for each card that may come into the market in place of the one taken."""
    assert view.tybor is not None
    tybor = Tybor(0, (), view.tybor.resources)
    columns = tybor_columns(view.options, view.round)
    turns = (
        play_tybor(tybor, market, _NO_DECKS, view.common_objectives, columns) for market in _markets_after(view, source)
    )
    return tuple(turn.tybor.score for turn in turns)


def _markets_after(view: View, source: Source) -> Iterator[Market]:
    """Yield the market for each card that may refill the slot: all that have the back on top of its deck."""
    market = view.market
    if source.slot is None:
        yield market
        return
    top = (view.decks.resource if source.deck is Deck.RESOURCE else view.decks.gold).top
    for card in (None,) if top is None else unseen_cards(view)[top]:
        yield _put(market, source, card)


def _put(market: Market, source: Source, card: CardId | None) -> Market:
    row = market.resource if source.deck is Deck.RESOURCE else market.gold
    after = (card, row[1]) if source.slot == 0 else (row[0], card)
    return replace(market, resource=after) if source.deck is Deck.RESOURCE else replace(market, gold=after)
