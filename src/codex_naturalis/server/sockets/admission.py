"""Admission control of sockets: who may look at a table, and who makes room for whom.

A seat always has a place. Its windows are counted by themselves, never beside those of strangers: of one seat, and of
one guest, the window that was opened first goes for a new one; of one address a window of whoever has most there.
Watchers are refused where there are enough of them: at a table, of one address there, of one address anywhere.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from ..limits.limits import Limits, Slots, network_of
from ..limits.networks import Key
from ..support.errors import Code, Problem
from ..support.settings import Settings
from ..support.tokens import Holder
from ..tables.table import Table

__all__ = ["Admission", "Window"]


class Window(Protocol):
    """A socket that looks at a table."""

    holder: Holder
    address: str | None
    """Where it comes from."""

    table: Table
    """What it looks at."""

    owner: str | None
    """The guest whose seat it shows, None for a watcher."""

    def dismiss(self, problem: Problem) -> None:
        """Close it, and say why."""


_REPLACED: Final = Problem(Code.LIMIT_WINDOWS)


class Admission:
    """Counts the sockets of a server from the first byte to the last."""

    def __init__(self, limits: Limits, settings: Settings) -> None:
        """Let in as many as `settings` allow."""
        self._limits = limits
        self._settings = settings
        self._silent: dict[str, dict[asyncio.Timeout, None]] = {}
        """Those of each address that have not said who they are, in the order in which they came."""

        self._of_guest: dict[str, list[Window]] = {}
        self._of_address: dict[str, list[Window]] = {}
        """Windows of seats that one address has open."""

    @contextmanager
    def silent(self, address: str | None, patience: asyncio.Timeout) -> Iterator[None]:
        """Wait for a hello within `patience`; with too many of one address, the first of them has waited enough."""
        network, most = network_of(address), self._settings.sockets_per_address
        if network is None or not most:
            yield
            return
        waiting = self._silent.setdefault(network, {})
        if len(waiting) >= most:
            first = next(iter(waiting))
            del waiting[first]
            first.reschedule(asyncio.get_running_loop().time())
        waiting[patience] = None
        try:
            yield
        finally:
            waiting.pop(patience, None)
            if not waiting and self._silent.get(network) is waiting:
                del self._silent[network]

    def admit(self, window: Window) -> None:
        """Let `window` look, in the place of another one if need be; raise a `Problem` if there is no room for it."""
        if window.owner is None:
            self._let_watch(window)
        else:
            self._let_play(window, window.owner)

    def release(self, window: Window) -> None:
        """Give back what `admit` took."""
        if window.owner is None:
            for places, key in self._places(window):
                places.free(key)
        _drop(self._of_guest, window.owner or window.holder.guest, window)
        _drop(self._of_address, network_of(window.address), window)

    # Watchers

    def _places(self, window: Window) -> list[tuple[Slots, Key | None]]:
        """Return what a watcher takes one of each."""
        limits, network, table = self._limits, network_of(window.address), window.table.id
        here = None if network is None else f"{network} {table}"
        return [
            (limits.watchers_of_table, table),
            (limits.watchers_of_address, here),
            (limits.sockets_of_address, network),
        ]

    def _let_watch(self, window: Window) -> None:
        guest = window.holder.guest
        known = self._of_guest.get(guest, []) if guest else []
        if self._full(known):
            raise Problem(Code.LIMIT_CONNECTIONS)
        taken: list[tuple[Slots, Key | None]] = []
        try:
            for places, key in self._places(window):
                places.hold(key)
                taken.append((places, key))
        except Problem:
            for places, key in taken:
                places.free(key)
            raise
        _add(self._of_guest, guest, window)

    # Seats

    def _let_play(self, window: Window, owner: str) -> None:
        network = network_of(window.address)
        self._make_room_at_address(network)
        known = self._of_guest.get(owner, [])
        here = [one for one in known if one.table is window.table and one.owner]
        if here and len(here) >= self._settings.windows_per_seat > 0:
            self._replace(here[0])
        elif self._full(known):
            self._replace(next((one for one in known if one.owner is None), known[0]))
        _add(self._of_guest, owner, window)
        _add(self._of_address, network, window)

    def _full(self, windows: list[Window]) -> bool:
        return 0 < self._settings.sockets_per_guest <= len(windows)

    def _make_room_at_address(self, network: str | None) -> None:
        """Close a window of whoever has most, where an address has too many; nobody loses the only one."""
        known = self._of_address.get(network, []) if network else []
        if not 0 < self._settings.sockets_per_address <= len(known):
            return
        ((owner, count),) = Counter(one.owner for one in known).most_common(1)
        if count == 1:
            raise Problem(Code.LIMIT_CONNECTIONS)
        self._replace(next(one for one in known if one.owner == owner))

    def _replace(self, window: Window) -> None:
        """Close a window, and count it no more: how long it takes to leave is nobody else's affair."""
        _drop(self._of_guest, window.owner or window.holder.guest, window)
        _drop(self._of_address, network_of(window.address), window)
        window.dismiss(_REPLACED)


def _add(windows: dict[str, list[Window]], who: str | None, window: Window) -> None:
    if who is not None:
        windows.setdefault(who, []).append(window)


def _drop(windows: dict[str, list[Window]], who: str | None, window: Window) -> None:
    known = windows.get(who, []) if who is not None else []
    if window in known:
        known.remove(window)
    if who is not None and not known:
        windows.pop(who, None)
