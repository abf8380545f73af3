"""Bans: guests, with or without an account, and networks that the host has shut out.

They are rows, written by `codex-naturalis admin` even while servers run; each server polls them every few seconds.
"""

import asyncio
import ipaddress
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, Row, or_, select

from codex_naturalis.seating import Holder, TableData
from codex_naturalis.wire.errors import Code, ProblemError

from ..database.schema import bans
from ..support.lifecycle import LoopingService
from ..support.tasks import lasting
from ..tables.store import Store

__all__ = ["Ban", "Bans", "ban_of", "not_ended"]

_LOOK_SECONDS: Final = 3.0


class Ban(Struct, frozen=True):
    """Ban of a guest or of a network."""

    id: int
    guest: str | None
    network: str | None
    name: str
    """Name that the host typed."""

    reason: str
    created: float
    until: float | None
    """Seconds since 1970; None for a permanent ban."""

    def holds(self, now: float) -> bool:
        """Return whether the ban is still in force at `now`, in seconds since 1970."""
        return self.until is None or now < self.until

    def problem(self) -> ProblemError:
        """Return the problem with which a banned caller is refused."""
        if self.until is None:
            return ProblemError(Code.GUEST_BANNED, reason=self.reason)
        return ProblemError(Code.GUEST_SUSPENDED, reason=self.reason, until=int(self.until))


class Bans(LoopingService):
    """Cache of the bans in force, refreshed by polling."""

    def __init__(self, store: Store) -> None:
        """Read bans from `store`."""
        self._store = store
        self._all: tuple[Ban, ...] = ()
        self._guests: dict[str, list[Ban]] = {}
        self._networks: list[tuple[Any, Ban]] = []
        self._when_new: list[Callable[[], None]] = []

    def on_new(self, callback: Callable[[], None]) -> None:
        """Call `callback` after each poll that finds a new ban."""
        self._when_new.append(callback)

    async def start(self) -> None:
        """Read the bans, and poll for changes from then on."""
        await self.look()
        await super().start()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with lasting("bans not looked at"), suppress(ProblemError):  # the writer says what the database says
                await self.look()

    async def look(self) -> None:
        """Poll: read the bans again if the host has changed them."""
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

    # Queries

    @property
    def guests(self) -> Sequence[str]:
        """Return the guests banned now."""
        return [guest for guest in self._guests if self.of_guest(guest)]

    def of_guest(self, guest: str | None) -> Ban | None:
        """Return the ban of a guest that ends last; None if there is none."""
        return _holding(self._guests.get(guest, ())) if guest else None

    def of_address(self, address: str | None) -> Ban | None:
        """Return the ban of an address that ends last; None if there is none. Loopback addresses are never banned."""
        if not self._networks or not address:
            return None
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return None
        known = getattr(known, "ipv4_mapped", None) or known
        return None if known.is_loopback else _holding([ban for network, ban in self._networks if known in network])

    def check(self, guest: str | None, address: str | None = None) -> None:
        """Raise a `ProblemError` if the guest or its address is banned."""
        ban = self.of_guest(guest) or self.of_address(address)
        if ban:
            raise ban.problem()

    def check_seat(self, data: TableData, holder: Holder) -> None:
        """Raise a `ProblemError` if the holder has the private link of a seat whose guest is banned."""
        for row in data.seat_rows:
            if holder.key and row.key == holder.key and holder.party == data.party:
                self.check(row.guest)


def _holding(found: Sequence[Ban]) -> Ban | None:
    """Return the ban in force that ends last."""
    now = time.time()
    return max((ban for ban in found if ban.holds(now)), key=lambda ban: ban.until or float("inf"), default=None)


def not_ended() -> ColumnElement[bool]:
    """Return the SQL condition for bans in force."""
    return or_(bans.c.until.is_(None), bans.c.until > time.time())


def ban_of(row: Row[Any]) -> Ban:
    """Return the ban in a row."""
    return Ban(**{name: getattr(row, name) for name in Ban.__struct_fields__})
