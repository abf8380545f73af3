"""Write moments of real games, for the tests of the web table and for its harness.

Each file holds what a client would have after joining: the table, the viewer, the view and the steps so far, encoded
exactly as the server encodes them. A small greedy player plays the games, so that codices look like people's.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import (
    Action,
    Draw,
    Event,
    GameState,
    Phase,
    Place,
    Seat,
    SeededShuffler,
    SoloLevel,
    apply,
    awaited,
    deal,
    options_of,
)
from codex_naturalis.views import View, Viewer, redact, view_of
from codex_naturalis.views.values import Preview
from codex_naturalis.wire.socket import StepMessage
from codex_naturalis.wire.table import SeatInfo, SeatKind, TableInfo, TableStage
from tools.generate import ROOT, settle

OUT: Final = ROOT / "frontend" / "tests" / "fixtures"
NAMES: Final = ("Hildegard", "Benedetto", "planner", "greedy")
BOTS: Final = (2, 3)
SeatEvents = tuple[Seat, tuple[Event, ...]]


class Moment(msgspec.Struct, frozen=True):
    """State of one client at one moment."""

    table: TableInfo
    viewer: Viewer
    version: int
    view: View
    log: tuple[StepMessage, ...]


def greedy(state: GameState, seat: Seat, chance: Random) -> Action:
    """Return a sensible action: points first, then a codex that stays open."""
    view = view_of(state, seat, detailed=True)
    if view.previews:
        best = max(view.previews, key=lambda preview: (_worth(preview), chance.random()))
        return Place(best.card, best.side, best.cell)
    gold = tuple(action for action in view.legal if isinstance(action, Draw) and action.source.deck == "gold")
    wants_gold = bool(gold) and chance.choice((True, False))
    return chance.choice(gold if wants_gold else view.legal)


def _worth(preview: Preview) -> float:
    points = preview.points.points if preview.points else 0
    spread = abs(preview.cell[0]) + abs(preview.cell[1])
    return points * 3 + len(preview.opened) - len(preview.closed) + sum(preview.symbols) * 0.4 - spread * 0.15


def play(
    seats: int, seed: int, until: Callable[[GameState], bool], solo: SoloLevel | None = None
) -> tuple[GameState, list[SeatEvents]]:
    """Return the first state for which `until` holds, and the steps to it."""
    state = deal(catalogue(), options_of(seats, solo=solo), SeededShuffler(f"fixture {seed}"))
    chance = Random(seed)  # noqa: S311  # a reproducible game, no secret
    steps: list[SeatEvents] = []
    while not until(state):
        seat = awaited(state)[0]
        step = apply(state, seat, greedy(state, seat, chance))
        steps.append((seat, step.events))
        state = step.state
    return state, steps


def moment(game: tuple[GameState, list[SeatEvents]], viewer: Viewer) -> Moment:
    """Return the client state of `viewer` in `game`."""
    state, steps = game
    seats = tuple(
        SeatInfo(seat, SeatKind.BOT if seat in BOTS else SeatKind.GUEST, name, connected=True)
        for seat, name in enumerate(NAMES[: len(state.seats)])
    )
    stage = TableStage.OVER if state.phase is Phase.OVER else TableStage.PLAYING
    table = TableInfo(
        "fixture",
        state.options,
        listed=False,
        stage=stage,
        seats=seats,
        host=NAMES[0],
        host_seat=0,
        created=0.0,
        version=len(steps),
        rematch=None,
        what_if=None,
        commitment=None,
        hints=False,
    )
    log = tuple(
        StepMessage(version, seat, tuple(redact(event, viewer) for event in events))
        for version, (seat, events) in enumerate(steps, 1)
    )
    return Moment(table, viewer, len(steps), view_of(state, viewer, detailed=True), log)


def _at(phase: Phase, round_: int = 0, turn: Seat = 0) -> Callable[[GameState], bool]:
    return lambda state: state.phase is phase and state.round == round_ and (round_ == 0 or state.turn == turn)


def _last_turn(state: GameState) -> bool:
    return state.phase is Phase.PLACE and state.round == state.last_round and state.turn == 0


def _ending(state: GameState) -> bool:
    return state.last_round is not None and state.phase is Phase.PLACE and state.turn == 1


def _over(state: GameState) -> bool:
    return state.phase is Phase.OVER


def moments() -> dict[str, Moment]:
    """Return the moments by file name."""
    solo = SoloLevel.NORMAL
    return {
        "side": moment(play(2, 1, _at(Phase.SIDE)), 0),
        "objective": moment(play(3, 2, _at(Phase.OBJECTIVE)), 0),
        "first": moment(play(2, 3, _at(Phase.PLACE, 1)), 0),
        "place": moment(play(3, 4, _at(Phase.PLACE, 8)), 0),
        "waiting": moment(play(4, 5, _at(Phase.PLACE, 9, 2)), 0),
        "draw": moment(play(2, 6, _at(Phase.DRAW, 6)), 0),
        "ending": moment(play(2, 15, _ending), 1),
        "last": moment(play(2, 7, _last_turn), 0),
        "over": moment(play(3, 54, _over), 0),
        "watching": moment(play(2, 9, _at(Phase.PLACE, 7)), None),
        "solo": moment(play(1, 10, _at(Phase.PLACE, 9), solo), 0),
        "solo-over": moment(play(1, 11, _over, solo), 0),
    }


def files() -> dict[Path, str]:
    """Return the text of every file."""
    return {OUT / f"{name}.json": msgspec.json.encode(held).decode() + "\n" for name, held in moments().items()}


if __name__ == "__main__":
    sys.exit(settle(files(), check="--check" in sys.argv))
