"""Transition function of the rules: the step an action leads to, or the reason for a refusal."""

from collections.abc import Iterable, Iterator
from typing import Final, SupportsIndex

from codex_naturalis.catalogue import CardId, Side

from .actions import Action, Cell, ChooseObjective, ChooseSide, Draw, Phase, Place, Seat
from .arguments import check_action, check_kind, member_of
from .codex import refusal_of
from .errors import IllegalAction, Reason, Refusal
from .legal import TURN, awaited
from .setup import choose_objective, choose_side
from .state import GameState, Step
from .turns import draw, place

__all__ = ["apply", "follow", "why_not"]

_PHASES: Final[dict[type[Action], Phase]] = {
    ChooseSide: Phase.SIDE,
    ChooseObjective: Phase.OBJECTIVE,
    Place: Phase.PLACE,
    Draw: Phase.DRAW,
}


def apply(state: GameState, seat: Seat, action: Action) -> Step:
    """Return the step that `action` leads to, or raise `IllegalAction`; `state` itself never changes.

    Raises `TypeError`, which names the argument, for a value that is no state, seat or action.
    """
    try:
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
    except (AttributeError, KeyError, TypeError, ValueError):
        check_kind("state", state, GameState)
        check_kind("seat", seat, SupportsIndex)
        check_action(action)
        raise


def follow(state: GameState, actions: Iterable[tuple[Seat, Action]]) -> Iterator[Step]:
    """Fold `apply` over `actions`: yield the step that each leads to, from `state` on.

    Raises `IllegalAction` at the first that the rules refuse; its `index` says how many were played before.
    """
    for index, (seat, action) in enumerate(actions):
        try:
            step = apply(state, seat, action)
        except IllegalAction as illegal:
            illegal.index = index
            raise
        yield step
        state = step.state


def _admit(state: GameState, seat: Seat, phase: Phase) -> None:
    """Refuse an action that does not belong to this moment."""
    if state.phase is phase and (seat == state.turn if phase in TURN else seat in awaited(state)):
        return
    if not 0 <= seat < len(state.seats):
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=seat)
    if state.phase is Phase.OVER:
        raise IllegalAction(Reason.GAME_OVER)
    if state.phase in TURN and phase in TURN and seat != state.turn:
        raise IllegalAction(Reason.NOT_YOUR_TURN, turn=state.turn)
    if state.phase is not phase:
        raise IllegalAction(Reason.WRONG_PHASE, phase=state.phase.value)
    raise IllegalAction(Reason.ALREADY_CHOSEN)


def why_not(state: GameState, seat: Seat, card: CardId, side: Side, cell: Cell) -> Refusal | None:
    """Return why `seat` may not lay `card` on `cell` now, or None if it may."""
    try:
        _admit(state, seat, Phase.PLACE)
    except IllegalAction as refused:
        return refused.refusal
    if card not in state.seats[seat].hand:
        return Refusal(Reason.NOT_IN_HAND, {"card": card})
    side = member_of("side", Side, side)
    return refusal_of(state.seats[seat].codex, card, side, cell)
