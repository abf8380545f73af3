"""The rules as three pure questions: what may be done, what does it lead to, and why not."""

from functools import cache
from typing import Final

from codex_naturalis.catalogue import CardId, Side

from .actions import Action, Cell, ChooseObjective, ChooseSide, Draw, Place, Seat, Source
from .codex import refusal_of
from .drawing import sources
from .errors import IllegalAction, Reason, Refusal
from .faces import FACES
from .setup import choose_objective, choose_side
from .state import GameState, Phase, Step
from .turns import draw, place

__all__ = ["apply", "awaited", "legal_actions", "why_not"]

_PHASES: Final[dict[type[Action], Phase]] = {
    ChooseSide: Phase.SIDE,
    ChooseObjective: Phase.OBJECTIVE,
    Place: Phase.PLACE,
    Draw: Phase.DRAW,
}
_TURN: Final = (Phase.PLACE, Phase.DRAW)
_SIDES: Final = tuple(Side)
_FACES: Final = tuple(FACES.items())


def apply(state: GameState, seat: Seat, action: Action) -> Step:
    """Return the step that `action` leads to, or raise `IllegalAction`; `state` itself never changes."""
    _admit(state, seat, _PHASES[type(action)])
    match action:
        case Place():
            return place(state, seat, action)
        case Draw():
            return draw(state, seat, action)
        case ChooseSide():
            return choose_side(state, seat, action)
        case ChooseObjective():
            return choose_objective(state, seat, action)


def _admit(state: GameState, seat: Seat, phase: Phase) -> None:
    """Refuse what does not belong to this moment."""
    if state.phase is phase and (seat == state.turn if phase in _TURN else seat in awaited(state)):
        return
    if not 0 <= seat < len(state.seats):
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=seat)
    if state.phase is Phase.OVER:
        raise IllegalAction(Reason.GAME_OVER)
    if state.phase in _TURN and phase in _TURN and seat != state.turn:
        raise IllegalAction(Reason.NOT_YOUR_TURN, turn=state.turn)
    if state.phase is not phase:
        raise IllegalAction(Reason.WRONG_PHASE, phase=state.phase.value)
    raise IllegalAction(Reason.ALREADY_CHOSEN)


def awaited(state: GameState) -> tuple[Seat, ...]:
    """Return the seats that must act now: several while they choose at the same time, none after the end."""
    if state.phase in _TURN:
        return (state.turn,)
    if state.phase is Phase.SIDE:
        return tuple(seat for seat, own in enumerate(state.seats) if own.side is None)
    if state.phase is Phase.OBJECTIVE:
        return tuple(seat for seat, own in enumerate(state.seats) if own.objective is None)
    return ()


def legal_actions(state: GameState, seat: Seat) -> tuple[Action, ...]:
    """Return all that `seat` may do now: placements by hand card, side and cell, draws in the order of `Source`."""
    if state.phase in _TURN and seat == state.turn:
        drawing = state.phase is Phase.DRAW
        return _draws(sources(state.market, state.decks)) if drawing else _placements(state, seat)
    if seat not in awaited(state):
        return ()
    if state.phase is Phase.SIDE:
        return tuple(ChooseSide(side) for side in _SIDES)
    return tuple(ChooseObjective(card) for card in state.deal.seats[seat].objectives)


def _placements(state: GameState, seat: Seat) -> tuple[Action, ...]:
    codex = state.seats[seat].codex
    cells, symbols = tuple(codex.open), codex.symbols
    return tuple(
        [
            Place(card, side, cell)
            for card in state.seats[seat].hand
            for side, faces in _FACES
            if not faces[card].needs or faces[card].payable(symbols)
            for cell in cells
        ]
    )


@cache
def _draws(available: tuple[Source, ...]) -> tuple[Action, ...]:
    return tuple(Draw(source) for source in available)


def why_not(state: GameState, seat: Seat, card: CardId, side: Side, cell: Cell) -> Refusal | None:
    """Return why `seat` may not lay `card` on `cell` now, or None if it may."""
    try:
        _admit(state, seat, Phase.PLACE)
    except IllegalAction as refused:
        return refused.refusal
    if card not in state.seats[seat].hand:
        return Refusal(Reason.NOT_IN_HAND, {"card": card})
    return refusal_of(state.seats[seat].codex, card, side, cell)
