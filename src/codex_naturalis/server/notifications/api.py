"""HTTP API of notifications: list, add, test, confirm and remove a guest's subscriptions."""

from typing import Final

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from codex_naturalis.seating import Holder

from ..lobby.request_context import NEEDS_TOKEN, Caller, CallingGuest, TheLobby
from .notifier import Notifier
from .subscriptions import Subscriptions
from .wire import NewEmail, NewPush, NewWebhook, NoticeLink, NotificationsResponse, Subscription, SubscriptionSecret

__all__ = ["HANDLERS"]

TheSubscriptions = NamedDependency[Subscriptions]
TheNotifier = NamedDependency[Notifier]


@get("/guests/me/notices", security=[{}, *NEEDS_TOKEN], summary="My notifications")
async def list_subscriptions(holder: Caller, lobby: TheLobby, subscriptions: TheSubscriptions) -> NotificationsResponse:
    """Return this server's kinds of notification, and the caller's subscriptions; strangers have none."""
    return await subscriptions.response(None if holder == Holder() else (await lobby.guests.find(holder)).id)


@post("/guests/me/notices/push", security=NEEDS_TOKEN, summary="Subscribe a browser")
async def add_push(
    guest: CallingGuest, subscriptions: TheSubscriptions, notifier: TheNotifier, data: JSONBody[NewPush]
) -> Subscription:
    """Subscribe the caller's browser to Web Push; the same subscription again only renews it."""
    subscription = await subscriptions.add_push(guest.id, data)
    notifier.on_subscription()
    return subscription


@post("/guests/me/notices/email", security=NEEDS_TOKEN, summary="Subscribe a mail address")
async def add_email(guest: CallingGuest, subscriptions: TheSubscriptions, data: JSONBody[NewEmail]) -> Subscription:
    """Send a confirmation link to a mail address; mails go there once the link has been opened."""
    return await subscriptions.add_email(guest.id, data)


@post("/guests/me/notices/webhook", security=NEEDS_TOKEN, summary="Subscribe a webhook")
async def add_webhook(
    guest: CallingGuest, subscriptions: TheSubscriptions, notifier: TheNotifier, data: JSONBody[NewWebhook]
) -> SubscriptionSecret:
    """Subscribe a webhook. Its secret is shown only once; repeated requests create new ones."""
    subscription = await subscriptions.add_webhook(guest.id, data)
    notifier.on_subscription()
    return subscription


@post(
    "/guests/me/notices/{subscription_id:str}/test",
    status_code=204,
    security=NEEDS_TOKEN,
    summary="Send a test message",
)
async def test(guest: CallingGuest, subscriptions: TheSubscriptions, subscription_id: FromPath[str]) -> None:
    """Send a test message, or answer with a problem that says why it was not delivered."""
    await subscriptions.test(guest.id, subscription_id)


@delete("/guests/me/notices/{subscription_id:str}", security=NEEDS_TOKEN, summary="Delete a subscription")
async def remove(guest: CallingGuest, subscriptions: TheSubscriptions, subscription_id: FromPath[str]) -> None:
    """Delete a subscription."""
    await subscriptions.remove(guest.id, subscription_id)


@post("/notices/confirm", status_code=204, summary="Confirm a mail address")
async def confirm(subscriptions: TheSubscriptions, notifier: TheNotifier, data: JSONBody[NoticeLink]) -> None:
    """Confirm a mail address with the signed token that the link in the mail carries."""
    await subscriptions.confirm(data.token)
    notifier.on_subscription()


@post("/notices/stop", status_code=204, summary="Unsubscribe from mails")
async def stop(subscriptions: TheSubscriptions, token: FromQuery[str]) -> None:
    """Unsubscribe with the signed token of a mail: one-click unsubscription by a mail program (RFC 8058)."""
    await subscriptions.stop(token)


HANDLERS: Final = (list_subscriptions, add_push, add_email, add_webhook, test, remove, confirm, stop)
