"""Tallies of people's games, by number of seats: sums without names, times or single games."""

import asyncio
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Any, Final

import msgspec
from sqlalchemy import Row, exists, select

from codex_naturalis.data import GameTally, Origin, TallyGroup, rows_of, tally_rows
from codex_naturalis.record import Record
from codex_naturalis.rules import Action, Deal, GameOptions, RulesVersion
from codex_naturalis.wire.table import SeatKind, TableStage

from ..database.schema import actions, programs, seats, tables
from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Threads
from ..tables.store import Store

__all__ = ["LEAST_GAMES", "PeopleTallies"]

LEAST_GAMES: Final = 20
"""Minimum number of games with a number of seats to be published: sums of few would reveal single games."""

_MOST_GAMES: Final = 20_000
_AT_ONCE: Final = 50
_FRESH: Final = 3600.0
"""Seconds for which tallies are kept."""

_ACTION: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)


class PeopleTallies:
    """Tallies of the latest finished games between people only, computed at most once an hour."""

    def __init__(self, store: Store, threads: Threads, *, wanted: bool) -> None:
        """Read games from `store` and replay them in `threads`; without `wanted` there are none."""
        self._store = store
        self._threads = threads
        self._wanted = wanted
        self._lock = asyncio.Lock()
        self._until = 0.0
        self._groups: tuple[TallyGroup, ...] = ()

    async def groups(self, client: Client) -> tuple[TallyGroup, ...]:
        """Return a group for each number of seats with enough games; empty unless the host wants it."""
        if not self._wanted:
            return ()
        async with self._lock:
            if monotonic() >= self._until:
                self._groups = await self._tally(client)
                self._until = monotonic() + _FRESH
        return self._groups

    async def _tally(self, client: Client) -> tuple[TallyGroup, ...]:
        tallies: dict[int, GameTally] = {}
        (found,) = await self._store.read(_people_only())
        for first in range(0, len(found), _AT_ONCE):
            some = found[first : first + _AT_ONCE]
            ids = [row.id for row in some]
            played = select(actions).where(actions.c.table_id.in_(ids)).order_by(actions.c.table_id, actions.c.version)
            (done,) = await self._store.read(played)
            await self._threads.run(partial(_add, tallies, some, done), client)
        return tuple(
            TallyGroup(f"people-{number}", None, number, None, None, tally.trim())
            for number, tally in sorted(tallies.items())
            if tally.games >= LEAST_GAMES
        )


def _people_only() -> Any:  # noqa: ANN401  # a statement
    """Select the latest finished games of several seats without bots, programs, stand-ins or what-ifs."""
    of_table = select(seats.c.table_id).where(seats.c.table_id == tables.c.id)
    program = seats.c.guest.in_(select(programs.c.guest))
    others = exists(of_table.where((seats.c.kind != SeatKind.GUEST) | seats.c.stand_in.is_not(None) | program))
    several = exists(of_table.where(seats.c.seat == 1))
    return (
        select(tables.c.id, tables.c.options, tables.c.deal, tables.c.rules)
        .where(tables.c.stage == TableStage.OVER, tables.c.what_if.is_(None), ~others, several)
        .order_by(tables.c.touched.desc())
        .limit(_MOST_GAMES)
    )


def _add(tallies: dict[int, GameTally], found: Sequence[Row[Any]], done: Sequence[Row[Any]]) -> None:
    played: dict[str, list[tuple[int, Any]]] = {}
    for row in done:
        played.setdefault(row.table_id, []).append((row.seat, _ACTION.decode(row.action)))
    for row in found:
        options = msgspec.json.decode(row.options, type=GameOptions)
        deal = msgspec.json.decode(row.deal, type=Deal)
        record = Record.of(options, deal, played.get(row.id, ()), rules=RulesVersion(row.rules))
        rows = rows_of(record, Origin("people"))
        if rows is not None and options.solo is None:
            tally_rows(tallies.setdefault(options.seats, GameTally.empty(options.seats)), rows)
