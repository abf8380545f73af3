"""What a patient player could count: where the cards are that nobody has shown."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from codex_naturalis.catalogue import Back, CardId, catalogue
from codex_naturalis.rules import Market

from .parts import Parts
from .values import SeatView, TyborView, Unseen, Viewer

__all__ = ["tracked"]

_BACKS: Final = tuple(dict.fromkeys(catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)))
_AT: Final = {back: at for at, back in enumerate(_BACKS)}
_OF: Final = {card: _AT[catalogue().back(card)] for card in (*catalogue().resource, *catalogue().gold)}
"""The place of each card's back among all backs."""

_ALL: Final = tuple([*_OF.values()].count(at) for at in range(len(_BACKS)))
"""How many cards there are with each back."""

_Tally = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""By back: cards that are seen, cards hidden in hands, and cards hidden on the table."""


def tracked(
    seats: Sequence[SeatView], market: Market, tybor: TyborView | None, viewer: Viewer, parts: Parts | None = None
) -> tuple[Unseen, ...]:
    """Return how many cards of each back are unseen in their deck, in hands and on the table.

    Asks for nothing but what `viewer` sees: all cards there are, less those that are named, less those whose backs show
    elsewhere. `parts` are those of the views made before of the same game, if there were any.
    """
    parts = parts or Parts()
    tallies = [parts.once(("tally", seat.seat, seat.seat == viewer), _of_seat, seat) for seat in seats]
    tallies.append(parts.once(("market",), _of_market, market))
    if tybor:
        tallies.append(_of_tybor(tybor))
    seen, hands, laid = (map(sum, zip(*each, strict=True)) for each in zip(*tallies, strict=True))
    return tuple(map(_unseen, range(len(_BACKS)), seen, hands, laid))


@cache
def _unseen(at: int, seen: int, hands: int, laid: int) -> Unseen:
    return Unseen(_BACKS[at], _ALL[at] - seen - hands - laid, hands, laid)


def _of_seat(seat: SeatView) -> _Tally:
    return _tally(
        [*(laid.card for laid in seat.laid), *(held.card for held in seat.hand)],
        [held.back for held in seat.hand if held.card is None],
        [laid.back for laid in seat.laid if laid.card is None and laid.back is not None],
    )


def _of_market(market: Market) -> _Tally:
    return _tally([*market.resource, *market.gold])


def _of_tybor(tybor: TyborView) -> _Tally:
    return _tally(
        [*(held.card for held in tybor.row), *tybor.scored], [], [held.back for held in tybor.row if held.card is None]
    )


def _tally(seen: Iterable[CardId | None], hands: Iterable[Back] = (), laid: Iterable[Back] = ()) -> _Tally:
    counts = [0] * len(_BACKS), [0] * len(_BACKS), [0] * len(_BACKS)
    for card in seen:
        if card in _OF:  # no empty slot, and no starter card
            counts[0][_OF[card]] += 1
    for count, backs in zip(counts[1:], (hands, laid), strict=True):
        for back in backs:
            count[_AT[back]] += 1
    return counts
