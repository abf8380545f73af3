"""Card counting: where the cards are that have not been shown."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from codex_naturalis.catalogue import Back, catalogue
from codex_naturalis.rules import Market

from .parts import Parts
from .values import HandCard, LaidCard, SeatView, TyborView, Unseen, Viewer

__all__ = ["tracked"]

_BACKS: Final = tuple(dict.fromkeys(catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)))
_AT: Final = {back: at for at, back in enumerate(_BACKS)}
_OF: Final = {card: _AT[catalogue().back(card)] for card in (*catalogue().resource, *catalogue().gold)}
"""Index of each card's back among all backs."""

_ALL: Final = tuple([*_OF.values()].count(at) for at in range(len(_BACKS)))
"""Number of cards with each back."""

_BITS: Final = 8
"""Width of each count in a tally, in bits: there are fewer cards than it can tell."""

_SEEN, _HELD, _LAID = ([1 << _BITS * (kind * len(_BACKS) + at) for at in range(len(_BACKS))] for kind in range(3))
"""Increments of a tally, by back, for one card: seen, hidden in a hand, or hidden on the table.

A tally is one integer with all counts in it (bit fields), so that tallies are added and compared in a single step.
"""

_CARD: Final = {card: _SEEN[at] for card, at in _OF.items()}
_IN_HAND: Final[dict[Back | None, int]] = {back: _HELD[at] for back, at in _AT.items()}
_ON_TABLE: Final[dict[Back | None, int]] = {back: _LAID[at] for back, at in _AT.items()}


def tracked(
    seats: Sequence[SeatView], market: Market, tybor: TyborView | None, viewer: Viewer, parts: Parts | None = None
) -> tuple[Unseen, ...]:
    """Return how many cards of each back are unseen in their deck, in hands and on the table.

    Asks for nothing but what `viewer` sees: all cards there are, less those that are named, less those whose backs show
    elsewhere. `parts` are those of the views made before of the same game, if there were any.
    """
    parts = parts or Parts()
    tally = parts.once(("market",), _of_market, market)
    for seat in seats:
        whose = seat.seat, seat.seat == viewer
        tally += parts.once(("tally laid", whose), _of_laid, seat.laid) + _of_hand(seat.hand)
    if tybor:
        tally += _of_tybor(tybor)
    return parts.once(("unseen", viewer), _all_unseen, parts.same(("all", viewer), tally))


def _all_unseen(tally: int) -> tuple[Unseen, ...]:
    counts = tally.to_bytes(3 * len(_BACKS), "little")
    kinds = (counts[at : at + len(_BACKS)] for at in range(0, len(counts), len(_BACKS)))
    return tuple(map(_unseen, range(len(_BACKS)), *kinds))


@cache
def _unseen(at: int, seen: int, hands: int, laid: int) -> Unseen:
    return Unseen(_BACKS[at], _ALL[at] - seen - hands - laid, hands, laid)


def _of_laid(laid: tuple[LaidCard, ...]) -> int:
    """Count what lies in a codex: a starter card is no card with a back."""
    return sum([_ON_TABLE[one.back] if one.card is None else _CARD.get(one.card, 0) for one in laid])


def _of_hand(hand: tuple[HandCard, ...]) -> int:
    return sum([_IN_HAND[one.back] if one.card is None else _CARD[one.card] for one in hand])


def _of_market(market: Market) -> int:
    return sum([_CARD[card] for card in (*market.resource, *market.gold) if card is not None])


def _of_tybor(tybor: TyborView) -> int:
    row = [_ON_TABLE[one.back] if one.card is None else _CARD[one.card] for one in tybor.row]
    return sum(row) + sum([_CARD[card] for card in tybor.scored])
