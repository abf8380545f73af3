"""One viewer at one table: what it may ask, and how it hears what happened.

Nothing piles up for a slow reader but its own few answers: what happened is read from the table at the moment it can
be sent, from the last version that went out.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, assert_never

from msgspec.structs import replace

from codex_naturalis.play import Clocks
from codex_naturalis.rules import Fact, IllegalAction, Seat
from codex_naturalis.views import Viewer

from .accounts import GUEST, Accounts
from .bans import Bans
from .bus import Bus
from .channel import Channel, Gone
from .chat import Chats, Ear
from .codes import CLOSE, Code, Problem
from .data import TableData
from .limits import Limits, network_of
from .log import get_logger
from .settings import Settings
from .table import Table
from .tables import Tables, shielded
from .tokens import Holder
from .wire import (
    Act,
    ClocksTold,
    Done,
    Hello,
    Hush,
    Ping,
    Pong,
    Refused,
    Say,
    ServerMessage,
    Show,
    TableChanged,
    TableInfo,
    Version,
    Welcome,
)

__all__ = ["Desk", "Viewing"]

_log = get_logger(__name__)
_ANSWERS: Final = 32
"""Answers that may wait for a slow reader; then we stop listening to it."""


class Desk:
    """Where sockets are met and shown to their tables."""

    def __init__(
        self, tables: Tables, chats: Chats, accounts: Accounts, bus: Bus, settings: Settings, limits: Limits, bans: Bans
    ) -> None:
        """Show sockets to `tables`, so many as `limits` allow, and nobody whom the `bans` name."""
        self._limits = limits
        self._tables = tables
        self._chats = chats
        self._accounts = accounts
        self._bus = bus
        self._settings = settings
        self._bans = bans
        self._viewings: dict[str, set[Viewing]] = {}
        """Who looks, by guest."""

        self._everybody: dict[Viewing, tuple[Table, str | None]] = {}
        """Who looks, at which table, and from where."""

        self._checks: set[asyncio.Task[None]] = set()
        bus.on_ring(self._rung)
        bans.on_new(self._look_around)

    async def serve(self, channel: Channel, table_id: str, address: str | None = None) -> None:
        """Talk with one client, who comes from `address`, until it leaves or is told to."""
        try:
            try:
                self._bans.check(None, address)
                with self._limits.sockets_of_address.taken(network_of(address)):
                    table = await self._tables.get(table_id)
                    hello = await self._hello(channel)
                    await self._admit(channel, await self._tables.get(table.id), hello, address)
            except Problem as problem:
                await channel.refuse(problem)
            except Gone:
                raise
            except Exception:  # noqa: BLE001 - our own mistakes stay ours
                _log.exception("socket failed")
                await channel.refuse(Problem(Code.SERVER_FAILED))
        except Gone:
            return

    async def _hello(self, channel: Channel) -> Hello:
        try:
            async with asyncio.timeout(self._settings.hello_seconds):
                message = await channel.receive()
        except TimeoutError:
            raise Problem(Code.HELLO_LATE) from None
        if not isinstance(message, Hello):
            raise Problem(Code.MESSAGE_UNEXPECTED)
        return message

    async def _admit(self, channel: Channel, table: Table, hello: Hello, address: str | None) -> None:
        holder = Holder() if hello.token is None else await self._accounts.holder(hello.token)
        if holder.key is not None and table.viewer(holder) is None:
            raise Problem(Code.TOKEN_INVALID)  # the link of another table's seat, or of one that was left
        self._bans.check_seat(table.data, holder)
        if len(table.watchers) >= self._settings.sockets_per_table:
            raise Problem(Code.LIMIT_CONNECTIONS)
        viewing = Viewing(channel, table, holder, await self._chats.ear(table, holder))
        guest, known = holder.guest, self._known(holder.guest, viewing, (table, address))
        with self._limits.sockets_of_guest.taken(guest), self._bus.bell(table.id) as bell, known:
            await viewing.run(bell, hello)

    @contextmanager
    def _known(self, guest: str | None, viewing: "Viewing", where: tuple[Table, str | None]) -> Iterator[None]:
        """Know who looks, as long as they do."""
        self._everybody[viewing] = where
        if guest is not None:
            self._viewings.setdefault(guest, set()).add(viewing)
        try:
            yield
        finally:
            del self._everybody[viewing]
            if guest is not None:
                self._viewings[guest].discard(viewing)
                if not self._viewings[guest]:
                    del self._viewings[guest]

    def _rung(self, called: str) -> None:
        """Look again whether a guest's windows may stay open."""
        for viewing in self._viewings.get(called.removeprefix(GUEST), ()) if called.startswith(GUEST) else ():
            check = asyncio.create_task(self._check(viewing))
            self._checks.add(check)
            check.add_done_callback(self._checks.discard)

    def _look_around(self) -> None:
        """Send those away who are shut out now."""
        for viewing, (table, address) in list(self._everybody.items()):
            try:
                self._bans.check(viewing.holder.guest, address)
                self._bans.check_seat(table.data, viewing.holder)
            except Problem as problem:
                viewing.dismiss(problem)

    async def _check(self, viewing: "Viewing") -> None:
        try:
            await self._accounts.check(viewing.holder)
        except Problem as problem:
            viewing.dismiss(problem)


