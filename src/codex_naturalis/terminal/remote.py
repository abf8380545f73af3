"""Desk at a table of a server, through the client library."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic

from codex_naturalis.client import AsyncRemoteTable, AsyncServer, Invitation, RefusedError, UnreachableError
from codex_naturalis.judgements.teacher import Advice
from codex_naturalis.rules import Action, Seat
from codex_naturalis.views import View
from codex_naturalis.wire.socket import ClockMessage, StepMessage
from codex_naturalis.wire.table import SeatInfo, TableStage

from .company import ChatLine
from .desk import DeskRefusedError

__all__ = ["RemoteDesk"]


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the client's errors into `DeskRefusedError`."""
    try:
        yield
    except RefusedError as refused:
        raise DeskRefusedError(refused.reason, refused.facts) from None
    except UnreachableError:
        raise DeskRefusedError("offline") from None


class RemoteDesk:
    """Seat or watcher at a table of a server."""

    def __init__(self, server: AsyncServer, link: str, *, watch: bool = False) -> None:
        """Sit at the table of `link`: in the first empty seat, or only to `watch`."""
        self._server = server
        self._link = link
        self._watch = watch
        self._table: AsyncRemoteTable | None = None
        self._clocks: Sequence[ClockMessage] = ()
        self._heard = 0.0
        """Monotonic time at which the clocks were received."""

    @classmethod
    def at(cls, link: str, *, name: str, token: str | None = None, watch: bool = False) -> "RemoteDesk":
        """Return the desk at the table of an invitation; raise `ValueError` if `link` is not one."""
        asked = Invitation.read(link)
        if asked.server is None:
            raise ValueError(f"{link!r} names no server")
        return cls(AsyncServer(asked.server, name=name, token=token, patience=3600.0), link, watch=watch)

    @property
    def table(self) -> AsyncRemoteTable:
        """Return the table, available once the desk is open."""
        assert self._table is not None
        return self._table

    @property
    def view(self) -> View | None:
        """Return the newest view; None before play."""
        return self.table.view

    @property
    def steps(self) -> Sequence[StepMessage]:
        """Return the steps since the deal."""
        return self.table.steps

    @property
    def seats(self) -> Sequence[SeatInfo]:
        """Return the seats."""
        return self.table.info.seats

    @property
    def hints(self) -> bool:
        """Return whether hints are allowed."""
        return self.table.info.hints

    @property
    def invitation(self) -> str | None:
        """Return the link that lets others join or watch."""
        return self.table.invitation

    @property
    def connected(self) -> bool:
        """Return whether it is connected now."""
        return self.table.connected

    @property
    def ended(self) -> bool:
        """Return whether nothing more will be played here."""
        return self.table.ended

    @property
    def waiting(self) -> bool:
        """Return whether seats are still empty."""
        return self.table.info.stage is TableStage.GATHERING

    @property
    def lines(self) -> Sequence[ChatLine]:
        """Return the chat, oldest line first."""
        return self.table.lines

    @property
    def times(self) -> Mapping[Seat, float]:
        """Return the seconds left on each clock now."""
        clocks = self.table.clocks
        if clocks is not self._clocks:
            self._clocks, self._heard = clocks, monotonic()
        gone = monotonic() - self._heard
        return {one.seat: one.left - gone * one.running for one in clocks if one.left is not None}

    async def speak(self, text: str) -> None:
        """Send a chat line to the table, or raise `DeskRefusedError`."""
        with _refusals():
            await self.table.say(text)

    async def open(self) -> None:
        """Sit down, or raise `DeskRefusedError`."""
        sit = self._server.watch if self._watch else self._server.join
        with _refusals():
            self._table = await sit(self._link, history=True, previews=True)

    async def act(self, actions: Sequence[Action]) -> None:
        """Play a turn, or raise `DeskRefusedError`; a seat that a stand-in plays is taken back first."""
        with _refusals():
            if self.table.viewer is not None and self.table.info.seats[self.table.viewer].stand_in:
                await self.table.take_back()
            await self.table.act(tuple(actions))

    async def change(self) -> None:
        """Wait for a change; raise `DeskRefusedError` if there will be none."""
        with _refusals():
            await self.table.change()

    async def hint(self) -> tuple[Advice, ...]:
        """Return the teacher's advice, or raise `DeskRefusedError`."""
        with _refusals():
            return await self.table.hint()

    async def close(self) -> None:
        """Close the connection; the reader keeps the seat."""
        await self._server.close()
