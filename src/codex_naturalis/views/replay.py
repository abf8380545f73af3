"""Replay of a finished game, moment by moment: as seen by a seat or spectator, or with every card open.

This is the only place that shows to others what only its owner knows, and it accepts only a finished game: it cannot be
asked about one that is still being played.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.rules import Event, GameState, Step, backs_of

from .projection import owner_sees, view_of
from .redaction import redact
from .values import HandCard, TyborView, View, Viewer
from .view_cache import ViewCache

__all__ = ["OPEN", "GameNotOverError", "Moment", "ReplayViewer", "look_back"]

OPEN: Final = "open"
"""Viewer of everything: every hand, every secret objective and every face-down card is open; decks stay as they lie."""

ReplayViewer = Viewer | Literal["open"]
"""Viewer of a finished game: a seat, None for a spectator, or `OPEN`."""


class GameNotOverError(Exception):
    """The game is not over, so it cannot be replayed."""


class Moment(Struct, frozen=True):
    """Events of one step, and the table afterwards. No more actions are possible, so `legal` is empty."""

    events: tuple[Event, ...]
    view: View


def look_back(opening: GameState, steps: Sequence[Step], eyes: ReplayViewer) -> tuple[Moment, ...]:
    """Return the moments of a game, the deal first; raise `GameNotOverError` unless the last step ends it."""
    if not steps or steps[-1].state.result is None or any(step.state.deal != opening.deal for step in steps):
        raise GameNotOverError
    cache = ViewCache()
    return (
        Moment((), _view(opening, eyes, cache)),
        *(Moment(tuple(_hear(event, eyes) for event in step.events), _view(step.state, eyes, cache)) for step in steps),
    )


def _hear(event: Event, eyes: ReplayViewer) -> Event:
    return event if eyes == OPEN else redact(event, eyes)


def _view(state: GameState, eyes: ReplayViewer, cache: ViewCache) -> View:
    view = _open_view(state, cache) if eyes == OPEN else view_of(state, eyes, cache=cache)
    over = view.result is not None
    seats = tuple(
        replace(seen, progress=cache.progress(state, seen.seat, mine=over or eyes in (OPEN, seen.seat)))
        for seen in view.seats
    )
    return replace(view, seats=seats, legal=(), unseen=cache.unseen(seats, view.market, view.tybor, view.viewer))


def _open_view(state: GameState, cache: ViewCache) -> View:
    """Return what all seats know together, each seat's place as its owner sees it."""
    view = view_of(state, None, cache=cache)
    return replace(
        view,
        seats=tuple(owner_sees(state, seat, cache) for seat in range(len(state.seats))),
        tybor=_open_tybor(state, view.tybor) if view.tybor else None,
    )


def _open_tybor(state: GameState, seen: TyborView) -> TyborView:
    assert state.tybor is not None
    row = zip(state.tybor.row, backs_of(state.tybor.row), strict=True)
    return replace(seen, row=tuple(HandCard(back, card) for card, back in row))
