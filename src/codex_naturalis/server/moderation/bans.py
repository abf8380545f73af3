"""Whom the host has shut out: a guest, with or without account, or an address.

They are rows, which `codex-naturalis admin` puts there, also while servers run; every server knows them within seconds.
"""

import asyncio
import ipaddress
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, or_, select

from ..database.schema import bans
from ..support.errors import Code, Problem
from ..support.tasks import end, lasting
from ..support.tokens import Holder
from ..tables.data import TableData
from ..tables.store import Store

__all__ = ["Ban", "Bans", "ban_of", "not_ended"]

_LOOK_SECONDS: Final = 3.0


class Ban(Struct, frozen=True):
    """Somebody who is shut out."""

    id: int
    guest: str | None
    network: str | None
    name: str
    """What the host named."""

    reason: str
    created: float
    until: float | None
    """Seconds since 1970; None for good."""

    def holds(self, now: float) -> bool:
        """Return whether it has not ended."""
        return self.until is None or now < self.until

    def problem(self) -> Problem:
        """Return what whoever is shut out is told."""
        if self.until is None:
            return Problem(Code.GUEST_BANNED, reason=self.reason)
        return Problem(Code.GUEST_SUSPENDED, reason=self.reason, until=int(self.until))


class Bans:
    """Those that hold now."""

    def __init__(self, store: Store) -> None:
        """Know what is in `store`."""
        self._store = store
        self._all: tuple[Ban, ...] = ()
        self._guests: dict[str, list[Ban]] = {}
        self._networks: list[tuple[Any, Ban]] = []
        self._when_new: list[Callable[[], None]] = []
        self._task: asyncio.Task[None] | None = None

    def on_new(self, callback: Callable[[], None]) -> None:
        """Call `callback` whenever somebody more is shut out."""
        self._when_new.append(callback)

    async def start(self) -> None:
        """Know what is there, and look again and again."""
        await self.look()
        self._task = asyncio.create_task(self._run(), name="bans")

    async def close(self) -> None:
        """Look no more."""
        await end(self._task)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with lasting("bans not looked at"), suppress(Problem):  # the writer says what the database says
                await self.look()

    async def look(self) -> None:
        """Take in what the host has changed."""
        (found,) = await self._store.read(select(bans).where(not_ended()).order_by(bans.c.id))
        now = tuple(ban_of(row) for row in found)
        if now == self._all:
            return
        new = {ban.id for ban in now} - {ban.id for ban in self._all}
        self._all = now
        self._guests = {guest: [ban for ban in now if ban.guest == guest] for guest in {b.guest for b in now} if guest}
        self._networks = [(ipaddress.ip_network(ban.network), ban) for ban in now if ban.network]
        for callback in self._when_new if new else ():
            callback()

    # Asking

    @property
    def guests(self) -> Sequence[str]:
        """Return the guests that are shut out now."""
        return [guest for guest in self._guests if self.of_guest(guest)]

    def of_guest(self, guest: str | None) -> Ban | None:
        """Return why a guest is shut out, if it is."""
        return _holding(self._guests.get(guest, ())) if guest else None

    def of_address(self, address: str | None) -> Ban | None:
        """Return why whoever comes from `address` is shut out, if they are; never from this machine."""
        if not self._networks or not address:
            return None
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return None
        known = getattr(known, "ipv4_mapped", None) or known
        return None if known.is_loopback else _holding([ban for network, ban in self._networks if known in network])

    def check(self, guest: str | None, address: str | None = None) -> None:
        """Raise a `Problem` if a guest, or where it comes from, is shut out."""
        ban = self.of_guest(guest) or self.of_address(address)
        if ban:
            raise ban.problem()

    def check_seat(self, data: TableData, holder: Holder) -> None:
        """Raise a `Problem` if the seat that `holder` has, by a private link perhaps, is of a guest who is shut out."""
        for place in data.places:
            if holder.key and place.key == holder.key and holder.party == data.party:
                self.check(place.guest)


def _holding(found: Sequence[Ban]) -> Ban | None:
    """Return the one that holds longest."""
    now = time.time()
    return max((ban for ban in found if ban.holds(now)), key=lambda ban: ban.until or float("inf"), default=None)


def not_ended() -> ColumnElement[bool]:
    """Return what is true of the rows of those that hold now."""
    return or_(bans.c.until.is_(None), bans.c.until > time.time())


def ban_of(row: Row[Any]) -> Ban:
    """Return what a row says."""
    return Ban(**{name: getattr(row, name) for name in Ban.__struct_fields__})
