"""Game history: a guest's games, those that wait for the guest, public profiles and the leaderboard."""

import time
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Row, case, func, select

from codex_naturalis.play.plackett_luce import PROVISIONAL
from codex_naturalis.rules import Seat, awaited
from codex_naturalis.seating import Holder, TableData, find_waiting, info_of, seat_of
from codex_naturalis.seating.days import key_of_match
from codex_naturalis.seating.names import fold_name
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.people import (
    FinishedGame,
    MyGames,
    Person,
    RatingPoint,
    RunningGame,
    SeatStanding,
    SeatSums,
    Standing,
    Waiting,
)

from ..database.schema import accounts, guests, programs, ratings, results, tables
from ..results.outcomes import Results
from ..results.ratings import rating_at
from ..tables.registry import Tables
from ..tables.store import Store

__all__ = ["PAGE", "RANKED", "People", "standing_of"]

PAGE: Final = 20
"""Finished games per page."""

_RUNNING: Final = 100
_HISTORY: Final = 100
_LEADERS: Final = 100
RANKED: Final = (
    select(accounts.c.name, programs.c.owner, ratings)
    .join(ratings, ratings.c.guest == accounts.c.guest)
    .outerjoin(programs, programs.c.guest == accounts.c.guest)
)
"""Query of all ratings, with each account's name and owner."""


_IN_MATCHES: Final = select(tables.c.id).where(tables.c.shared_deal.startswith(key_of_match("")))
"""Games with a deal that others may still play: their points are shown with the match."""


