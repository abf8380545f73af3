"""A table on a server, for programs on asyncio."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final, cast
from uuid import uuid4

from codex_naturalis.judgements.teacher import Advice, Review
from codex_naturalis.record import Record, read_record
from codex_naturalis.rules import Action, Seat
from codex_naturalis.rules.arguments import check_action, check_kind
from codex_naturalis.views import View
from codex_naturalis.wire.programs import NewInvitation
from codex_naturalis.wire.socket import Act, Done, Emote, Hello, RefusalMessage, Say, Show
from codex_naturalis.wire.table import Colour, NewBot, NewColour, SeatToken, TableAnswer, TableInfo
from codex_naturalis.wire.teacher import HintResponse, ReviewResponse

from .connection import TableConnection
from .errors import RefusedError
from .requests import Requests
from .table_state import GapError, TableFacts, TableState

__all__ = ["AsyncRemoteTable"]

_ASK_AGAIN: Final = 0.3
"""Seconds between two polls of a hint or review that is being computed."""

_Waiting = tuple[Act | Say | Show, "asyncio.Future[int]"]


class AsyncRemoteTable(TableFacts):
    """Table followed over one socket, which is reopened whenever it is lost.

    An action is sent under a unique id until it is answered, over as many connections as that takes; the server plays
    it once.
    """

    def __init__(self, requests: Requests, table: str, key: str | None, *, history: bool, previews: bool) -> None:
        """Follow `table`; `connect` begins."""
        super().__init__(TableState(table, requests.address))
        self._requests = requests
        self._key = key
        self._history = history
        self._previews = previews
        self._waiting: dict[str, _Waiting] = {}
        self._changed: asyncio.Event = asyncio.Event()
        self._failed: Exception | None = None
        scheme, _, rest = requests.address.partition("://")
        url = f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/v1/tables/{table}/socket"
        self._connection = TableConnection(url, self, requests.patience)

    # Following

    async def connect(self) -> None:
        """Connect, and wait for the welcome; raise `RefusedError` or `UnreachableError`."""
        self._connection.open()
        while self._state.info is None:
            await self.change()

    async def close(self) -> None:
        """Close the connection. The caller keeps the seat."""
        await self._connection.close()

    async def change(self) -> None:
        """Wait for a change; raise `RefusedError` or `UnreachableError` if there will be none."""
        if self._failed is not None:
            raise self._failed
        event = self._changed
        await event.wait()
        if self._failed is not None:
            raise self._failed

    async def views(self) -> AsyncIterator[View]:
        """Yield the view now, and after each change of it, until nothing more will be played."""
        last: View | None = None
        while True:
            view = self.view
            if view is not None and view is not last:
                last = view
                yield view
            elif self.ended:
                return
            else:
                await self.change()

    async def turns(self) -> AsyncIterator[View]:
        """Yield the view whenever the caller's seat is to act, until nothing more will be played.

        A seat that a stand-in plays is taken back first.
        """
        async for view in self.views():
            if self.viewer is None or self.viewer not in view.awaited:
                continue
            if self.info.seats[self.viewer].stand_in:
                await self.take_back()
            if view is self.view:
                yield view

    # Playing

    async def act(self, *actions: Action | Sequence[Action]) -> int:
        """Play one action, or a placement and the draw after it; return the version it made.

        It counts exactly once, even if the connection or the server is lost meanwhile. Raise `TypeError` for anything
        but actions, and `RefusedError` if the rules or the server do not allow it: then nothing has changed.
        """
        turn = _turn_of(actions)
        return await self._ask(Act(uuid4().hex, self.version, turn))

    async def say(self, text: str) -> None:
        """Send a chat line of 1 to 200 characters to everyone at the table."""
        check_kind("text", text, str)
        await self._ask(Say(uuid4().hex, text))

    async def show(self, emote: Emote | str) -> None:
        """Send an emote, such as `applause`."""
        await self._ask(Show(uuid4().hex, Emote(emote)))

    async def _ask(self, message: Act | Say | Show) -> int:
        if self._failed is not None:
            raise self._failed
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[message.id] = message, future
        if self.connected:
            self._connection.send(message)
        return await future

    # Around the game

    async def leave(self) -> TableInfo:
        """Free the caller's seat before play; during play a stand-in plays until it is taken back."""
        return await self._post("/leave")

    async def take_back(self) -> TableInfo:
        """Take the caller's seat back from its stand-in."""
        return await self._post("/return")

    async def stand_in(self, seat: Seat) -> TableInfo:
        """Ask for a stand-in for an absent player who is to act."""
        return await self._post(f"/seats/{seat}/stand-in")

    async def add_bot(self, name: str, seat: Seat | None = None) -> TableInfo:
        """Seat a bot, as the host; by default on the first empty seat.

        It is one of `Server.bots`, or one of `Server.programs` whose owner lets it be invited, which then sits down.
        """
        try:
            return await self._post("/bots", NewBot(name, seat), again=False)
        except RefusedError as refused:
            if refused.reason != "bot.unknown":
                raise
        return await self._post("/programs", NewInvitation(name, seat), again=False)

    async def choose_colour(self, colour: Colour | str | None) -> TableInfo:
        """Choose the caller's token colour before play, None for one that is left; `RefusedError` if it is taken."""
        return await self._request("PUT", "/colour", NewColour(Colour(colour) if colour else None))

    async def close_table(self) -> TableInfo:
        """Close the table before play, as its host."""
        return await self._post("/close")

    async def rematch(self) -> str:
        """Agree to a rematch; return the id of its table."""
        answer = await self._requests.ask(TableAnswer, "POST", f"/tables/{self.id}/rematch", token=self._key)
        return answer.table.id

    async def seat_link(self) -> str:
        """Return the private link of the caller's seat, which lets its holder play it on any device."""
        answer = await self._requests.ask(SeatToken, "POST", f"/tables/{self.id}/seat-token", token=self._key)
        return f"{self._requests.address}/seat#t={self.id}&key={answer.token}"

    async def record(self) -> Record:
        """Return the record of the finished game."""
        return read_record(await self._requests.ask(bytes, "GET", f"/tables/{self.id}/record"))

    async def hint(self) -> tuple[Advice, ...]:
        """Return up to three turns, best first, where hints are allowed; waits for the server's computation."""
        while True:
            answer = await self._requests.ask(HintResponse, "POST", f"/tables/{self.id}/hint", token=self._key)
            if answer.state == "ready":
                return answer.turns
            await asyncio.sleep(_ASK_AGAIN)

    async def review(self) -> Review:
        """Return the review of the finished game; waits for the server's computation."""
        while True:
            answer = await self._requests.ask(ReviewResponse, "POST", f"/tables/{self.id}/review", token=self._key)
            if answer.review is not None:
                return answer.review
            await asyncio.sleep(_ASK_AGAIN)

    async def _post(self, what: str, body: object = None, *, again: bool = True) -> TableInfo:
        return await self._request("POST", what, body, again=again)

    async def _request(self, method: str, what: str, body: object = None, *, again: bool = True) -> TableInfo:
        path = f"/tables/{self.id}{what}"
        answer = await self._requests.ask(TableAnswer, method, path, body, token=self._key, again=again)
        self._state.info = answer.table
        self._wake_waiters()
        return answer.table

    # What the connection tells

    def hello(self) -> Hello:
        """Return the first message of a new connection; missed steps come with the answer."""
        after = self._state.version if self._state.version is not None else 0 if self._history else None
        return Hello(self._key or self._requests.token, after, changes=True, previews=self._previews)

    def hear(self, message: dict[str, Any]) -> None:
        """Handle a message of the server."""
        try:
            for answer in self._state.hear(message):
                self._resolve(answer)
        except GapError:
            self._connection.drop()
        if message["type"] == "welcome":
            self._state.connected = True
            for again, _ in self._waiting.values():
                self._connection.send(again)
        if message["type"] == "said":
            self._heard_lines(message)
        self._wake_waiters()

    def note_disconnect(self, error: Exception | None) -> None:
        """Note that the connection is lost: for good if there is an `error`."""
        self._state.connected = False
        if error is not None and self._failed is None:
            self._failed = error
            self._fail_waiting(error)
        self._wake_waiters()

    def _resolve(self, answer: Done | RefusalMessage) -> None:
        if answer.id is None:
            if isinstance(answer, RefusalMessage):
                self._take_refusal(answer)
            return
        _, future = self._waiting.pop(answer.id, (None, None))
        if future is None or future.done():
            return
        if isinstance(answer, Done):
            future.set_result(answer.version)
        else:
            future.set_exception(RefusedError(answer.code, answer.facts))

    def _take_refusal(self, refusal: RefusalMessage) -> None:
        """Handle a refusal of the connection: malformed messages that wait for an answer are not sent again."""
        error = RefusedError(refusal.code, refusal.facts)
        if refusal.code == _MALFORMED:
            self._fail_waiting(error)
        elif _final(refusal):
            self.note_disconnect(error)

    def _fail_waiting(self, error: Exception) -> None:
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
        self._waiting.clear()

    def _heard_lines(self, message: dict[str, Any]) -> None:
        """Handle chat lines: the caller's own are confirmed by appearing."""
        for line in message["lines"]:
            _, future = self._waiting.pop(line["id"], (None, None))
            if future is not None and not future.done():
                future.set_result(self.version)

    def _wake_waiters(self) -> None:
        """Wake all waiters for a change."""
        event, self._changed = self._changed, asyncio.Event()
        event.set()


_MALFORMED: Final = "message.malformed"
_PASSING: Final = frozenset({"server.failed", "server.restarting", "storage.failed", "limit.connections", "hello.late"})
"""Refusals of a connection after which another one may succeed."""


def _final(answer: RefusalMessage) -> bool:
    return answer.code not in _PASSING and not answer.code.startswith("limit.messages")


def _turn_of(actions: Sequence[Action | Sequence[Action]]) -> tuple[Action, ...]:
    """Return the actions of one turn, given one by one or as a sequence; raise `TypeError` for anything else."""
    turn: Sequence[object] = actions
    if len(actions) == 1 and isinstance(actions[0], (tuple, list)):
        turn = actions[0]
    if not turn:
        raise TypeError("act needs an action")
    for action in turn:
        check_action(action)
    return cast("tuple[Action, ...]", tuple(turn))
