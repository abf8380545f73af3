"""HTTP API of Play now."""

from typing import Final

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from codex_naturalis.wire.table import TableAnswer

from ..lobby.request_context import NEEDS_TOKEN, Caller, CallingGuest, Origin, TheLobby, table_answer
from .queue import PlayNow
from .wire import Seek, Seeking

__all__ = ["HANDLERS"]

ThePlayNow = NamedDependency[PlayNow]


@put("/play-now", security=NEEDS_TOKEN, summary="Wait for others")
async def seek(guest: CallingGuest, play_now: ThePlayNow, data: JSONBody[Seek]) -> Seeking:
    """Begin to wait for people of similar strength who wish the same, or change the search.

    Poll every few seconds (`GET`): a search ends after twelve seconds without a request.
    """
    return await play_now.seek(guest, data)


@get("/play-now", security=NEEDS_TOKEN, summary="How far the search is")
async def look(guest: CallingGuest, play_now: ThePlayNow) -> Seeking:
    """Return how long the caller has waited, the bot offered instead, and the table once there is one."""
    return await play_now.look(guest)


@delete("/play-now", status_code=204, security=NEEDS_TOKEN, summary="Wait no longer")
async def cancel(guest: CallingGuest, play_now: ThePlayNow) -> None:
    """Cancel the search; a table where the caller has been seated stays."""
    await play_now.cancel(guest)


@post("/play-now/bot", status_code=200, security=NEEDS_TOKEN, summary="Play a bot instead")
async def take_bot(
    caller: Caller, guest: CallingGuest, play_now: ThePlayNow, lobby: TheLobby, origin: Origin
) -> TableAnswer:
    """Open a table with the offered bot or, if people have come in the meantime, with them."""
    return table_answer(await lobby.table(await play_now.take_bot(caller, guest, origin)), caller)


HANDLERS: Final = (seek, look, cancel, take_bot)
