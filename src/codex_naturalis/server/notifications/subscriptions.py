"""Subscriptions: the push, mail and webhook addresses of guests, added, confirmed, tested and removed."""

import secrets
import time
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ..database.schema import ways
from ..limits.limits import Limits
from ..support.errors import Code, Problem
from ..tables.data import new_id
from ..tables.store import Store
from ..wire.way_kind import WayKind
from .http import AddressRefused
from .links import Links
from .mail import clean_address, mailbox
from .outbox import noted
from .push import PushSubscription, readable
from .senders import Senders, StoredSubscription, Undelivered, stored_subscription
from .wire import NewEmail, NewPush, NewWebhook, NoticesTold, Way, WaySecret
from .words import trial

__all__ = ["Subscriptions"]

_MOST: Final = 10
"""Subscriptions of one guest."""


def _told(way: StoredSubscription) -> Way:
    return Way(way.id, way.kind, way.label, way.language, way.since, way.ready, way.fault)


class Subscriptions:
    """Service behind the notification API; refuses with a `Problem` that gives the reason."""

    def __init__(self, store: Store, senders: Senders, links: Links, limits: Limits) -> None:
        """Keep subscriptions in `store`."""
        self._store = store
        self._senders = senders
        self._links = links
        self._limits = limits

    async def told(self, guest: str | None) -> NoticesTold:
        """Return what this server offers, and a guest's subscriptions."""
        found = await self._of(ways.c.guest == guest) if guest else []
        return NoticesTold(self._senders.kinds, self._senders.push_key, tuple(_told(way) for way in found))

    async def _of(self, which: Any) -> list[StoredSubscription]:  # noqa: ANN401 - any condition
        (found,) = await self._store.read(select(ways).where(which).order_by(ways.c.since))
        return [stored_subscription(row) for row in found]

    async def _mine(self, guest: str, way: str) -> StoredSubscription:
        found = await self._of((ways.c.guest == guest) & (ways.c.id == way))
        if not found:
            raise Problem(Code.NOTICE_UNKNOWN)
        return found[0]

    # Adding

    async def add_push(self, guest: str, wanted: NewPush) -> Way:
        """Add a browser's push subscription."""
        browser = PushSubscription(wanted.p256dh, wanted.auth)
        await self._reachable(guest, WayKind.PUSH, wanted.endpoint)
        if not readable(browser):
            raise Problem(Code.NOTICE_TARGET)
        label = wanted.label.strip() or urlsplit(wanted.endpoint).netloc
        keys = msgspec.json.encode(browser).decode()
        return _told(await self._add(_new(guest, WayKind.PUSH, wanted.endpoint, keys, label, wanted.language)))

    async def add_webhook(self, guest: str, wanted: NewWebhook) -> WaySecret:
        """Add a webhook; its secret is returned this once."""
        await self._reachable(guest, WayKind.WEBHOOK, wanted.url)
        secret = secrets.token_urlsafe(24)
        way = await self._add(_new(guest, WayKind.WEBHOOK, wanted.url, secret, wanted.url, wanted.language))
        return WaySecret(_told(way), secret)

    async def add_email(self, guest: str, wanted: NewEmail) -> Way:
        """Add a mail address and send its confirmation link; nothing else is sent there until the link is opened."""
        self._offered(WayKind.EMAIL)
        address = clean_address(wanted.address)
        if address is None:
            raise Problem(Code.NOTICE_TARGET)
        self._limits.message(guest, mailbox(address))
        way = await self._add(_new(guest, WayKind.EMAIL, address, None, address, wanted.language))
        if not way.ready:
            try:
                await self._senders.ask(way)
            except Undelivered as fault:
                await self.remove(guest, way.id)
                raise Problem(Code.NOTICE_FAILED, cause=fault.cause) from fault
        return _told(way)

    async def _reachable(self, guest: str, kind: WayKind, url: str) -> None:
        self._offered(kind)
        guarded = self._senders.guarded[kind]
        self._limits.message(guest)
        try:
            await guarded.addresses(guarded.parsed(url), guest)
        except (AddressRefused, OSError):
            raise Problem(Code.NOTICE_TARGET) from None

    def _offered(self, kind: WayKind) -> None:
        if kind not in self._senders.kinds:
            raise Problem(Code.NOTICE_OFF)

    async def _add(self, new: dict[str, Any]) -> StoredSubscription:
        """Insert a subscription, or update the one with the same address, which stays confirmed if it was."""
        mine = ways.c.guest == new["guest"]
        same = mine & (ways.c.kind == new["kind"]) & (ways.c.mark == new["mark"])

        async def job(connection: AsyncConnection) -> Row[Any]:
            known = (await connection.execute(select(ways).where(same))).first()
            if known:
                changed = {name: new[name] for name in ("secret", "label", "language")}
                await connection.execute(update(ways).where(same).values(**changed, fault=None))
            else:
                count = await connection.execute(select(func.count()).select_from(ways).where(mine))
                if count.scalar_one() >= _MOST:
                    raise Problem(Code.NOTICE_MANY)
                await _insert(connection, new)
            return (await connection.execute(select(ways).where(same))).one()

        return stored_subscription(await self._store.write(job))

    async def confirm(self, token: str) -> None:
        """Mark the mail address in a signed `token` as confirmed; raise a `Problem` if the subscription is gone."""
        here = ways.c.id == self._links.confirmed(token)
        values = {"ready": True, "since": time.time()}

        async def job(connection: AsyncConnection) -> int:
            await connection.execute(update(ways).where(here, ~ways.c.ready).values(values))
            return int((await connection.execute(select(func.count()).select_from(ways).where(here))).scalar_one())

        if not await self._store.write(job):
            raise Problem(Code.NOTICE_LINK)

    async def test(self, guest: str, way_id: str) -> None:
        """Send a test message; raise a `Problem` with the cause if it is not delivered."""
        way = await self._mine(guest, way_id)
        if not way.ready:
            raise Problem(Code.NOTICE_UNCONFIRMED)
        self._limits.message(guest)
        fault: Undelivered | None = None
        try:
            await self._senders.carry(way, trial(new_id(), way.language))
        except Undelivered as error:
            fault = error
        await self._store.write(lambda connection: noted(connection, way.id, fault))
        if fault:
            raise Problem(Code.NOTICE_FAILED, cause=fault.cause) from fault

    # Removing

    async def remove(self, guest: str, way: str) -> None:
        """Delete a guest's subscription."""
        here = (ways.c.guest == guest) & (ways.c.id == way)
        await self._store.write(lambda connection: connection.execute(delete(ways).where(here)))

    async def stop(self, token: str) -> None:
        """Delete the subscription in a signed `token`; doing it twice does no harm."""
        way = self._links.stopped(token)
        await self._store.write(lambda connection: connection.execute(delete(ways).where(ways.c.id == way)))


def _new(guest: str, kind: WayKind, target: str, secret: str | None, label: str, language: str) -> dict[str, Any]:
    return {
        "id": new_id(),
        "guest": guest,
        "kind": kind.value,
        "target": target,
        "mark": sha256(target.lower().encode() if kind is WayKind.EMAIL else target.encode()).hexdigest(),
        "secret": secret,
        "label": label,
        "language": language,
        "since": time.time(),
        "ready": kind is not WayKind.EMAIL,
    }


async def _insert(connection: AsyncConnection, new: dict[str, Any]) -> None:
    try:
        await connection.execute(insert(ways), new)
    except IntegrityError:
        raise Problem(Code.STORAGE_FAILED) from None  # a concurrent request inserted the same one
