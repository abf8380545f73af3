"""Card counting: locations of the cards that have not been shown."""

from functools import cache
from typing import Final

from codex_naturalis.catalogue import Back, catalogue
from codex_naturalis.rules import Market

from .values import SeatView, TyborView, Unseen

__all__ = ["of_market", "of_seat", "of_tybor", "unseen"]

_BACKS: Final = tuple(dict.fromkeys(catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)))
_AT: Final = {back: at for at, back in enumerate(_BACKS)}
_OF: Final = {card: _AT[catalogue().back(card)] for card in (*catalogue().resource, *catalogue().gold)}
"""Index of each card's back among all backs."""

_ALL: Final = tuple([*_OF.values()].count(at) for at in range(len(_BACKS)))
"""Number of cards with each back."""

_BITS: Final = 8
"""Width of each count in a tally, in bits: enough for all cards."""

_SEEN, _HELD, _LAID = ([1 << _BITS * (kind * len(_BACKS) + at) for at in range(len(_BACKS))] for kind in range(3))
"""Increments of a tally, by back, for one card: seen, hidden in a hand, or hidden on the table.

A tally is one integer with all counts in it (bit fields), so that tallies are added and compared in a single step.
"""

_CARD: Final = {card: _SEEN[at] for card, at in _OF.items()}
_IN_HAND: Final[dict[Back | None, int]] = {back: _HELD[at] for back, at in _AT.items()}
_ON_TABLE: Final[dict[Back | None, int]] = {back: _LAID[at] for back, at in _AT.items()}


def unseen(tally: int) -> tuple[Unseen, ...]:
    """Return how many cards of each back are left for the decks, and how many lie hidden elsewhere."""
    many = len(_BACKS)
    counts = tally.to_bytes(3 * many, "little")
    return tuple(map(_unseen, range(many), counts[:many], counts[many : 2 * many], counts[2 * many :]))


@cache
def _unseen(at: int, seen: int, hands: int, laid: int) -> Unseen:
    return Unseen(_BACKS[at], _ALL[at] - seen - hands - laid, hands, laid)


def of_seat(seat: SeatView) -> int:
    """Count a hand and a codex, except its starter card, which has no such back."""
    held = sum([_IN_HAND[one.back] if one.card is None else _CARD[one.card] for one in seat.hand])
    return held + sum([_ON_TABLE[one.back] if one.card is None else _CARD.get(one.card, 0) for one in seat.laid])


def of_market(market: Market) -> int:
    """Count the face-up cards."""
    return sum([_CARD[card] for card in (*market.resource, *market.gold) if card is not None])


def of_tybor(tybor: TyborView) -> int:
    """Count Tybor's row and what he has scored."""
    row = [_ON_TABLE[one.back] if one.card is None else _CARD[one.card] for one in tybor.row]
    return sum(row) + sum([_CARD[card] for card in tybor.scored])
