"""HTTP API of the daily deal."""

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from codex_naturalis.wire.table import TableAnswer

from ..lobby.request_context import NEEDS_TOKEN, Caller, CallingGuest, Origin, table_answer
from .daily import Daily
from .wire import DailyResponse, DailyToday

__all__ = ["HANDLERS"]

TheDaily = NamedDependency[Daily]
Day = FromPath[str]
"""Day in UTC, as 2026-03-04."""


@get("/daily", summary="Today's deal")
async def daily(holder: Caller, daily: TheDaily) -> DailyToday:
    """Return today's deal as far as it may be seen, the seals of coming deals, and the days before it."""
    return await daily.today(holder.guest)


@get("/daily/{day:str}", summary="The deal of a day")
async def one_day(day: Day, holder: Caller, daily: TheDaily) -> DailyResponse:
    """Return a day's deal and, once the caller has finished it or the day is over, everyone's results."""
    return await daily.response(day, holder.guest)


@post("/daily/{day:str}/play", status_code=200, security=NEEDS_TOKEN, summary="Play the deal of a day")
async def play_day(day: Day, caller: Caller, guest: CallingGuest, daily: TheDaily, origin: Origin) -> TableAnswer:
    """Open the caller's table with a day's deal. Today's is played once, and counts with an account."""
    return table_answer(await daily.play(guest, day, origin), caller)


@get("/daily/{day:str}/record", summary="The opened seal of a day")
async def day_record(day: Day, daily: TheDaily) -> Response[str]:
    """Get the record of a day's deal, without actions, once the day is over: it opens the seal published before."""
    headers = {"Content-Disposition": f'attachment; filename="codex-naturalis-{day}.json"'}
    return Response(await daily.record(day) + "\n", media_type="application/json", headers=headers)


HANDLERS: Final = (daily, one_day, play_day, day_record)
