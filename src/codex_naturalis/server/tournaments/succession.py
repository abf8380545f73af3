"""Succession: new hosts for tournaments whose host deletes the account."""

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.schema import club_members, tournament_players, tournaments
from ..database.schema.personal import NOBODY
from .hosting import cancel_announced
from .wire import TournamentStage

__all__ = ["hand_on"]


async def hand_on(connection: AsyncConnection, guest: str) -> None:
    """Give a guest's club tournaments another host, the first admin, and cancel others that have not begun.

    A running one continues to its end by itself. A cancelled one loses its name, which only its host gave it;
    others have played in the rest, which keep theirs.
    """
    played = select(tournament_players.c.tournament).where(tournament_players.c.guest == guest)
    affected = or_(tournaments.c.host == guest, tournaments.c.id.in_(played))
    await connection.execute(update(tournaments).where(affected).values(revision=tournaments.c.revision + 1))
    admins = select(club_members.c.guest).where(club_members.c.club == tournaments.c.club, club_members.c.admin)
    first = admins.order_by(club_members.c.joined, club_members.c.guest).limit(1).scalar_subquery()
    theirs = update(tournaments).where(tournaments.c.host == guest)
    going_on = tournaments.c.stage.in_((TournamentStage.ANNOUNCED, TournamentStage.RUNNING))
    await connection.execute(theirs.where(going_on, first.is_not(None)).values(host=first))
    await connection.execute(theirs.where(tournaments.c.stage == TournamentStage.ANNOUNCED).values(name=NOBODY))
    await cancel_announced(connection, guest)