class People:
    """Queries over games, results and ratings."""

    def __init__(self, store: Store, tables: Tables, counted: Results) -> None:
        """Query `store`, and the `tables` where games are under way."""
        self._store = store
        self._tables = tables
        self._counted = counted
        self._stand_in = store.timekeeper.stand_in

    # The caller's games

    async def waiting(self, guest: str) -> Waiting:
        """Return the games in which it is the guest's turn, those with other people separate from those without."""
        return find_waiting(await self._running(guest))

    async def games(self, guest: str, before: str | None = None) -> MyGames:
        """Return a page of a guest's games; finished ones are older than the game at the table `before`."""
        await self._counted.fill_in(guest)
        mine = select(results).where(results.c.guest == guest).order_by(results.c.ended.desc(), results.c.table_id)
        if before is not None:
            last = select(results.c.ended).where(results.c.guest == guest, results.c.table_id == before)
            mine = mine.where(results.c.ended < last.scalar_subquery())
        rows, sums = await self._store.read(mine.limit(PAGE + 1), _sums_of(guest))
        running = await self._running(guest) if before is None else []
        running.sort(key=lambda game: game.viewer not in game.awaited)
        finished = await self._finished_games(guest, rows[:PAGE])
        return MyGames(tuple(running), finished, more=len(rows) > PAGE, sums=_sums(sums))

    async def _running(self, guest: str) -> list[RunningGame]:
        """Return a guest's unfinished games, most recently active first."""
        found = await self._store.open_tables_of(guest, _RUNNING)
        games = []
        for data, version in found:
            viewer = seat_of(data, Holder(guest=guest))
            if viewer is not None:
                games.append(
                    RunningGame(info_of(data, version, stand_in=self._stand_in), viewer, await self._find_awaited(data))
                )
        return games

    async def _find_awaited(self, data: TableData) -> tuple[Seat, ...]:
        if data.gathering:
            return ()
        try:
            game = (await self._tables.get(data.id)).game
        except ProblemError:
            return ()  # damaged: opening the table reports that
        return awaited(game.state) if game and not game.over else ()

    async def _finished_games(self, guest: str, rows: Sequence[Row[Any]]) -> tuple[FinishedGame, ...]:
        known = {
            data.id: (data, version) for data, version in await self._store.tables_among([r.table_id for r in rows])
        }
        games = []
        for row in rows:
            data, version = known.get(row.table_id, (None, 0))
            viewer = seat_of(data, Holder(guest=guest)) if data else None
            if data is not None and viewer is not None:
                info = info_of(data, version, stand_in=self._stand_in)
                games.append(FinishedGame(info, viewer, row.rank, row.points, row.won, row.ended, row.change))
        return tuple(games)

    # Public profiles

    async def find_name(self, name: str) -> str | None:
        """Return the name of the account `name` as written; None if there is none."""
        (found,) = await self._store.read(select(accounts.c.name).where(accounts.c.folded == fold_name(name)))
        return str(found[0].name) if found else None

    async def person(self, name: str) -> Person:
        """Return the public profile of the account with this name; raise a `ProblemError` if there is none."""
        (found,) = await self._store.read(select(accounts).where(accounts.c.folded == fold_name(name)))
        if not found:
            raise ProblemError(Code.PERSON_UNKNOWN)
        guest = found[0].guest
        await self._counted.fill_in(guest)
        rated = select(results).where(results.c.guest == guest, results.c.rating.is_not(None))
        owners = select(accounts.c.name).join(programs, programs.c.owner == accounts.c.guest)
        standings, history, sums, owner, (shown,) = await self._store.read(
            RANKED.where(ratings.c.guest == guest).order_by(ratings.c.seats),
            rated.order_by(results.c.ended.desc()).limit(_HISTORY),
            _sums_of(guest),
            owners.where(programs.c.guest == guest),
            select(guests.c.portrait).where(guests.c.id == guest),
        )
        return Person(
            found[0].name,
            found[0].created,
            tuple(map(standing_of, standings)),
            tuple(RatingPoint(row.ended, row.seats, row.rating, row.deviation) for row in reversed(history)),
            _sums(sums),
            owner[0].name if owner else None,
            shown.portrait,
        )

    async def leaders(self, seats: int, *, of_programs: bool = False) -> tuple[Standing, ...]:
        """Return the highest ratings with `seats` that are not provisional: those of people, or those of programs."""
        whose = programs.c.owner.is_not(None) if of_programs else programs.c.owner.is_(None)
        known = RANKED.where(whose, ratings.c.seats == seats, ratings.c.deviation <= PROVISIONAL).order_by(
            ratings.c.rating.desc()
        )
        (rows,) = await self._store.read(known.limit(_LEADERS))
        return tuple(standing for row in rows if not (standing := standing_of(row)).provisional)

    async def standings(self, table_id: str) -> tuple[SeatStanding, ...]:
        """Return the ratings of the accounts at a table; guests without an account are left out."""
        data = (await self._tables.get(table_id)).data
        guests = {row.guest: index for index, row in enumerate(data.seat_rows) if row.guest}
        people = select(accounts.c.name, programs.c.owner, ratings, accounts.c.guest.label("who")).select_from(
            accounts.outerjoin(
                ratings, (ratings.c.guest == accounts.c.guest) & (ratings.c.seats == len(data.seat_rows))
            ).outerjoin(programs, programs.c.guest == accounts.c.guest)
        )
        rows, counted = await self._store.read(
            people.where(accounts.c.guest.in_(guests)),
            select(results.c.guest, results.c.change).where(results.c.table_id == table_id),
        )
        changes = {row.guest: row.change for row in counted}
        seats = {guest: seat_of(data, Holder(guest=guest)) for guest in guests}
        standings = [
            SeatStanding(seats[row.who] or 0, standing_of(row, len(data.seat_rows)), changes.get(row.who))
            for row in rows
        ]
        return tuple(sorted(standings, key=lambda one: one.seat))


def standing_of(row: Row[Any], seats: int | None = None) -> Standing:
    """Return the standing in a row of `ratings` with the account's `name`, and its `owner` if it is a program's.

    `seats` is its number of seats where the row may be a newcomer's.
    """
    rating = rating_at(row, time.time())
    return Standing(
        row.name,
        seats or row.seats,
        rating.rating,
        rating.deviation,
        rating.provisional,
        row.games or 0,
        program=row.owner is not None,
    )


def _sums_of(guest: str) -> Any:  # noqa: ANN401 - a statement
    columns = (
        results.c.seats,
        func.count().label("played"),
        func.sum(case((results.c.won, 1), else_=0)).label("won"),
        func.avg(results.c.points).label("mean"),
        func.max(results.c.points).label("best"),
    )
    mine = select(*columns).where(results.c.guest == guest, results.c.table_id.not_in(_IN_MATCHES))
    return mine.group_by(results.c.seats).order_by(results.c.seats)


def _sums(rows: Sequence[Row[Any]]) -> tuple[SeatSums, ...]:
    return tuple(SeatSums(row.seats, row.played, int(row.won), float(row.mean), row.best) for row in rows)
