"""Viewer session: one socket at one table; carries out its messages, and tells it what happened.

Nothing queues up for a slow reader except a bounded number of its own answers: news is read from the table at the
moment it can be sent, starting after the last version that was sent.
"""

import asyncio
from collections.abc import Iterator
from typing import Final, assert_never

from msgspec.structs import replace

from codex_naturalis.play import Clocks
from codex_naturalis.rules import Fact, IllegalAction
from codex_naturalis.views import Viewer
from codex_naturalis.wire.socket import (
    Act,
    ClocksMessage,
    Done,
    Hello,
    Mute,
    Ping,
    Pong,
    RefusalMessage,
    Say,
    ServerMessage,
    Show,
    TableChanged,
    Welcome,
)
from codex_naturalis.wire.table import TableInfo, Version

from ..lobby.chat import ChatCursor
from ..support.errors import CLOSE, Code, ProblemError
from ..support.tasks import end
from ..support.tokens import Holder, Scope
from ..tables.bus import Bus
from ..tables.data import TableData
from ..tables.messages import MessageCache
from ..tables.registry import run_shielded
from ..tables.seating import seat_row_of
from ..tables.table import Table
from .channel import Channel

__all__ = ["ViewerSession"]

_ANSWERS: Final = 32
"""Answers that may wait for a slow reader before the server stops reading from it."""


