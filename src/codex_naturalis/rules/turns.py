"""Turn order: place, draw, and what follows (rulings R2-R4, R7-R14, S13)."""

from typing import Final

from msgspec.structs import replace

from codex_naturalis.catalogue import Side

from .actions import Draw, Phase, Place, Seat
from .codex import Laying, lay, refusal_of
from .draws import anything_left, back_of, bits, card_at, exhausted, refill, take_from_deck, top_back
from .errors import IllegalAction, Reason
from .events import (
    CardDrawn,
    CardPlaced,
    CardTaken,
    DrawSkipped,
    EndCause,
    EndTriggered,
    Event,
    SeatStuck,
    SkipCause,
    TurnBegan,
    TurnSkipped,
)
from .final_scoring import score_game
from .setup import with_seat
from .state import GameState, SeatState, Step
from .tybor import play_tybor, tybor_columns

__all__ = ["END_POINTS", "draw", "place"]

END_POINTS: Final = 20
"""Track points that trigger the end (R2)."""


def place(state: GameState, seat: Seat, action: Place) -> Step:
    """Lay a card and score it; the turn goes on with the draw, if there is one."""
    own = state.seats[seat]
    if action.card not in own.hand:
        raise IllegalAction(Reason.NOT_IN_HAND, card=action.card)
    refusal = refusal_of(own.codex, action.card, action.side, action.cell)
    if refusal:
        raise IllegalAction(refusal.reason, **refusal.facts)
    laying = lay(own.codex, action.card, action.side, action.cell)
    score = own.score + (laying.score.points if laying.score else 0)
    at = own.hand.index(action.card)
    hand = own.hand[:at] + own.hand[at + 1 :]
    after = replace(
        state,
        phase=Phase.DRAW,
        seats=with_seat(state, seat, SeatState(own.starter, own.side, laying.codex, hand, own.objective, score)),
    )
    return _after_placing(after, [_place_event(state, seat, action, laying, score)])


def _place_event(state: GameState, seat: Seat, action: Place, laying: Laying, score: int) -> CardPlaced:
    return CardPlaced(
        seat,
        action.card,
        back_of(action.card),
        action.side,
        action.cell,
        action.side is Side.FRONT or state.has_seen(action.card),
        laying.covered,
        laying.opened,
        laying.closed,
        laying.codex.symbols,
        laying.score,
        score,
    )


def _after_placing(state: GameState, events: list[Event]) -> Step:
    """Go on to the draw, unless there is none (R4, R14) or no seat can play on, not even Tybor (R13)."""
    seat = state.turn
    if state.seats[seat].stuck:
        events.append(SeatStuck(seat))
        if _all_stuck(state) and not state.tybor_goes_on:
            return _end_game(state, events)
    cause = _no_draw(state)
    if cause is None:
        return Step(state, tuple(events))
    events.append(DrawSkipped(seat, cause))
    return _complete_turn(state, events)


def _all_stuck(state: GameState) -> bool:
    return all(own.stuck for own in state.seats)


def _no_draw(state: GameState) -> SkipCause | None:
    """Return why there is no draw, if so: a seat's very last one could touch only Tybor (R4)."""
    if state.round == state.last_round and not state.tybor_goes_on:
        return SkipCause.LAST_TURN
    return None if anything_left(state.market, state.decks) else SkipCause.NOTHING_LEFT


def draw(state: GameState, seat: Seat, action: Draw) -> Step:
    """Take one card into the hand, refill the market, and complete the turn."""
    card = card_at(state.market, state.decks, action.source)
    if card is None:
        raise IllegalAction(Reason.SOURCE_EMPTY, source=action.source.value)
    own = state.seats[seat]
    hand = (*own.hand, card)
    seats = with_seat(state, seat, SeatState(own.starter, own.side, own.codex, hand, own.objective, own.score))
    deck = action.source.deck
    events: list[Event]
    if action.source.slot is None:
        _, decks = take_from_deck(state.decks, deck)
        events = [CardDrawn(seat, action.source, card, back_of(card), top_back(decks, deck))]
        return _complete_turn(replace(state, seats=seats, decks=decks), events)
    market, decks, refilled = refill(state.market, state.decks, action.source, state.options.refill)
    events = [CardTaken(seat, action.source, card), refilled]
    seen = state.seen | 1 << refilled.card if refilled.card else state.seen
    return _complete_turn(replace(state, seats=seats, market=market, decks=decks, seen=seen), events)


def _complete_turn(state: GameState, events: list[Event]) -> Step:
    """Check the triggers, then pass the turn on, round by round."""
    state = _trigger_end(state, events, state.turn, state.seats[state.turn].score)
    seat = state.turn + 1
    while True:
        if seat == len(state.seats):
            state = _close_round(state, events)
            if state.phase is Phase.OVER:
                return _end_game(state, events)
            seat = 0
        if not state.seats[seat].stuck:
            events.append(TurnBegan(seat, state.round, state.round == state.last_round))
            return Step(replace(state, phase=Phase.PLACE, turn=seat), tuple(events))
        events.append(TurnSkipped(seat))
        seat += 1


def _trigger_end(state: GameState, events: list[Event], seat: Seat | None, score: int) -> GameState:
    """Trigger the end when the turn just completed, of `seat` or of Tybor, calls for it (R1-R3)."""
    if state.last_round is not None:
        return state
    if score >= END_POINTS:
        cause = EndCause.POINTS
    elif exhausted(state.options, state.market, state.decks):
        cause = EndCause.EXHAUSTION
    else:
        return state
    events.append(EndTriggered(cause, seat, state.round + 1))
    return replace(state, last_round=state.round + 1)


def _close_round(state: GameState, events: list[Event]) -> GameState:
    """Let Tybor play, then begin the next round or end the game: also when nothing will ever change (R13)."""
    idle = False
    if state.tybor is not None:
        columns = tybor_columns(state.options, state.round)
        turn = play_tybor(state.tybor, state.market, state.decks, state.deal.common_objectives, columns)
        events.extend(turn.events)
        seen = state.seen | bits((*turn.market.resource, *turn.market.gold))
        state = replace(state, tybor=turn.tybor, market=turn.market, decks=turn.decks, seen=seen)
        state = _trigger_end(state, events, None, turn.tybor.score)
        idle = turn.idle
    if state.round == state.last_round or (idle and _all_stuck(state)):
        return replace(state, phase=Phase.OVER)
    return replace(state, round=state.round + 1)


def _end_game(state: GameState, events: list[Event]) -> Step:
    result, scored = score_game(state)
    return Step(replace(state, phase=Phase.OVER, result=result), (*events, *scored))
