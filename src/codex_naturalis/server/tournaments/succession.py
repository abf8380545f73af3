"""Succession: what becomes of tournaments whose host deletes the account."""

import time
from collections.abc import Iterable

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.schema import club_members, tournament_players, tournaments
from ..database.schema.personal import NOBODY
from .wire import TournamentStage

__all__ = ["hand_on"]

_OPEN = (TournamentStage.ANNOUNCED, TournamentStage.RUNNING)


async def hand_on(connection: AsyncConnection, guest: str) -> None:
    """Give a guest's tournaments another host, the first admin of the club; without one, cancel what has not begun.

    One that runs goes on to its end by itself. A cancelled one loses its name, which its host alone has given it;
    others have played in the rest, which keep theirs.
    """
    played = select(tournament_players.c.tournament).where(tournament_players.c.guest == guest)
    told = or_(tournaments.c.host == guest, tournaments.c.id.in_(played))
    await connection.execute(update(tournaments).where(told).values(revision=tournaments.c.revision + 1))
    hosted = select(tournaments.c.id, tournaments.c.club, tournaments.c.stage)
    hosted = hosted.where(tournaments.c.host == guest, tournaments.c.stage.in_(_OPEN)).order_by(tournaments.c.id)
    rows = (await connection.execute(hosted)).all()
    admins = await _admins(connection, {row.club for row in rows if row.club})
    for row in rows:
        here = update(tournaments).where(tournaments.c.id == row.id)
        if row.club in admins:
            await connection.execute(here.values(host=admins[row.club]))
        elif row.stage == TournamentStage.ANNOUNCED:
            cancelled = {"stage": TournamentStage.CANCELLED.value, "due": None, "ended": time.time(), "name": NOBODY}
            await connection.execute(here.values(cancelled))


async def _admins(connection: AsyncConnection, clubs: Iterable[str]) -> dict[str, str]:
    """Return the admin of each club who has been there longest."""
    wanted = select(club_members.c.club, club_members.c.guest)
    wanted = wanted.where(club_members.c.club.in_(sorted(clubs)), club_members.c.admin)
    found = await connection.execute(wanted.order_by(club_members.c.joined.desc(), club_members.c.guest.desc()))
    return {row.club: row.guest for row in found.all()}
