"""Admission control of sockets: how many may be open, and which one is closed to make room for another.

The owner of a seat always gets in. Sessions of seats are counted separately from those of watchers: beyond the limit
of a seat or of a guest, its oldest one is closed for the new one; beyond the limit of an address, one of the guest
with the most there. Watchers are counted for each table and for each address; at a full table,
the address with the most there has its newest one closed for one of an address with fewer.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from codex_naturalis.seating import Holder
from codex_naturalis.wire.errors import Code, ProblemError

from ..limits.limits import RateLimiter, network_of
from ..support.settings import Settings
from ..tables.table import Table

__all__ = ["Admission", "TableSession"]


class TableSession(Protocol):
    """Socket that shows a table, as admission control sees it."""

    holder: Holder
    address: str | None
    """Network address of the client."""

    table: Table
    """The table shown."""

    owner: str | None
    """Guest whose seat it shows; None for a watcher."""

    def dismiss(self, problem: ProblemError) -> None:
        """Close the socket, giving the reason."""


class Admission:
    """Counts the open sockets of a server, from handshake to close."""

    def __init__(self, limits: RateLimiter, settings: Settings) -> None:
        """Enforce the limits in `settings`."""
        self._limits = limits
        self._settings = settings
        self._silent: dict[str, dict[asyncio.Timeout, None]] = {}
        """Timeouts of sockets that have not sent their hello, by network, oldest first."""

        self._of_guest: dict[str, list[TableSession]] = {}
        self._of_address: dict[str, list[TableSession]] = {}
        """Sessions of seats, by network."""

        self._of_table: dict[str, list[TableSession]] = {}
        """Sessions of watchers, by table, oldest first."""

    @contextmanager
    def silent(self, address: str | None, timeout: asyncio.Timeout) -> Iterator[None]:
        """Bound the sockets waiting for a hello: beyond an address's limit, the timeout of its oldest one expires."""
        network, most = network_of(address), self._settings.sockets_per_address
        if network is None or not most:
            yield
            return
        waiting = self._silent.setdefault(network, {})
        if len(waiting) >= most:
            first = next(iter(waiting))
            del waiting[first]
            first.reschedule(asyncio.get_running_loop().time())
        waiting[timeout] = None
        try:
            yield
        finally:
            waiting.pop(timeout, None)
            if not waiting and self._silent.get(network) is waiting:
                del self._silent[network]

    def admit(self, session: TableSession) -> None:
        """Admit `session`, closing another one if need be; raise a `ProblemError` if there is no room."""
        if session.owner is None:
            self._let_watch(session)
        else:
            self._let_play(session, session.owner)

    def release(self, session: TableSession) -> None:
        """Release the slots of `session`."""
        if session.owner is None:
            self._limits.sockets_of_address.free(network_of(session.address))
        self._forget(session)

    def _forget(self, session: TableSession) -> None:
        _drop(self._of_guest, session.owner or session.holder.guest, session)
        _drop(self._of_address, network_of(session.address), session)
        _drop(self._of_table, session.table.id, session)

    # Watchers

    def _let_watch(self, session: TableSession) -> None:
        guest, network = session.holder.guest, network_of(session.address)
        if self._full(self._of_guest.get(guest, []) if guest else []):
            raise ProblemError(Code.LIMIT_CONNECTIONS)
        others = self._of_table.get(session.table.id, [])
        crowded = 0 < self._settings.sockets_per_table <= len(others)
        leaving = _newest_of_most(others, network) if crowded else None
        self._limits.sockets_of_address.hold(network)
        if leaving:
            self._replace(leaving, Code.LIMIT_CONNECTIONS)
        _add(self._of_guest, guest, session)
        _add(self._of_table, session.table.id, session)

    # Seats

    def _let_play(self, session: TableSession, owner: str) -> None:
        network = network_of(session.address)
        self._make_room_at_address(network)
        known = self._of_guest.get(owner, [])
        here = [one for one in known if one.table is session.table and one.owner]
        if here and len(here) >= self._settings.windows_per_seat > 0:
            self._replace(here[0])
        elif self._full(known):
            self._replace(next((one for one in known if one.owner is None), known[0]))
        _add(self._of_guest, owner, session)
        _add(self._of_address, network, session)

    def _full(self, sessions: list[TableSession]) -> bool:
        return 0 < self._settings.sockets_per_guest <= len(sessions)

    def _make_room_at_address(self, network: str | None) -> None:
        """Close a session of the guest with the most, if an address has too many; a guest's only session stays."""
        known = self._of_address.get(network, []) if network else []
        if not 0 < self._settings.sockets_per_address <= len(known):
            return
        ((owner, count),) = Counter(one.owner for one in known).most_common(1)
        if count == 1:
            raise ProblemError(Code.LIMIT_CONNECTIONS)
        self._replace(next(one for one in known if one.owner == owner))

    def _replace(self, session: TableSession, why: Code = Code.LIMIT_WINDOWS) -> None:
        """Close a session and stop counting it at once, however long closing takes."""
        self._forget(session)
        session.dismiss(ProblemError(why))


def _newest_of_most(watchers: list[TableSession], network: str | None) -> TableSession:
    """Return the newest watcher of the network with the most; raise a `ProblemError` if `network` is as crowded."""
    counts = Counter(network_of(one.address) for one in watchers)
    ((most, count),) = counts.most_common(1)
    if counts[network] + 1 >= count:
        raise ProblemError(Code.LIMIT_CONNECTIONS)
    return next(one for one in reversed(watchers) if network_of(one.address) == most)


def _add(sessions: dict[str, list[TableSession]], who: str | None, session: TableSession) -> None:
    if who is not None:
        sessions.setdefault(who, []).append(session)


def _drop(sessions: dict[str, list[TableSession]], who: str | None, session: TableSession) -> None:
    known = sessions.get(who, []) if who is not None else []
    if session in known:
        known.remove(session)
    if who is not None and not known:
        sessions.pop(who, None)
