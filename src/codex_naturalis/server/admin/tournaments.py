"""Tournaments from the command line: announced in the name of an account, also while servers run."""

import time
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import row_for_bot

from ..database.schema import tournament_players, tournaments
from ..support.settings import Settings
from ..tournaments.tournaments import build_rows, check_plan
from ..tournaments.wire import NewTournament
from .bans import run
from .moderators import account_named

__all__ = ["announce"]


def announce(database: Path | str, host: str, wanted: NewTournament, settings: Settings) -> str:
    """Announce a tournament whose host is the account of this name; return its id.

    The account's own limit does not count. Raises `NotFoundError` for an unknown account, and a `ProblemError` for an
    unplayable plan or an unknown bot.
    """
    now = time.time()
    check_plan(wanted, now, settings.tournament_players)
    bots = [row_for_bot(name, settings.bots_by_path).name for name in wanted.bots]

    async def job(connection: AsyncConnection) -> str:
        guest, _ = await account_named(connection, host)
        row, players = build_rows(wanted, guest, bots, now, None)
        await connection.execute(insert(tournaments), row)
        if players:
            await connection.execute(insert(tournament_players), players)
        return str(row["id"])

    return run(database, job)
