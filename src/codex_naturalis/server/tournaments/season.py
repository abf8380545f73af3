"""Season table of a club: its members' results in its tournaments within a year.

Each tournament counts its score as a share of the best possible, in per cent: a duplicate evening of five rounds with
3.5 points counts 70. An arena, which has no best possible score, counts the share of players ranked behind.
"""

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Final

from msgspec import Meta, Struct
from sqlalchemy import select

from codex_naturalis.seating import Holder
from codex_naturalis.wire.table import TableInfo

from ..clubs.clubs import Clubs
from ..database.schema import seats, tournaments
from ..lobby.lobby import Lobby
from ..tables.store import Store
from .state import State, load
from .wire import TournamentKind, TournamentStage

__all__ = ["SeasonRow", "SeasonTable", "Seasons"]

_MOST: Final = 400


class SeasonRow(Struct, frozen=True):
    """One member in a season."""

    rank: Annotated[int, Meta(ge=1)]
    name: str
    evenings: int
    """Tournaments played."""

    points: float
    """Sum of the per cents of all of them."""

    best: float
    """The best of them, in per cent."""


class SeasonTable(Struct, frozen=True):
    """A club's season: a calendar year in UTC."""

    year: int
    evenings: int
    """Tournaments that are over."""

    rows: tuple[SeasonRow, ...]


class Seasons:
    """Computes season tables from stored tournaments."""

    def __init__(self, store: Store, clubs: Clubs) -> None:
        """Read the tournaments of `clubs` from `store`."""
        self._store = store
        self._clubs = clubs

    async def of(self, club: str, year: int) -> SeasonTable:
        """Return a season; raise a `ProblemError` if there is no such club."""
        await self._clubs.response(club, None)
        began, ended = (datetime(each, 1, 1, tzinfo=UTC).timestamp() for each in (year, year + 1))
        within = (tournaments.c.ended >= began, tournaments.c.ended < ended)
        over = (tournaments.c.club == club, tournaments.c.stage == TournamentStage.OVER)
        (rows,) = await self._store.read(
            select(tournaments.c.id).where(*over, *within).order_by(tournaments.c.ended).limit(_MOST)
        )
        states = [state for row in rows if (state := await load(self._store, row.id))]
        members = await self._clubs.members(club)
        return await asyncio.to_thread(_table, year, states, members)

    async def tables(self, club: str, lobby: Lobby, holder: Holder) -> list[TableInfo]:
        """Return the listed tables at which members of a club sit, as the lobby shows them to `holder`."""
        await self._clubs.response(club, None)
        members = await self._clubs.members(club)
        listed = await lobby.listing.list_tables(holder)
        mine = select(seats.c.table_id).where(
            seats.c.guest.in_(members), seats.c.table_id.in_([one.id for one in listed])
        )
        (rows,) = await self._store.read(mine.distinct())
        found = {row.table_id for row in rows}
        return [one for one in listed if one.id in found]


def _table(year: int, states: list[State], members: dict[str, str]) -> SeasonTable:
    points: dict[str, list[float]] = {}
    for state in states:
        guests = {player.id: player.guest for player in state.players}
        for player, share in shares(state).items():
            guest = guests.get(player)
            if guest in members:
                points.setdefault(guest, []).append(round(100 * share, 1))
    sums = {guest: round(sum(several), 1) for guest, several in points.items()}
    rows = [
        SeasonRow(
            1 + sum(other > own for other in sums.values()), members[guest], len(points[guest]), own, max(points[guest])
        )
        for guest, own in sums.items()
    ]
    return SeasonTable(year, len(states), tuple(sorted(rows, key=lambda row: (row.rank, row.name))))


def shares(state: State) -> dict[str, float]:
    """Return each player's share in a finished tournament, 0 to 1."""
    ranks = [rank for rank in state.standings() if rank.games]
    if state.plan.kind in (TournamentKind.SWISS, TournamentKind.DUPLICATE):
        rounds = max(1, len(state.rounds))
        return {rank.entrant: rank.score / rounds for rank in ranks}
    behind = {rank.entrant: sum(other.rank > rank.rank for other in ranks) for rank in ranks}
    return {player: count / max(1, len(ranks) - 1) for player, count in behind.items()}
