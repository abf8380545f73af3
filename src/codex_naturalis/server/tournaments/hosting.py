"""Changes of a tournament by its host: begin at once, cancel before the start, end while it runs."""

import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.wire.errors import Code, ProblemError

from ..database.schema import tournaments
from .entries import check_open
from .state import State
from .wire import TournamentStage

__all__ = ["Change", "begin", "cancel", "cancel_announced", "end"]

Change = Callable[[State, float], dict[str, Any]]
"""Changes to the row of a tournament at a time; raises a `ProblemError` if they are not allowed."""


def cancel(state: State, now: float) -> dict[str, Any]:
    """Return the changes that cancel a tournament; raise a `ProblemError` if it has begun."""
    _check_announced(state)
    return {"stage": TournamentStage.CANCELLED.value, "due": None, "ended": now}


def end(state: State, now: float) -> dict[str, Any]:
    """Return the changes that end a running tournament: its last games are played, and the runner finishes it."""
    check_open(state)
    if state.stage is not TournamentStage.RUNNING:
        raise ProblemError(Code.TOURNAMENT_WAITS)
    return {"closing": True, "due": None if state.open_games else now}


def begin(state: State, now: float) -> dict[str, Any]:
    """Return the changes that begin a tournament at once; raise a `ProblemError` if it has begun."""
    _check_announced(state)
    return {"starts": now, "due": now}


def _check_announced(state: State) -> None:
    if state.stage is not TournamentStage.ANNOUNCED:
        raise ProblemError(Code.TOURNAMENT_BEGUN)


async def cancel_announced(connection: AsyncConnection, host: str) -> None:
    """Cancel the tournaments announced by a leaving host. A club's have other hosts; running ones need none."""
    theirs = tournaments.c.host == host, tournaments.c.club.is_(None)
    here = update(tournaments).where(*theirs, tournaments.c.stage == TournamentStage.ANNOUNCED)
    values = {"stage": TournamentStage.CANCELLED.value, "due": None, "ended": time.time()}
    await connection.execute(here.values(revision=tournaments.c.revision + 1, **values))
