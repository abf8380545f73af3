"""Positions set up by hand: a first one, and one change after another.

A change turns the code of a view into another code. Derived parts are recomputed: the decks hold what lies nowhere
else, and the round follows from the cards laid.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from codex_naturalis.catalogue import Back, CardId, Deck, Side, catalogue
from codex_naturalis.judgements.positions import (
    ChangeHand,
    ChangeMarket,
    ChangeObjectives,
    ChangeStarter,
    LayCard,
    LiftCard,
    PositionChange,
    TakeCard,
)
from codex_naturalis.rules import LATEST, CodeError, GameOptions, Phase, Seat, Source
from codex_naturalis.rules.position.reader import read_position
from codex_naturalis.rules.position.values import HeldCard, Laid, Position, PositionSeat, PositionTybor
from codex_naturalis.rules.position.writer import write_position
from codex_naturalis.views import from_code

__all__ = ["change_position", "first_position"]

_DECKS: Final = {Deck.RESOURCE: tuple(catalogue().resource), Deck.GOLD: tuple(catalogue().gold)}
_SLOTS: Final = tuple(source for source in Source if source.slot is not None)


def first_position(options: GameOptions, viewer: Seat = 0) -> str:
    """Return the code of a position to begin with: each seat has laid its starter, and `viewer` is to act."""
    resource, gold = list(_DECKS[Deck.RESOURCE]), list(_DECKS[Deck.GOLD])
    objectives = list(catalogue().objective)
    market = (resource.pop(0), resource.pop(0), gold.pop(0), gold.pop(0))
    own = tuple(_find_card(card) for card in (resource.pop(0), resource.pop(0), gold.pop(0)))
    backs = [Back(Deck.RESOURCE, _find_card(resource[0]).back.kingdom)] * 2 + [_find_card(gold[0]).back]
    common, offered = (objectives.pop(0), objectives.pop(0)), (objectives.pop(0), objectives.pop(0))
    seats = tuple(
        PositionSeat(starter, Side.FRONT, True, offered, offered[0], own, ())  # noqa: FBT003 - a field
        if seat == viewer
        else PositionSeat(starter, Side.FRONT, True, (), None, tuple(HeldCard(back, None) for back in backs), ())  # noqa: FBT003
        for seat, starter in zip(range(options.seats), catalogue().starter, strict=False)
    )
    tybor = PositionTybor(0, (), ()) if options.solo else None
    left = len(catalogue().objective) - 2 - len(seats)
    empty = ((0, None), (0, None))
    position = Position(
        viewer, options, LATEST, Phase.PLACE, viewer, 1, None, market, common, empty, left, seats, tybor
    )
    return _settle(position)


def change_position(code: str, change: PositionChange) -> str:
    """Return the code of a view after one change.

    Raises `CodeError` if `code` is none, or says more than one player knows, and for an impossible change.
    """
    position = read_position(code)
    if not isinstance(position.eyes, int):
        raise CodeError(2, "a position is set up as one player sees it")
    return _settle(_changed_position(position, position.eyes, change))


def _changed_position(position: Position, viewer: Seat, change: PositionChange) -> Position:
    own = position.seats[viewer]
    match change:
        case ChangeHand():
            return _with_seat(position, viewer, replace(own, hand=tuple(map(_find_card, change.cards))))
        case ChangeMarket():
            return replace(position, market=change.cards)
        case ChangeObjectives():
            spare = next(card for card in catalogue().objective if card not in (*change.common, change.own))
            own = replace(own, offered=(change.own, spare), kept=change.own)
            return _with_seat(replace(position, common=change.common), viewer, own)
        case TakeCard():
            return _take_card(position, change)
        case _:
            return _with_seat(position, change.seat, _changed_seat(_seat_in(position, change.seat), change))


def _changed_seat(seat: PositionSeat, change: ChangeStarter | LayCard | LiftCard) -> PositionSeat:
    match change:
        case ChangeStarter():
            return replace(seat, starter=change.card, side=change.side, laid=())
        case LayCard():
            card = _find_card(change.card)
            hand = tuple(held for held in seat.hand if held != card)
            return replace(seat, hand=hand, laid=(*seat.laid, Laid(card, change.side, change.cell)))
        case LiftCard():
            return replace(seat, laid=seat.laid[:-1])


def _take_card(position: Position, change: TakeCard) -> Position:
    seat = _seat_in(position, change.seat)
    if change.source.slot is None:
        return position
    at = _SLOTS.index(change.source)
    card = position.market[at]
    if card is None:
        return position
    market = tuple(None if slot == at else there for slot, there in enumerate(position.market))
    hand = (*seat.hand, _find_card(card))
    return _with_seat(replace(position, market=market), change.seat, replace(seat, hand=hand))


def _seat_in(position: Position, seat: Seat) -> PositionSeat:
    if seat >= len(position.seats):
        raise CodeError(0, f"there is no seat {seat}")
    return position.seats[seat]


def _with_seat(position: Position, seat: Seat, after: PositionSeat) -> Position:
    return replace(position, seats=(*position.seats[:seat], after, *position.seats[seat + 1 :]))


def _find_card(card: CardId) -> HeldCard:
    if card not in catalogue().resource and card not in catalogue().gold:
        raise CodeError(0, f"card {card} is neither a resource nor a gold card")
    return HeldCard(catalogue().back(card), card)


def _settle(position: Position) -> str:
    """Return the code of `position` with the decks and the round that follow from its cards; check it whole."""
    decks = (_deck_left(position, Deck.RESOURCE), _deck_left(position, Deck.GOLD))
    position = replace(position, decks=decks, phase=Phase.PLACE, round=len(position.seats[position.turn].laid) + 1)
    try:
        code = write_position(replace(position, last_round=None))
    except (ValueError, LookupError):
        raise CodeError(0, "this card cannot lie there") from None
    from_code(code)
    return code


def _deck_left(position: Position, deck: Deck) -> tuple[int, Back | None]:
    """Return how many cards are in a deck, and a back for its top: those that lie nowhere else."""
    held = list(_held_cards(position))
    there = {*(each.card for each in held), *position.market, *(position.tybor.scored if position.tybor else ())}
    left = [catalogue().back(card) for card in _DECKS[deck] if card not in there]
    for each in held:
        if each.card is None and each.back in left:
            left.remove(each.back)
    return len(left), left[0] if left else None


def _held_cards(position: Position) -> Iterator[HeldCard]:
    for seat in position.seats:
        yield from seat.hand
        yield from (laid.held for laid in seat.laid)
    yield from position.tybor.row if position.tybor else ()
