"""Session of one page at one local table: it handles the page's messages, and sends changes."""

from collections.abc import Callable
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from codex_naturalis.rules import IllegalAction
from codex_naturalis.seating import Holder
from codex_naturalis.views import Viewer
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.socket import (
    Act,
    ClientMessage,
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
    decode_message,
    refuse_act,
)
from codex_naturalis.wire.table import TableInfo, Version

from .table import LocalTable

__all__ = ["LocalSession"]

_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_ENCODER: Final = msgspec.json.Encoder()


class LocalSession:
    """Counterpart of a socket to a server. It has no chat and no clocks."""

    def __init__(
        self, table: LocalTable, send: Callable[[bytes], None], holder_of: Callable[[str | None], Holder]
    ) -> None:
        """Show `table`; messages go to `send`, and `holder_of` returns a token's holder."""
        self._table = table
        self._send = send
        self._holder_of = holder_of
        self._hello: Hello | None = None
        self._holder = Holder()
        self._last: Version | None = None
        """Last version sent; None before play."""

        self._people: tuple[TableInfo, Viewer] | None = None

    async def receive(self, text: str) -> None:
        """Carry out a message; raise a `ProblemError` that closes the socket."""
        message = decode_message(text, _DECODER)
        match message:
            case Hello():
                self._welcome(message)
            case Act():
                self._send_message(await self._act(message))
            case Ping():
                self._send_message(Pong())
            case Say() | Show():
                self._send_message(RefusalMessage(Code.SERVER_NEEDED.value, message.id))
            case Mute():
                self._send_message(RefusalMessage(Code.SERVER_NEEDED.value))
            case _:
                assert_never(message)

    def close(self) -> None:
        """Stop watching."""
        self._table.unwatch(self)

    def on_change(self) -> None:
        """Send the changes: the start of play, versions, people."""
        table, hello = self._table, self._hello
        if hello is None:
            return
        viewer, shown = table.viewer(self._holder), table.shown
        if shown and self._last is None:
            self._last = 0
            self._people = self._people_now(viewer)
            self._send_message(TableChanged(self._people[0], viewer, shown.first_view(viewer)))
        if shown and self._last is not None and table.version > self._last:
            after = self._last
            self._last = table.version
            same = self._people is not None and self._people[1] == viewer
            self._send(shown.encode(after, viewer, changes=hello.changes and same, previews=hello.previews))
        people = self._people_now(viewer)
        if people != self._people:
            self._people = people
            self._send_message(TableChanged(replace(people[0], version=self._last or 0), viewer, None))

    def _people_now(self, viewer: Viewer) -> tuple[TableInfo, Viewer]:
        return replace(self._table.info(), version=0), viewer

    def _welcome(self, hello: Hello) -> None:
        table = self._table
        self._hello, self._holder = hello, self._holder_of(hello.token)
        viewer, shown, after = table.viewer(self._holder), table.shown, hello.after
        if (after or 0) > table.version:
            self._send_message(RefusalMessage(Code.VERSION_FUTURE.value, version=table.version))
            after = None
        missed = () if shown is None or after is None else shown.steps(after, viewer)
        view = shown.view(viewer, previews=hello.previews) if shown else None
        self._last = table.version if shown else None
        self._people = self._people_now(viewer)
        self._send_message(Welcome(table.info(), viewer, table.version, missed, view))
        table.watch(self)

    async def _act(self, act: Act) -> Done | RefusalMessage:
        table = self._table
        seat = table.viewer(self._holder)
        if seat is None:
            return RefusalMessage(Code.SEAT_NONE.value, act.id, version=table.version)
        try:
            return Done(act.id, await table.play_actions(seat, act.actions, act.seen, act.id))
        except (IllegalAction, ProblemError) as error:
            return refuse_act(act.id, error, table.version)

    def _send_message(self, message: ServerMessage) -> None:
        self._send(_ENCODER.encode(message))
