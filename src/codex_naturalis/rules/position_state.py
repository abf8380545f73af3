"""State of a fully known position."""

from msgspec.structs import replace

from codex_naturalis.catalogue import CardId

from .actions import Phase
from .draws import bits
from .errors import InvalidDealError
from .final_scoring import score_game
from .position.cursor import CodeError
from .position.values import HeldCard, Position, PositionSeat, PositionTybor, codex_of
from .setup import begin
from .state import Decks, GameState, Market, SeatState, Tybor
from .tybor import count_resources

__all__ = ["state_of"]


def state_of(position: Position) -> GameState:
    """Return the state of `position`; raise `CodeError` if its deal is impossible."""
    assert position.deal is not None
    try:
        state = begin(position.options, position.deal, position.rules)
    except InvalidDealError as error:
        raise CodeError(0, str(error)) from None
    if position.phase is not Phase.SIDE:
        return _play_state(position, state)
    seats = zip(state.seats, position.seats, strict=True)
    return replace(state, seats=tuple(replace(own, side=said.side) for own, said in seats))


def _play_state(position: Position, dealt: GameState) -> GameState:
    deal, market = dealt.deal, position.market
    state = GameState(
        options=position.options,
        rules=position.rules,
        deal=deal,
        phase=position.phase,
        turn=position.turn,
        round=position.round,
        last_round=position.last_round,
        seats=tuple(map(_seat_state, position.seats)),
        market=Market((market[0], market[1]), (market[2], market[3])),
        decks=Decks(
            _end_of(deal.decks.resource, position.decks[0][0]),
            _end_of(deal.decks.gold, position.decks[1][0]),
            position.objective_deck,
        ),
        seen=_seen_bits(position),
        tybor=_tybor_state(position.tybor) if position.tybor else None,
        result=None,
    )
    return replace(state, result=score_game(state)) if state.phase is Phase.OVER else state


def _end_of(deck: tuple[CardId, ...], number: int) -> tuple[CardId, ...]:
    return deck[len(deck) - number :] if number <= len(deck) else ()


def _seat_state(said: PositionSeat) -> SeatState:
    codex, score = codex_of(said)
    return SeatState(said.starter, said.side, codex, _known_cards(said.hand), said.kept, score)


def _tybor_state(said: PositionTybor) -> Tybor:
    row = _known_cards(said.row)
    return Tybor(said.score, row, count_resources(row))


def _known_cards(held: tuple[HeldCard, ...]) -> tuple[CardId, ...]:
    return tuple([each.card for each in held if each.card is not None])


def _seen_bits(position: Position) -> int:
    held = [each for seat in position.seats for each in (*seat.hand, *(laid.held for laid in seat.laid))]
    if position.tybor is not None:
        held += position.tybor.row
    known = [each.card for each in held if each.seen]
    scored = position.tybor.scored if position.tybor else ()
    return bits((*known, *position.market, *scored))
