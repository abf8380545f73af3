"""Reminders: notices to the players before a tournament, or its next round, begins."""

import time
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from ..notifications.notices import Notice, NoticeKind
from ..notifications.outbox import Due, put_in
from ..notifications.texts import Item, round_begins
from ..tables.store import Store
from .state import State, load
from .wire import TournamentStage

__all__ = ["Reminders", "add_reminders"]

_PREFIX: Final = "tournament/"
"""Beginning of the subject of these notices, which belong to no table."""

_OPEN: Final = (TournamentStage.ANNOUNCED, TournamentStage.RUNNING)


async def add_reminders(connection: AsyncConnection, state: State, number: int) -> None:
    """Put notices that round `number` begins into the outbox, for the players who are not away."""
    guests = {player.guest for player in state.players if player.guest and not player.away}
    notices = [Notice(guest, 0, NoticeKind.ROUND, number) for guest in guests]
    if notices:
        await put_in(connection, _PREFIX + state.id, time.time(), notices, 0.0)


class Reminders:
    """Words these notices when they are sent."""

    def __init__(self, store: Store) -> None:
        """Read tournaments from `store`."""
        self._store = store

    async def item(self, due: Due) -> Item | None:
        """Return the notice; None if it is no longer true."""
        state = await load(self._store, due.table.removeprefix(_PREFIX))
        if state is None or state.stage not in _OPEN or state.due is None or len(state.rounds) + 1 != due.turn:
            return None
        if not any(player.guest == due.subscription.guest and not player.away for player in state.players):
            return None
        minutes = max(1, round((state.due - time.time()) / 60))
        return round_begins(state.name, f"/tournaments/{state.id}", due.turn, minutes, due.subscription.language)
