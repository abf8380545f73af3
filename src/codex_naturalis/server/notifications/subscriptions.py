"""Subscriptions: the push, mail and webhook addresses of guests, added, confirmed, tested and removed."""

import secrets
import time
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.seating import new_id
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.kinds import SubscriptionKind

from ..database.quotas import SUBSCRIPTIONS
from ..database.schema import subscriptions
from ..limits.limits import RateLimiter
from ..tables.store import Store
from .links import Links
from .mail import clean_address, mailbox
from .outbox import store_outcome
from .outgoing_http import AddressRefusedError
from .push import PushSubscription, readable
from .senders import Senders, StoredSubscription, UndeliveredError, stored_subscription
from .texts import trial
from .wire import NewEmail, NewPush, NewWebhook, NotificationsResponse, Subscription, SubscriptionSecret

__all__ = ["Subscriptions"]

_MOST: Final = 10
"""Subscriptions of one guest."""


def _to_message(one: StoredSubscription) -> Subscription:
    return Subscription(one.id, one.kind, one.label, one.language, one.since, one.ready, one.fault)


class Subscriptions:
    """Service behind the notification API; refuses with a `ProblemError` that gives the reason."""

    def __init__(self, store: Store, senders: Senders, links: Links, limits: RateLimiter) -> None:
        """Keep subscriptions in `store`."""
        self._store = store
        self._senders = senders
        self._links = links
        self._limits = limits

    async def response(self, guest: str | None) -> NotificationsResponse:
        """Return what this server offers, and a guest's subscriptions."""
        found = await self._of(subscriptions.c.guest == guest) if guest else []
        return NotificationsResponse(self._senders.kinds, self._senders.push_key, tuple(map(_to_message, found)))

    async def _of(self, which: Any) -> list[StoredSubscription]:  # noqa: ANN401 - any condition
        (found,) = await self._store.read(select(subscriptions).where(which).order_by(subscriptions.c.since))
        return [stored_subscription(row) for row in found]

    async def _mine(self, guest: str, subscription: str) -> StoredSubscription:
        found = await self._of((subscriptions.c.guest == guest) & (subscriptions.c.id == subscription))
        if not found:
            raise ProblemError(Code.NOTICE_UNKNOWN)
        return found[0]

    # Adding

    async def add_push(self, guest: str, wanted: NewPush) -> Subscription:
        """Add a browser's push subscription."""
        browser = PushSubscription(wanted.p256dh, wanted.auth)
        await self._reachable(guest, SubscriptionKind.PUSH, wanted.endpoint)
        if not readable(browser):
            raise ProblemError(Code.NOTICE_TARGET)
        label = wanted.label.strip() or urlsplit(wanted.endpoint).netloc
        keys = msgspec.json.encode(browser).decode()
        return _to_message(
            await self._add(_new(guest, SubscriptionKind.PUSH, wanted.endpoint, keys, label, wanted.language))
        )

    async def add_webhook(self, guest: str, wanted: NewWebhook) -> SubscriptionSecret:
        """Add a webhook; a program's secret is returned only once."""
        kind = SubscriptionKind(wanted.kind.value)
        await self._reachable(guest, kind, wanted.url)
        chat = kind is not SubscriptionKind.WEBHOOK
        secret, label = ("", _shorten(wanted.url)) if chat else (secrets.token_urlsafe(24), wanted.url)
        subscription = await self._add(_new(guest, kind, wanted.url, secret or None, label, wanted.language))
        return SubscriptionSecret(_to_message(subscription), secret)

    async def add_email(self, guest: str, wanted: NewEmail) -> Subscription:
        """Add a mail address and send its confirmation link; nothing else is sent there until the link is opened."""
        self._check_offered(SubscriptionKind.EMAIL)
        address = clean_address(wanted.address)
        if address is None:
            raise ProblemError(Code.NOTICE_TARGET)
        self._limits.charge_message(guest, mailbox(address))
        subscription = await self._add(_new(guest, SubscriptionKind.EMAIL, address, None, address, wanted.language))
        if not subscription.ready:
            try:
                await self._senders.send_confirmation(subscription)
            except UndeliveredError as fault:
                await self.remove(guest, subscription.id)
                raise ProblemError(Code.NOTICE_FAILED, cause=fault.cause) from fault
        return _to_message(subscription)

    async def _reachable(self, guest: str, kind: SubscriptionKind, url: str) -> None:
        self._check_offered(kind)
        guarded = self._senders.guarded[kind]
        self._limits.charge_message(guest)
        try:
            await guarded.addresses(guarded.parse_url(url), guest)
        except (AddressRefusedError, OSError):
            raise ProblemError(Code.NOTICE_TARGET) from None

    def _check_offered(self, kind: SubscriptionKind) -> None:
        if kind not in self._senders.kinds:
            raise ProblemError(Code.NOTICE_OFF)

    async def _add(self, new: dict[str, Any]) -> StoredSubscription:
        """Insert a subscription, or update the one with the same address, which stays confirmed if it was."""
        guest, columns = new["guest"], subscriptions.c
        same = (columns.guest == guest) & (columns.kind == new["kind"]) & (columns.mark == new["mark"])
        again = {name: new[name] for name in ("secret", "label", "language")}
        changed = update(subscriptions).where(same).values(**again, fault=None)

        async def job(connection: AsyncConnection) -> Row[Any]:
            async with SUBSCRIPTIONS.within(connection, guest, most=_MOST):
                if (await connection.execute(changed)).rowcount == 0:
                    await connection.execute(insert(subscriptions), new)
            return (await connection.execute(select(subscriptions).where(same))).one()

        return stored_subscription(await self._store.write(job, SUBSCRIPTIONS.key(guest)))

    async def confirm(self, token: str) -> None:
        """Mark the mail address in a signed `token` as confirmed.

        Raises a `ProblemError` if the subscription is gone.
        """
        here = subscriptions.c.id == self._links.read_confirmation(token)
        values = {"ready": True, "since": time.time()}

        async def job(connection: AsyncConnection) -> bool:
            await connection.execute(update(subscriptions).where(here, ~subscriptions.c.ready).values(values))
            return (await connection.execute(select(subscriptions.c.id).where(here))).first() is not None

        if not await self._store.write(job):
            raise ProblemError(Code.NOTICE_LINK)

    async def test(self, guest: str, subscription_id: str) -> None:
        """Send a test message; raise a `ProblemError` with the cause if it is not delivered."""
        subscription = await self._mine(guest, subscription_id)
        if not subscription.ready:
            raise ProblemError(Code.NOTICE_UNCONFIRMED)
        self._limits.charge_message(guest)
        fault: UndeliveredError | None = None
        try:
            await self._senders.deliver(subscription, trial(new_id(), subscription.language))
        except UndeliveredError as error:
            fault = error
        await self._store.write(lambda connection: store_outcome(connection, subscription.id, fault))
        if fault:
            raise ProblemError(Code.NOTICE_FAILED, cause=fault.cause) from fault

    # Removing

    async def remove(self, guest: str, subscription: str) -> None:
        """Delete a guest's subscription."""
        here = (subscriptions.c.guest == guest) & (subscriptions.c.id == subscription)
        await self._store.write(lambda connection: connection.execute(delete(subscriptions).where(here)))

    async def stop(self, token: str) -> None:
        """Delete the subscription in a signed `token`; doing it twice does no harm."""
        here = subscriptions.c.id == self._links.read_unsubscription(token)
        await self._store.write(lambda connection: connection.execute(delete(subscriptions).where(here)))


def _new(
    guest: str, kind: SubscriptionKind, target: str, secret: str | None, label: str, language: str
) -> dict[str, Any]:
    return {
        "id": new_id(),
        "guest": guest,
        "kind": kind.value,
        "target": target,
        "mark": sha256(target.lower().encode() if kind is SubscriptionKind.EMAIL else target.encode()).hexdigest(),
        "secret": secret,
        "label": label,
        "language": language,
        "since": time.time(),
        "ready": kind is not SubscriptionKind.EMAIL,
    }


def _shorten(url: str) -> str:
    """Return host and end of a URL, which its owner recognises: anyone with the whole URL could write there."""
    parts = urlsplit(url)
    return f"{parts.hostname} …{url[-4:]}"