class Viewing:
    """One client looking at a table."""

    def __init__(self, channel: Channel, table: Table, holder: Holder, ear: Ear) -> None:
        """Look at `table` with the eyes of `holder`, and hear with its `ear`."""
        self.holder = holder
        self.hidden = False
        """Whether the client has said that nobody looks at it."""

        self._ear = ear
        self._channel = channel
        self._table = table
        self._answers: list[ServerMessage] = []
        self._room: asyncio.Event | None = None
        """Rings when there is room for answers again, if there was none."""

        self._changes = self._previews = False
        """Whether the client can do with what changed in its view, and whether it shows what placements would do."""

        self._last: Version | None = None
        """The last version sent; None before play."""

        self._dismissed: Problem | None = None
        self._bell: asyncio.Event | None = None
        self._shown: tuple[TableInfo, int | None] | None = None
        """What was last sent of the table's people, and of the seat."""

        self._seated: tuple[TableData | None, Viewer] = None, None
        self._timed: Clocks | None = None
        """What was last sent of the clocks, or was not worth it."""

    async def run(self, bell: asyncio.Event, hello: Hello) -> None:
        """Welcome the client as it asked in its `hello`, then listen and tell until either ends."""
        self._changes, self._previews = hello.changes, hello.previews
        self._bell = bell
        self._table.watch(self)
        tasks: list[asyncio.Task[None]] = []
        try:
            await self._arrive()
            await self._welcome(hello.after)
            tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._tell(bell))]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._table.unwatch(self)

    def dismiss(self, problem: Problem) -> None:
        """Send the client away, and say why."""
        self._dismissed = problem
        if self._bell:
            self._bell.set()

    async def _arrive(self) -> None:
        """Whoever comes back in time keeps the seat."""
        seat = self._table.viewer(self.holder)
        if seat is not None and self._table.data.begun:
            await shielded(self._table.stay(seat))

    async def _welcome(self, after: Version | None) -> None:
        table, viewer = self._table, self._table.viewer(self.holder)
        if after is not None and after > table.version:
            facts: dict[str, Fact] = {"seen": after, "version": table.version}
            await self._channel.send(Refused(Code.VERSION_FUTURE.value, facts=facts, version=table.version))
            after = None
        missed = () if after is None else table.steps(after, viewer)
        view = table.view(viewer, previews=self._previews)
        self._last = table.version if table.game else None
        self._shown = table.people(), viewer
        await self._channel.send(Welcome(table.info(), viewer, table.version, missed, view))
        await self._tell_time()
        await self._hear()

    def _viewer(self) -> Viewer:
        """Return the seat that the client plays, if any: found out again when something about the table has changed."""
        if self._seated[0] is not self._table.data:
            self._seated = self._table.data, self._table.viewer(self.holder)
        return self._seated[1]

    async def _listen(self) -> None:
        while True:
            message = await self._channel.receive()
            answer: ServerMessage | None
            match message:
                case Act():
                    answer = await self._act(message)
                case Say() | Show() | Hush():
                    answer = await self._speak(message)
                case Ping():
                    self._glance(hidden=message.hidden)
                    answer = Pong()
                case Hello():
                    raise Problem(Code.MESSAGE_UNEXPECTED)
                case _:
                    assert_never(message)
            if answer:
                await self._answer(answer)

    def _glance(self, *, hidden: bool) -> None:
        """Take note that somebody looks again, or does not any more."""
        if hidden != self.hidden:
            self.hidden = hidden
            self._table.ring()

    async def _act(self, act: Act) -> Refused | None:
        seat = self._viewer()
        if seat is None:
            return Refused(Code.SEAT_NONE.value, act.id, version=self._table.version)
        try:
            await shielded(self._play(seat, act))
        except IllegalAction as illegal:
            return Refused(illegal.reason.value, act.id, illegal.refusal.facts, self._table.version)
        except Problem as problem:
            if problem.code in CLOSE and problem.code is not Code.STORAGE_FAILED:
                raise
            return Refused(problem.code.value, act.id, problem.facts, self._table.version)
        return None

    async def _play(self, seat: Seat, act: Act) -> None:
        """Play, and answer in the same breath in which everybody is called."""
        version = await self._table.act(seat, act.actions, act.seen, act.id)
        await self._answer(Done(act.id, version))

    async def _answer(self, answer: ServerMessage) -> None:
        """Let `answer` be sent, as soon as there is room for it."""
        while len(self._answers) >= _ANSWERS:
            self._room = self._room or asyncio.Event()
            await self._room.wait()
        self._answers.append(answer)
        if self._bell:
            self._bell.set()

    async def _speak(self, message: Say | Show | Hush) -> Refused | None:
        try:
            return await shielded(self._ear.speak(message))
        except Problem as problem:
            return Refused(problem.code.value, getattr(message, "id", None), problem.facts, self._table.version)

    async def _hear(self) -> None:
        if said := self._ear.news():
            await self._channel.send(said)

    async def _tell(self, bell: asyncio.Event) -> None:
        while True:
            await bell.wait()
            bell.clear()
            await self._catch_up()
            while self._answers:
                await self._channel.send(self._answers.pop(0))
                if self._room:
                    self._room.set()
                    self._room = None

    async def _catch_up(self) -> None:
        """Tell what is new, in order: play begins, versions, people."""
        table, viewer = self._table, self._viewer()
        if self._dismissed:
            raise self._dismissed
        if table.closed:
            raise Problem(Code.TABLE_UNKNOWN)
        if table.game and self._last is None:
            self._last = 0
            self._shown = table.people(), viewer
            info = replace(self._shown[0], version=table.version)
            await self._channel.send(TableChanged(info, viewer, table.first_view(viewer)))
        if self._last is not None and table.version > self._last:
            after, self._last = self._last, table.version
            changes = self._changes and self._shown is not None and self._shown[1] == viewer
            await self._channel.send(table.told(after, viewer, changes=changes, previews=self._previews))
        people = table.people(), self._viewer()
        if people != self._shown:
            self._shown = people
            info = replace(people[0], version=self._last or 0)
            await self._channel.send(TableChanged(info, people[1], None))
        await self._tell_time()
        await self._hear()

    async def _tell_time(self) -> None:
        """Tell how it stands with the clocks, if any of them has changed."""
        before, self._timed = self._timed, self._table.data.clocks
        if self._timed != before:
            told = self._table.clocks_told()
            if told or before:
                await self._channel.send(told or ClocksTold(()))
