"""HTTP API of notifications: list, add, test, confirm and remove a guest's subscriptions."""

from typing import Final

from litestar import delete, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from ..lobby.injected import NEEDS_TOKEN, Caller, TheLobby
from ..support.tokens import Holder
from .notifier import Notifier
from .subscriptions import Subscriptions
from .wire import NewEmail, NewPush, NewWebhook, NoticeLink, NoticesTold, Way, WaySecret

__all__ = ["HANDLERS"]


def _ways(state: State) -> Subscriptions:
    ways: Subscriptions = state.ways
    return ways


def _changed(state: State) -> None:
    notifier: Notifier = state.notifier
    notifier.asked()


@get("/guests/me/notices", security=[{}, *NEEDS_TOKEN], summary="How am I told?")
async def told(holder: Caller, lobby: TheLobby, state: State) -> NoticesTold:
    """Tell which kinds of notification this server offers, and the caller's subscriptions; strangers have none."""
    return await _ways(state).told(None if holder == Holder() else (await lobby.guest(holder)).id)


@post("/guests/me/notices/push", security=NEEDS_TOKEN, summary="Tell me in this browser")
async def add_push(somebody: Caller, lobby: TheLobby, state: State, data: JSONBody[NewPush]) -> Way:
    """Subscribe the caller's browser to Web Push; the same subscription again only renews it."""
    way = await _ways(state).add_push((await lobby.guest(somebody)).id, data)
    _changed(state)
    return way


@post("/guests/me/notices/email", security=NEEDS_TOKEN, summary="Tell me by mail")
async def add_email(somebody: Caller, lobby: TheLobby, state: State, data: JSONBody[NewEmail]) -> Way:
    """Send a confirmation link to a mail address; mails go there once the link has been opened."""
    return await _ways(state).add_email((await lobby.guest(somebody)).id, data)


@post("/guests/me/notices/webhook", security=NEEDS_TOKEN, summary="Tell a program of mine")
async def add_webhook(somebody: Caller, lobby: TheLobby, state: State, data: JSONBody[NewWebhook]) -> WaySecret:
    """Subscribe a webhook. Its secret is shown this once; asking again makes a new one."""
    way = await _ways(state).add_webhook((await lobby.guest(somebody)).id, data)
    _changed(state)
    return way


@post("/guests/me/notices/{way_id:str}/test", status_code=204, security=NEEDS_TOKEN, summary="Try it")
async def test(somebody: Caller, lobby: TheLobby, state: State, way_id: FromPath[str]) -> None:
    """Send a test message, or answer with a problem that says why it was not delivered."""
    await _ways(state).test((await lobby.guest(somebody)).id, way_id)


@delete("/guests/me/notices/{way_id:str}", security=NEEDS_TOKEN, summary="Tell me no more")
async def remove(somebody: Caller, lobby: TheLobby, state: State, way_id: FromPath[str]) -> None:
    """Delete a subscription."""
    await _ways(state).remove((await lobby.guest(somebody)).id, way_id)


@post("/notices/confirm", status_code=204, summary="It is my address")
async def confirm(state: State, data: JSONBody[NoticeLink]) -> None:
    """Confirm a mail address with the signed token that the link in the mail carries."""
    await _ways(state).confirm(data.token)
    _changed(state)


@post("/notices/stop", status_code=204, summary="No more mails")
async def stop(state: State, token: FromQuery[str]) -> None:
    """Unsubscribe with the signed token of a mail: one-click unsubscription by a mail program (RFC 8058)."""
    await _ways(state).stop(token)


HANDLERS: Final = (told, add_push, add_email, add_webhook, test, remove, confirm, stop)