class ViewerSession:
    """Session of one client at one table.

    One task reads from the socket as long as the session lasts. News is sent without a task, unless the reader is slow:
    then another task waits for it.
    """

    __slots__ = (
        "_acting",
        "_answers",
        "_bus",
        "_busy",
        "_changed",
        "_changes",
        "_channel",
        "_chat",
        "_dismissed",
        "_failed",
        "_flushing",
        "_greeted",
        "_last",
        "_listening",
        "_people_sent",
        "_previews",
        "_room",
        "_seated",
        "_timed",
        "address",
        "hidden",
        "holder",
        "owner",
        "table",
    )

    def __init__(
        self,
        channel: Channel,
        table: Table,
        chat: ChatCursor,
        bus: Bus,
        hello: Hello,
        holder: Holder,
        address: str | None,
    ) -> None:
        """Show `table` to `holder`, as `hello` asks; follow its `chat`, and changes over the `bus`."""
        self.table = table
        self.holder = holder
        self.address = address
        self.owner = _owner(table.data, holder)
        self.hidden = False
        """Whether the client has said that its page is hidden."""

        self._channel = channel
        self._chat = chat
        self._bus = bus
        self._answers: list[ServerMessage] = []
        self._room: asyncio.Event | None = None
        """Event set when there is room for answers again; None if nothing waits for it."""

        self._changes, self._previews = hello.changes, hello.previews
        """Whether the client accepts deltas of views, and whether it shows previews of placements."""

        self._last: Version | None = hello.after
        """Last version sent, at first the one the client has; None before play."""

        self._listening: asyncio.Task[None] | None = None
        self._flushing: asyncio.Task[None] | None = None
        self._greeted = self._changed = self._busy = False
        """Whether the client was welcomed, whether anything may have changed, and whether updates are being sent."""

        self._acting = False
        """Whether an act is being stored."""

        self._failed: Exception | None = None
        """Why sending failed, which ends the session."""

        self._dismissed: ProblemError | None = None
        self._people_sent: tuple[TableInfo, int | None] | None = None
        """Table info and seat, as last sent."""

        self._seated: tuple[TableData | None, Viewer] = None, None
        self._timed: Clocks | None = None
        """Clocks, as last sent or last found not worth sending."""

    async def run(self) -> None:
        """Welcome the client, then receive and send until the session ends."""
        self._listening = asyncio.current_task()
        self._bus.listen(self.table.id, self.on_change)
        self.table.watch(self)
        try:
            await self._cancel_departure()
            await self._send_welcome()
            await self._listen()
        except asyncio.CancelledError:
            if self._failed is None:
                raise
            raise self._failed from None
        finally:
            self._greeted = False
            self._bus.forget(self.table.id, self.on_change)
            self.table.unwatch(self)
            if self._flushing:
                await end(self._flushing)

    def on_change(self) -> None:
        """Bus callback: schedule sending of updates."""
        self._changed = True
        if self._greeted and not self._busy:
            self._busy = True
            asyncio.get_running_loop().call_soon(self._flush)

    def dismiss(self, problem: ProblemError) -> None:
        """Close the socket, giving the reason."""
        self._dismissed = problem
        self.on_change()

    async def _cancel_departure(self) -> None:
        """Cancel the departure of a person who comes back in time to keep the seat."""
        seat = self.table.viewer(self.holder)
        if seat is not None and self.table.data.begun:
            await run_shielded(self.table.stay(seat))

    async def _send_welcome(self) -> None:
        table, viewer, after = self.table, self.table.viewer(self.holder), self._last
        if after is not None and after > table.version:
            facts: dict[str, Fact] = {"seen": after, "version": table.version}
            await self._channel.send(RefusalMessage(Code.VERSION_FUTURE.value, facts=facts, version=table.version))
            after = None
        shown = table.shown
        missed = shown.steps(after, viewer) if shown and after is not None else ()
        view = shown.view(viewer, previews=self._previews) if shown else None
        self._last = table.version if shown else None
        self._people_sent = table.people(), viewer
        await self._channel.send(Welcome(table.info(), viewer, table.version, missed, view))
        for message in (*self._clock_updates(), *self._chat_updates()):
            await self._channel.send(message)
        self._greeted = True
        self.on_change()

    def _viewer(self) -> Viewer:
        """Return the client's seat, cached until the table's data changes."""
        if self._seated[0] is not self.table.data:
            self._seated = self.table.data, self.table.viewer(self.holder)
        return self._seated[1]

    async def _listen(self) -> None:
        while True:
            message = await self._channel.receive()
            answer: ServerMessage | None
            match message:
                case Act():
                    answer = await self._act(message)
                case Say() | Show() | Mute():
                    answer = await self._speak(message)
                case Ping():
                    self._set_hidden(hidden=message.hidden)
                    answer = Pong()
                case Hello():
                    raise ProblemError(Code.MESSAGE_UNEXPECTED)
                case _:
                    assert_never(message)
            if self._failed:
                raise self._failed
            if answer:
                await self._answer(answer)

    def _set_hidden(self, *, hidden: bool) -> None:
        """Note that the page has become hidden or visible."""
        if hidden != self.hidden:
            self.hidden = hidden
            self.table.publish()

    async def _act(self, act: Act) -> RefusalMessage | Done:
        """Store the whole act, even if the client cannot be told: memory and database must not diverge."""
        seat = self._viewer()
        if seat is None:
            return RefusalMessage(Code.SEAT_NONE.value, act.id, version=self.table.version)
        if self.holder.scope is Scope.READ:
            return RefusalMessage(Code.TOKEN_SCOPE.value, act.id, version=self.table.version)
        self._acting = True
        try:
            return Done(act.id, await self.table.act(seat, act.actions, act.seen, act.id))
        except IllegalAction as illegal:
            return RefusalMessage(illegal.reason.value, act.id, illegal.refusal.facts, self.table.version)
        except ProblemError as problem:
            if problem.code in CLOSE and problem.code is not Code.STORAGE_FAILED:
                raise
            return RefusalMessage(problem.code.value, act.id, problem.facts, self.table.version)
        finally:
            self._acting = False

    async def _answer(self, answer: ServerMessage) -> None:
        """Queue `answer`, waiting while the queue is full."""
        while len(self._answers) >= _ANSWERS:
            self._room = self._room or asyncio.Event()
            await self._room.wait()
        self._answers.append(answer)
        self.on_change()

    async def _speak(self, message: Say | Show | Mute) -> RefusalMessage | None:
        """Say something; who holds an access token speaks only from a seat, where the table shows what a program is."""
        if self.holder.scope is Scope.READ or (self.holder.token and self._viewer() is None):
            return RefusalMessage(Code.TOKEN_SCOPE.value, getattr(message, "id", None), version=self.table.version)
        try:
            return await run_shielded(self._chat.speak(message))
        except ProblemError as problem:
            return RefusalMessage(problem.code.value, getattr(message, "id", None), problem.facts, self.table.version)

    def _flush(self) -> None:
        """Send all updates now, or start a task where sending has to wait."""
        if not self._greeted:
            return  # disconnected in the meantime
        if not self._channel.quick:
            self._flushing = asyncio.create_task(self._flush_slowly())
            return
        try:
            self._channel.put(self._drain())
        except Exception as error:  # noqa: BLE001 - reported by the task that reads
            self._fail(error)
        self._busy = False

    async def _flush_slowly(self) -> None:
        """Send all updates to a slow reader."""
        try:
            for message in self._drain():
                await self._channel.send(message)
        except Exception as error:  # noqa: BLE001 - reported by the task that reads
            self._fail(error)
        finally:
            self._flushing = None
            self._busy = False

    def _fail(self, error: Exception) -> None:
        """End the session because nothing can be sent any more; an act under way is completed first."""
        self._failed = error
        if self._listening and not self._acting:
            self._listening.cancel()

    def _drain(self) -> Iterator[ServerMessage | bytes]:
        """Yield all updates, each message when it can be sent, until there is none left."""
        while self._changed:
            self._changed = False
            yield from self._pending_updates()
            while self._answers:
                yield self._answers.pop(0)
                if self._room:
                    self._room.set()
                    self._room = None

    def begun_unseen(self) -> MessageCache | None:
        """Return the game if play has begun and this viewer was not told; otherwise None, without waking the table.

        Asking a table for its game wakes it from rest, which people who come and go should not do.
        """
        return self.table.shown if self._last is None else None

    def played_unseen(self) -> MessageCache | None:
        """Return the game if it has versions this viewer was not told; otherwise None, without waking the table."""
        told = self._last
        return self.table.shown if told is not None and self.table.version > told else None

    def _pending_updates(self) -> Iterator[ServerMessage | bytes]:
        """Yield what is new, in order: start of play, versions, people, clocks, chat."""
        table, viewer = self.table, self._viewer()
        if self._dismissed:
            raise self._dismissed
        if table.closed:
            raise ProblemError(Code.TABLE_UNKNOWN)
        if begun := self.begun_unseen():
            self._last = 0
            self._people_sent = table.people(), viewer
            info = replace(self._people_sent[0], version=table.version)
            yield TableChanged(info, viewer, begun.first_view(viewer))
        if (missed := self.played_unseen()) and self._last is not None:
            after, self._last = self._last, table.version
            changes = self._changes and self._people_sent is not None and self._people_sent[1] == viewer
            yield missed.encode(after, viewer, changes=changes, previews=self._previews)
        people = table.people(), self._viewer()
        if people != self._people_sent:
            self._people_sent = people
            info = replace(people[0], version=self._last or 0)
            yield TableChanged(info, people[1], None)
        yield from self._clock_updates()
        yield from self._chat_updates()

    def _clock_updates(self) -> Iterator[ServerMessage]:
        """Yield the clocks, if any of them has changed."""
        before, self._timed = self._timed, self.table.data.clocks
        if self._timed is not before and self._timed != before:
            told = self.table.clocks_message()
            if told or before:
                yield told or ClocksMessage(())

    def _chat_updates(self) -> Iterator[ServerMessage]:
        """Yield what is new in the chat."""
        if said := self._chat.news():
            yield said


def _owner(data: TableData, holder: Holder) -> str | None:
    """Return the guest whose seat `holder` has, if only by a private link; None for a watcher."""
    index = seat_row_of(data, holder)
    return None if index is None else data.seat_rows[index].guest or data.seat_rows[index].key
