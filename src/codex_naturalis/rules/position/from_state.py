"""Position of a state, with everything known."""

from typing import TYPE_CHECKING

from codex_naturalis.catalogue import Back, CardId, catalogue

from ..deal import check_deal
from ..errors import InvalidDealError
from .signs import ALL
from .values import HeldCard, Laid, Position, PositionSeat, PositionTybor

if TYPE_CHECKING:
    from ..deal import Deal
    from ..state import GameState, SeatState

__all__ = ["position_of"]


def position_of(state: "GameState") -> Position:
    """Return the position of a state, with everything in it.

    Raises `InvalidDealError` for a state that no box could produce, as sampled worlds may be.
    """
    check_deal(catalogue(), state.options, state.deal)
    if sorted(_cards_of(state)) != sorted(_dealt_cards(state.deal)):
        raise InvalidDealError("the cards are not those that were dealt: a sampled world has no code, its view has one")
    return Position(
        ALL,
        state.options,
        state.rules,
        state.phase,
        state.turn,
        state.round,
        state.last_round,
        (*state.market.resource, *state.market.gold),
        state.deal.common_objectives,
        (_deck_of(state.decks.resource), _deck_of(state.decks.gold)),
        len(state.decks.objective),
        tuple(_seat_of(state, own, dealt.objectives) for own, dealt in zip(state.seats, state.deal.seats, strict=True)),
        _tybor_of(state) if state.tybor else None,
        state.deal,
        state.deal.decks.objective if state.phase == "side" else state.decks.objective,
    )


def _tybor_of(state: "GameState") -> PositionTybor:
    assert state.tybor is not None
    row = tuple(_held_of(state, card) for card in state.tybor.row)
    return PositionTybor(state.tybor.score, row, tuple(sorted(state.cards_scored_by_tybor)))


def _deck_of(cards: tuple[CardId, ...]) -> tuple[int, Back | None]:
    return len(cards), catalogue().back(cards[0]) if cards else None


def _held_of(state: "GameState", card: CardId) -> HeldCard:
    return HeldCard(catalogue().back(card), card, state.has_seen(card))


def _seat_of(state: "GameState", own: "SeatState", offered: tuple[CardId, CardId]) -> PositionSeat:
    cards = [(cell, placed) for cell, placed in own.codex.cards.items() if cell != (0, 0)]
    laid = tuple(Laid(_held_of(state, placed.card), placed.side, cell) for cell, placed in cards)
    hand = tuple(_held_of(state, card) for card in own.hand)
    chosen = own.side is not None if state.phase == "side" else own.objective is not None
    return PositionSeat(own.starter, own.side, chosen, offered, own.objective, hand, laid)


def _cards_of(state: "GameState") -> list[CardId]:
    return [*state.decks.resource, *state.decks.gold, *state.cards_in_play, *state.cards_scored_by_tybor]


def _dealt_cards(deal: "Deal") -> list[CardId]:
    hands = [card for seat in deal.seats for card in seat.hand]
    return [*deal.decks.resource, *deal.decks.gold, *deal.market.resource, *deal.market.gold, *deal.tybor, *hands]
