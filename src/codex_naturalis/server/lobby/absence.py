"""Stand-ins: bots that play for absent people, who may take their seats back at any time."""

from codex_naturalis.rules import Seat, awaited
from codex_naturalis.seating import Holder
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import SeatKind

from ..bans.bans import Bans
from ..tables.table import Table
from .lobby import Lobby

__all__ = ["Absence"]


class Absence:
    """Operations on stand-ins: take back one's own seat, or call a bot to another's."""

    def __init__(self, lobby: Lobby, bans: Bans) -> None:
        """Work on the tables of `lobby`; guests in `bans` are refused."""
        self._lobby = lobby
        self._bans = bans

    async def take_back(self, holder: Holder, table_id: str) -> Table:
        """Take the caller's seat back from its stand-in."""
        table, seat = await self._find_seat(holder, table_id)
        await table.take_back(seat)
        return table

    async def call(self, holder: Holder, table_id: str, seat: Seat) -> Table:
        """Call a stand-in for an absent person whose turn it is; raise a `ProblemError` if present or under a clock."""
        table, mine = await self._find_seat(holder, table_id)
        info = next((info for info in table.info().seats if info.seat == seat), None)
        if info is None:
            raise ProblemError(Code.SEAT_UNKNOWN, seats=len(table.data.seat_rows))
        away = info.kind is SeatKind.GUEST and not info.connected and info.stand_in is None
        if table.game is None or not away or seat == mine or table.data.clock or seat not in awaited(table.game.state):
            raise ProblemError(Code.SEAT_PRESENT)
        await table.call(seat)
        return table

    async def _find_seat(self, holder: Holder, table_id: str) -> tuple[Table, Seat]:
        table = await self._lobby.table(table_id)
        seat = table.viewer(holder)
        if seat is None:
            raise ProblemError(Code.SEAT_NONE)
        self._bans.check_seat(table.data, holder)
        return table, seat
