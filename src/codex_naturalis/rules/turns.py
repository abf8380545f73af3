"""Turn order: place, draw, and what follows (rulings R2-R4, R7-R14, S13)."""

from typing import Final

from msgspec.structs import replace

from codex_naturalis.catalogue import Side

from .actions import Draw, Phase, Place, Seat
from .codex import Effect, codex_after, effect_of, refusal_of
from .draws import (
    anything_left,
    back_of,
    bits,
    card_at,
    exhausted,
    refill,
    refill_event,
    take_from_deck,
    top_back,
)
from .errors import IllegalAction, Reason
from .events import (
    CardDrawn,
    CardPlaced,
    CardTaken,
    DrawSkipped,
    EndCause,
    EndTriggered,
    EventLog,
    SeatStuck,
    SkipCause,
    TurnBegan,
    TurnSkipped,
)
from .final_scoring import score_game, scoring_events
from .setup import with_seat
from .state import GameState, SeatState, Step
from .tybor import play_tybor, tybor_columns

__all__ = ["END_POINTS", "draw", "place"]

END_POINTS: Final = 20
"""Track points that trigger the end (R2)."""

# Read once: before Python 3.12 each `Phase.PLACE` costs as much as a call.
_PLACE: Final = Phase.PLACE
_DRAW: Final = Phase.DRAW
_OVER: Final = Phase.OVER


def place(state: GameState, seat: Seat, action: Place, events: EventLog) -> Step:
    """Lay a card and score it; the turn goes on with the draw, if there is one."""
    own, card = state.seats[seat], action.card
    if card not in own.hand:
        raise IllegalAction(Reason.NOT_IN_HAND, card=card)
    refusal = refusal_of(own.codex, card, action.side, action.cell)
    if refusal is not None:
        raise IllegalAction(refusal.reason, **refusal.facts)
    effect = effect_of(own.codex, card, action.side, action.cell)
    codex = codex_after(own.codex, card, action.side, action.cell, effect)
    hand = tuple([held for held in own.hand if held != card])
    score = own.score + effect.score.points if effect.score else own.score
    if events is not None:
        events.append(_place_event(state, seat, action, effect, score))
    seats = with_seat(state, seat, SeatState(own.starter, own.side, codex, hand, own.objective, score))
    return _after_placing(replace(state, phase=_DRAW, seats=seats), events)


def _place_event(state: GameState, seat: Seat, action: Place, effect: Effect, score: int) -> CardPlaced:
    return CardPlaced(
        seat,
        action.card,
        back_of(action.card),
        action.side,
        action.cell,
        action.side is Side.FRONT or state.has_seen(action.card),
        effect.covered,
        effect.opened,
        effect.closed,
        effect.symbols,
        effect.score,
        score,
    )


def _after_placing(state: GameState, events: EventLog) -> Step:
    """Go on to the draw, unless there is none (R4, R14) or no seat can play on, not even Tybor (R13)."""
    seat = state.turn
    if not state.seats[seat].codex.open:
        if events is not None:
            events.append(SeatStuck(seat))
        if _all_stuck(state) and not state.tybor_goes_on:
            return _end_game(state, events)
    if state.round == state.last_round and not state.tybor_goes_on:  # it could touch only Tybor
        cause = SkipCause.LAST_TURN
    elif not anything_left(state.market, state.decks):
        cause = SkipCause.NOTHING_LEFT
    else:
        return Step(state, tuple(events or ()))
    if events is not None:
        events.append(DrawSkipped(seat, cause))
    return _complete_turn(state, events)


def _all_stuck(state: GameState) -> bool:
    return all(own.stuck for own in state.seats)


def draw(state: GameState, seat: Seat, action: Draw, events: EventLog) -> Step:
    """Take one card into the hand, refill the market, and complete the turn."""
    source = action.source
    card = card_at(state.market, state.decks, source)
    if card is None:
        raise IllegalAction(Reason.SOURCE_EMPTY, source=source.value)
    own = state.seats[seat]
    hand = (*own.hand, card)
    seats = with_seat(state, seat, SeatState(own.starter, own.side, own.codex, hand, own.objective, own.score))
    if source.slot is None:
        _, decks = take_from_deck(state.decks, source.deck)
        if events is not None:
            events.append(CardDrawn(seat, source, card, back_of(card), top_back(decks, source.deck)))
        return _complete_turn(replace(state, seats=seats, decks=decks), events)
    market, decks, turned_up = refill(state.market, state.decks, source, state.options.refill)
    if events is not None:
        events += (CardTaken(seat, source, card), refill_event(decks, source, turned_up))
    seen = state.seen if turned_up is None else state.seen | 1 << turned_up
    return _complete_turn(replace(state, seats=seats, market=market, decks=decks, seen=seen), events)


def _complete_turn(state: GameState, events: EventLog) -> Step:
    """Check the triggers, then pass the turn on, round by round."""
    if state.last_round is None:
        state = _trigger_end(state, events, state.turn, state.seats[state.turn].score)
    seat, seats = state.turn + 1, state.seats
    while True:
        if seat == len(seats):
            state = _close_round(state, events)
            if state.phase is _OVER:
                return _end_game(state, events)
            seat = 0
        if seats[seat].codex.open:
            if events is not None:
                events.append(TurnBegan(seat, state.round, state.round == state.last_round))
            return Step(replace(state, phase=_PLACE, turn=seat), tuple(events or ()))
        if events is not None:
            events.append(TurnSkipped(seat))
        seat += 1


def _trigger_end(state: GameState, events: EventLog, seat: Seat | None, score: int) -> GameState:
    """Trigger the end when the turn just completed, of `seat` or of Tybor, calls for it (R1-R3)."""
    if score >= END_POINTS:
        cause = EndCause.POINTS
    elif exhausted(state.options, state.market, state.decks):
        cause = EndCause.EXHAUSTION
    else:
        return state
    if events is not None:
        events.append(EndTriggered(cause, seat, state.round + 1))
    return replace(state, last_round=state.round + 1)


def _close_round(state: GameState, events: EventLog) -> GameState:
    """Let Tybor play, then begin the next round or end the game: also when nothing will ever change (R13)."""
    idle = False
    if state.tybor is not None:
        columns = tybor_columns(state.options, state.round)
        turn = play_tybor(state.tybor, state.market, state.decks, state.deal.common_objectives, columns)
        if events is not None:
            events.extend(turn.events)
        seen = state.seen | bits((*turn.market.resource, *turn.market.gold))
        state = replace(state, tybor=turn.tybor, market=turn.market, decks=turn.decks, seen=seen)
        if state.last_round is None:
            state = _trigger_end(state, events, None, turn.tybor.score)
        idle = turn.idle
    if state.round == state.last_round or (idle and _all_stuck(state)):
        return replace(state, phase=_OVER)
    return replace(state, round=state.round + 1)


def _end_game(state: GameState, events: EventLog) -> Step:
    result = score_game(state)
    if events is not None:
        events.extend(scoring_events(result))
    return Step(replace(state, phase=_OVER, result=result), tuple(events or ()))
