"""Replay of a finished game, moment by moment: from a seat's eyes, from a spectator's, or with every card open.

This is the only place that shows to others what only its owner knows, and it takes nothing but a whole game with its
end: there is no way to ask it about one that is still being played.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.catalogue import CardId
from codex_naturalis.rules import Codex, Event, GameState, ObjectiveScore, Phase, Seat, Step, backs_of

from .details import progress
from .showing import owner_sees, view_of
from .telling import redact
from .tracking import tracked
from .values import HandCard, TyborView, View, Viewer

__all__ = ["OPEN", "Eyes", "GameNotOver", "Moment", "look_back"]

OPEN: Final = "open"
"""Viewer of everything: every hand, every secret objective and every face-down card is open; decks stay as they lie."""

Eyes = Viewer | Literal["open"]
"""Viewer of a finished game: a seat, None for a spectator, or `OPEN`."""


class GameNotOver(Exception):  # noqa: N818  # reads as the sentence it is
    """The game goes on, so it cannot be looked back on."""


class Moment(Struct, frozen=True):
    """Events of one step, and the table afterwards. Nothing can be done any more, so `legal` is empty."""

    events: tuple[Event, ...]
    view: View


def look_back(opening: GameState, steps: Sequence[Step], eyes: Eyes) -> tuple[Moment, ...]:
    """Return the moments of a game, the deal first; raise `GameNotOver` unless the last step ends it."""
    if not steps or steps[-1].state.result is None or any(step.state.deal != opening.deal for step in steps):
        raise GameNotOver
    count = _Count()
    return (
        Moment((), _view(opening, eyes, count)),
        *(
            Moment(tuple(_heard(event, eyes) for event in step.events), _view(step.state, eyes, count))
            for step in steps
        ),
    )


def _heard(event: Event, eyes: Eyes) -> Event:
    return event if eyes == OPEN else redact(event, eyes)


def _view(state: GameState, eyes: Eyes, count: "_Count") -> View:
    view = _open_view(state) if eyes == OPEN else view_of(state, eyes)
    seats = tuple(
        replace(seen, progress=count.of(state, seen.seat, secret=eyes in (OPEN, seen.seat) or view.result is not None))
        for seen in view.seats
    )
    return replace(view, seats=seats, legal=(), unseen=tracked(seats, view.market, view.tybor, view.viewer))


def _open_view(state: GameState) -> View:
    """Return what all seats know together, each seat's place as its owner sees it."""
    view = view_of(state, None)
    return replace(
        view,
        seats=tuple(owner_sees(state, seat) for seat in range(len(state.seats))),
        tybor=_open_tybor(state, view.tybor) if view.tybor else None,
    )


def _open_tybor(state: GameState, seen: TyborView) -> TyborView:
    assert state.tybor is not None
    row = zip(state.tybor.row, backs_of(state.tybor.row), strict=True)
    return replace(seen, row=tuple(HandCard(back, card) for card, back in row))


class _Count:
    """Cache of objective counts: each codex is counted once, however many moments it lies unchanged."""

    def __init__(self) -> None:
        self._known: dict[Seat, tuple[Codex, tuple[CardId, ...], tuple[ObjectiveScore, ...]]] = {}

    def of(self, state: GameState, seat: Seat, *, secret: bool) -> tuple[ObjectiveScore, ...]:
        """Return what the objectives would give now, the secret one too if it may be shown."""
        if state.phase is Phase.SIDE:
            return ()
        own = state.seats[seat]
        objectives = (*state.deal.common_objectives, *((own.objective,) if secret and own.objective else ()))
        known = self._known.get(seat)
        if known is None or known[0] is not own.codex or known[1] != objectives:
            known = self._known[seat] = own.codex, objectives, progress(own.codex, objectives)
        return known[2]
