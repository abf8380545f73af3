"""Transition function of the rules: the step an action leads to, or the reason for a refusal."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, SupportsIndex

from codex_naturalis.catalogue import CardId, Side

from .actions import Action, Cell, ChooseObjective, ChooseSide, Draw, Phase, Place, Seat
from .arguments import check_action, check_kind, member_of
from .codex import refusal_of
from .errors import IllegalAction, Reason, Refusal
from .events import EventLog
from .legal import TURN, awaited
from .setup import choose_objective, choose_side
from .state import GameState, Step
from .turns import draw, place

__all__ = ["apply", "follow", "why_not"]

_RULES: Final[dict[type[Action], tuple[Phase, Callable[[GameState, Seat, Any, EventLog], Step]]]] = {
    ChooseSide: (Phase.SIDE, choose_side),
    ChooseObjective: (Phase.OBJECTIVE, choose_objective),
    Place: (Phase.PLACE, place),
    Draw: (Phase.DRAW, draw),
}
"""Phase in which each action is taken, and what carries it out."""


def apply(state: GameState, seat: Seat, action: Action, *, events: bool = True) -> Step:
    """Return the step that `action` leads to, or raise `IllegalAction`; `state` itself never changes.

    With `events=False` no events are made: the same state sooner, for callers who read nothing else.
    Raises `TypeError`, which names the argument, for a value that is no state, seat or action.
    """
    try:
        phase, carry_out = _RULES[type(action)]
        if state.phase is not phase or phase not in TURN or seat != state.turn:
            _admit(state, seat, phase)
        return carry_out(state, seat, action, [] if events else None)
    except (AttributeError, KeyError, TypeError, ValueError):
        check_kind("state", state, GameState)
        check_kind("seat", seat, SupportsIndex)
        check_action(action)
        raise


def follow(state: GameState, actions: Iterable[tuple[Seat, Action]], *, events: bool = True) -> Iterator[Step]:
    """Fold `apply` over `actions`: yield the step that each leads to, from `state` on.

    Raises `IllegalAction` at the first that the rules refuse; its `index` says how many were played before.
    """
    for index, (seat, action) in enumerate(actions):
        try:
            step = apply(state, seat, action, events=events)
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
