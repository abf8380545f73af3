"""Viewer session: one socket at one table; carries out its messages, and sends it updates.

Nothing queues up for a slow reader except a bounded number of its own answers: updates are read from the table just
before they are sent, starting after the last version sent.
"""

import asyncio
from collections.abc import Iterable
from itertools import chain
from typing import Final, assert_never

from msgspec.structs import replace

from codex_naturalis.local.message_cache import MessageCache
from codex_naturalis.play import Clocks
from codex_naturalis.rules import Fact, IllegalAction
from codex_naturalis.seating import Holder, TableData, seat_row_of
from codex_naturalis.views import Viewer
from codex_naturalis.wire.errors import Code, ProblemError
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
    refuse_act,
)
from codex_naturalis.wire.table import TableInfo, Version

from ..lobby.chat import ChatCursor
from ..support.tasks import end
from ..support.tokens import Scope
from ..tables.bus import Bus, Topic
from ..tables.registry import run_shielded
from ..tables.table import Table
from .channel import Channel

__all__ = ["ViewerSession"]

_NOTHING: Final[frozenset[Topic]] = frozenset()
_ANSWERS: Final = 32
"""Answers that may wait for a slow reader before the server stops reading from it."""


class ViewerSession:
    """Session of one client at one table.

    One task reads from the socket as long as the session lasts. Updates are sent without a task, unless the reader is
    slow: then another task waits for it.
    """

    __slots__ = (
        "_acting",
        "_answers",
        "_bus",
        "_busy",
        "_changes",
        "_channel",
        "_chat",
        "_dismissed",
        "_failed",
        "_flushing",
        "_greeted",
        "_last",
        "_listening",
        "_pending",
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
        self.table: Table = table
        self.holder: Holder = holder
        self.address: str | None = address
        self.owner: str | None = _owner(table.data, holder)
        self.hidden: bool = False
        """Whether the client has reported its page as hidden."""

        self._channel = channel
        self._chat = chat
        self._bus = bus
        self._answers: list[ServerMessage] = []
        self._room: asyncio.Event | None = None
        """Event set when there is room for answers again; None if nothing waits for it."""

        self._changes, self._previews = hello.changes, hello.previews
        """Whether the client accepts deltas of views, and whether it shows previews of placements."""

        self._last: Version | None = hello.after
        """Last version sent, initially the client's; None before play."""

        self._listening: asyncio.Task[None] | None = None
        self._flushing: asyncio.Task[None] | None = None
        self._greeted = self._busy = False
        """Whether the client was welcomed, and whether updates are being sent."""

        self._pending: frozenset[Topic] | None = None
        """Topics of changes since updates were sent; None if there are none, and no answer waits."""

        self._acting = False
        """Whether an act is being stored."""

        self._failed: Exception | None = None
        """Why sending failed, which ends the session."""

        self._dismissed: ProblemError | None = None
        self._people_sent: tuple[TableInfo, int | None] | None = None
        """Table info and seat, as last sent."""

        self._seated: tuple[TableData | None, Viewer] = None, None
        """Table's data as last looked at, and the client's seat in it."""

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

    def on_change(self, topics: Iterable[Topic] = ()) -> None:
        """Bus callback: schedule sending of updates."""
        self._pending = (self._pending or _NOTHING).union(topics)
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
        data, viewer = self._seated
        return viewer if data is self.table.data else self.table.viewer(self.holder)

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
            self.table.publish("people")

    async def _act(self, act: Act) -> RefusalMessage | Done:
        """Store the whole act, even if the client cannot be answered: memory and database must not diverge."""
        seat = self._viewer()
        if seat is None:
            return RefusalMessage(Code.SEAT_NONE.value, act.id, version=self.table.version)
        if self.holder.scope is Scope.READ:
            return RefusalMessage(Code.TOKEN_SCOPE.value, act.id, version=self.table.version)
        self._acting = True
        try:
            return Done(act.id, await self.table.play_actions(seat, act.actions, act.seen, act.id))
        except (IllegalAction, ProblemError) as error:
            return refuse_act(act.id, error, self.table.version)
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
        """Send a chat message; with an access token only from a seat, where the table identifies programs."""
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
            self._channel.put(chain.from_iterable(iter(self._next_messages, None)))
        except Exception as error:  # noqa: BLE001 - reported by the task that reads
            self._fail(error)
        self._busy = False

    async def _flush_slowly(self) -> None:
        """Send all updates to a slow reader."""
        try:
            while messages := self._next_messages():
                for message in messages:
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

    def _next_messages(self) -> list[ServerMessage | bytes] | None:
        """Return the next messages to send: updates, or waiting answers; None if there are no more."""
        topics, self._pending = self._pending, None
        messages = [] if topics is None else self._updates(topics)
        if self._answers:
            messages += self._answers
            self._answers = []
            if self._room:
                self._room.set()
                self._room = None
        return messages or None

    def unseen(self) -> MessageCache | None:
        """Return the game if this viewer was not sent its start or its latest version; otherwise None.

        Asking a hibernating table for its game wakes it, which people who come and go should not do.
        """
        return self.table.shown if self._last is None or self.table.version > self._last else None

    def _updates(self, topics: frozenset[Topic]) -> list[ServerMessage | bytes]:
        """Return updates in order: start of play, versions, people, clocks, chat.

        The table's data is compared if it is another object, whatever the `topics` are.
        """
        table, messages = self.table, list[ServerMessage | bytes]()
        if self._dismissed:
            raise self._dismissed
        if table.closed:
            raise ProblemError(Code.TABLE_UNKNOWN)
        changed = self._seated[0] is not table.data
        viewer = self._viewer()
        self._seated = table.data, viewer
        unseen = self.unseen()
        if unseen and self._last is None:
            self._last = 0
            self._people_sent = table.people(), viewer
            info = replace(self._people_sent[0], version=table.version)
            messages.append(TableChanged(info, viewer, unseen.first_view(viewer)))
        if unseen and self._last is not None and table.version > self._last:
            after, self._last = self._last, table.version
            deltas = self._changes and self._people_sent is not None and self._people_sent[1] == viewer
            messages.append(unseen.encode(after, viewer, changes=deltas, previews=self._previews))
        if changed or "people" in topics:
            people = table.people(), viewer
            if people != self._people_sent:
                self._people_sent = people
                messages.append(TableChanged(replace(people[0], version=self._last or 0), viewer, None))
        if changed:
            messages += self._clock_updates()
        if changed or "chat" in topics:
            messages += self._chat_updates()
        return messages

    def _clock_updates(self) -> list[ServerMessage]:
        """Return the clocks, if any of them has changed."""
        before, self._timed = self._timed, self.table.data.clocks
        if self._timed is before or self._timed == before:
            return []
        message = self.table.clocks_message()
        return [message or ClocksMessage(())] if message or before else []

    def _chat_updates(self) -> list[ServerMessage]:
        """Return new chat messages."""
        said = self._chat.next_message()
        return [said] if said else []


def _owner(data: TableData, holder: Holder) -> str | None:
    """Return the guest whose seat `holder` has, if only by a private link; None for a watcher."""
    index = seat_row_of(data, holder)
    return None if index is None else data.seat_rows[index].guest or data.seat_rows[index].key
