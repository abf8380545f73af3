"""Table in memory: its people, its game and its audience; every change is stored first, then published."""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from codex_naturalis.play import Game
from codex_naturalis.rules import Action, GameState, Seat
from codex_naturalis.seating import Holder, TableData, begin_play, bots_asked, seat_of
from codex_naturalis.views import Viewer
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.socket import ClocksMessage
from codex_naturalis.wire.table import SeatKind, TableInfo, Version

from ..database.appends import Append
from ..database.table_rows import action_json, clock_columns
from . import follower
from .audience import Audience, Watcher
from .bus import ANYTHING, CHANGED, Bus, Topic
from .memory import TableMemory
from .store import Store, VersionConflictError
from .stored import Answer, Position, Stored

__all__ = ["Table"]

_ENCODER: Final = msgspec.json.Encoder()
_TRIES = 3
"""Attempts at a change when other processes keep changing the table first."""


class Table(TableMemory):
    """Table in use: its people, clocks and game change one at a time, and each change is stored before it is published.

    `play_actions` plays; `change` alters people and clocks, and every method below it says how. The `follower` reads
    changes stored by other processes.
    """

    def __init__(self, stored: Stored, store: Store, bus: Bus) -> None:
        """Load what is `stored`; raise a `ProblemError` if it is damaged."""
        super().__init__(stored)
        self.id: str = stored.data.id
        """Unguessable id."""

        self._store = store
        self._timekeeper = store.timekeeper
        self._bus = bus
        self._lock = asyncio.Lock()
        self.audience: Audience = Audience()
        self.behind: bool = False
        """Whether other processes have changed it since it was read, so that it must be reread before use."""

        self.used: float = 0.0
        """Time of the last request for this table, by the monotonic clock."""

    # Views

    def get_finished_game(self) -> Game:
        """Return the game once all its cards may be seen by anyone; raise a `ProblemError` before.

        Code that uses more of a game than its viewer's View gets it from here.
        """
        if self.data.secret:
            raise ProblemError(self.data.secrecy)
        game = self.game
        if game is None or not game.over:
            raise ProblemError(Code.TABLE_NOT_OVER)
        return game

    def check_watched(self, holder: Holder) -> None:
        """Raise a `ProblemError` if `holder` may not watch: secret games are only for their players."""
        own = self.viewer(holder) is not None and holder.guest is not None and holder.token is None
        if self.data.secret and not own:
            raise ProblemError(self.data.secrecy)

    @property
    def idle(self) -> bool:
        """Return whether the table may be unloaded: no viewers, and no change under way."""
        return not self.audience.watchers and not self._lock.locked()

    @property
    def looked_at(self) -> bool:
        """Return whether anyone sees it now."""
        return self.audience.looked_at

    def info(self) -> TableInfo:
        """Return the public description of the table."""
        return replace(self.people(), version=self.version)

    def people(self) -> TableInfo:
        """Return the public description without the version: the same object until something else changes."""
        return self.audience.info(self.data, self._timekeeper.stand_in)

    def watch(self, watcher: Watcher) -> None:
        """Add a viewer, and notify the others."""
        self.audience.add(watcher)
        self.publish("people")

    def unwatch(self, watcher: Watcher) -> None:
        """Remove a viewer, and notify the others."""
        self.audience.discard(watcher)
        self.publish("people")

    def viewer(self, holder: Holder) -> Viewer:
        """Return the seat that `holder` plays, or None."""
        return seat_of(self.data, holder)

    def hibernate(self) -> bool:
        """Hibernate, unless active since the last call; return whether the game hibernates now."""
        return self.pack(busy=self._lock.locked())

    def clocks_message(self) -> ClocksMessage | None:
        """Return all clocks as sent to viewers; None if there are none to send."""
        return self._timekeeper.to_message(self.data, self._now())

    def _now(self) -> float:
        return self._store.served.now()

    def publish(self, *topics: Topic) -> None:
        """Wake all viewers, in every process, and followers of these topics."""
        self._bus.publish(self.id, *topics)

    # Changes

    async def play_actions(
        self, seat: Seat, actions: tuple[Action, ...], seen: Version, act_id: str | None = None
    ) -> Version:
        """Play `actions` for `seat`, all or none, and return the version after them.

        Raises `IllegalAction` for what the rules refuse, otherwise a `ProblemError`.
        """
        payload, topics = _ENCODER.encode(actions).decode(), list[Topic](("played",))
        async with self._lock:
            for _ in range(_TRIES):
                known = None if act_id is None else self.answer(seat, act_id)
                if known:
                    version = _repeat(known, payload)
                    break
                game = self.data.play_turn(self.game, seat, actions, seen, person=act_id is not None)
                data, new = self._plan_append(game, seat, actions, act_id, payload)
                try:
                    await self._store.append_actions(new)
                except VersionConflictError:
                    await follower.read_stored_changes(self, self._store)
                    topics = list(ANYTHING)
                    continue
                except ProblemError:
                    if not await self._is_stored_after_fault(seat, act_id):
                        raise
                    topics = list(ANYTHING)
                    continue
                self.behind = False
                topics += _topics_of(new)
                version = len(game.history)
                answers = {} if act_id is None else {(seat, act_id): Answer(payload, version)}
                self.append(data.end() if new.over else data, answers, game)
                break
            else:
                raise ProblemError(Code.STORAGE_FAILED)
        self.publish(*topics)
        return version

    async def _is_stored_after_fault(self, seat: Seat, act_id: str | None) -> bool:
        """Read the table again, show it, and return whether this act is stored: perhaps only the answer got lost."""
        await follower.reload_after_fault(self, self._store)
        self.publish(*ANYTHING)
        return act_id is not None and self.answer(seat, act_id) is not None

    def _plan_append(
        self, game: Game, seat: Seat, actions: tuple[Action, ...], act_id: str | None, payload: str
    ) -> tuple[TableData, Append]:
        """Return the table after an act that led to `game`, and the append to store."""
        before, old, over = self._game, self.data, game.state.result is not None
        assert before
        data = self._timekeeper.after_action(old, seat, before.state, game.state, self._now())
        return data, Append(
            self.id,
            self.version,
            data.revision,
            time.time(),
            seat,
            tuple([action_json(action) for action in actions]),
            act_id,
            payload,
            clocks=None if data is old else clock_columns(data),
            over=over,
            solo=old.solo_result(game) if over else None,
            bots=bool(bots_asked(data, game.state)),
        )

    async def change(self, alter: Callable[[TableData], TableData]) -> None:
        """Store the result of `alter`, start play if that fills the table, and wake all viewers.

        `alter` may raise a `ProblemError`, and is called again if another process changed the table first.
        """
        async with self._lock:
            for _ in range(_TRIES):
                data = alter(self.data)
                if data is self.data:
                    return
                data = replace(data, revision=self.data.revision + 1)
                if data.full and data.gathering:
                    data = begin_play(data)
                data = self._timekeeper.set_deadline(data, self._now(), self.version)
                if await self._store_change(data):
                    break
            else:
                raise ProblemError(Code.STORAGE_FAILED)
        self.publish(*CHANGED)

    async def expire_clocks(self) -> None:
        """Carry out what is due by now."""
        await self.change(lambda data: self._timekeeper.expire_clocks(data, self._state, self._now(), self.version))

    async def leave(self, seat: Seat) -> None:
        """Begin the departure of the owner of `seat`: a bot will play on."""
        await self.change(lambda data: self._timekeeper.begin_departure(data, seat, self._now(), self.version))

    async def away(self, seat: Seat, until: float | None) -> None:
        """Store that the owner of `seat` is on vacation until `until`, in served time, or back (None)."""
        await self.change(lambda data: self._timekeeper.set_away(data, seat, until, self._now(), self.version))

    async def call(self, seat: Seat) -> None:
        """Call a stand-in for the absent owner of `seat`, who has some time to come back."""
        await self.change(lambda data: self._timekeeper.call_stand_in(data, seat, self._now(), self.version))

    async def fail(self, seat: Seat) -> None:
        """Let a stand-in play on for the program on `seat`, if there are others to play with."""
        await self.change(lambda data: self._timekeeper.replace_failed(data, seat, self._now(), self.version))
        await self.expire_clocks()

    async def stay(self, seat: Seat) -> None:
        """Cancel the departure of the owner of `seat`, who is back."""
        await self.change(lambda data: self._timekeeper.cancel_departure(data, seat, self._now(), self.version))

    async def take_back(self, seat: Seat) -> None:
        """Give `seat` back to its owner."""

        def alter(data: TableData) -> TableData:
            state = self._state  # the present state: a seat that has just acted is not to act any more
            return self._timekeeper.return_seat(data, seat, state, self._now(), self.version) if state else data

        await self.change(alter)

    @property
    def _state(self) -> GameState | None:
        return self.game.state if self.game else None

    async def _store_change(self, data: TableData) -> bool:
        try:
            if _is_deserted(data):
                await self._store.drop_table(data, self.version)
                self.closed = True
            else:
                await self._store.change_table(data, self.version)
        except VersionConflictError:
            await follower.reload(self, self._store)
            return False
        self.behind = False
        self.set_data(data)
        return True

    async def add_rematch(self, rematch: TableData, instead: str | None = None) -> str:
        """Store the rematch unless there is one already, other than `instead`, which was closed; return its id."""
        async with self._lock:
            if self.data.rematch == instead:
                before = replace(self.data, rematch=rematch.id, revision=self.data.revision + 1)
                try:
                    await self._store.add_table(rematch, before)
                    self.set_data(before)
                except VersionConflictError:
                    await follower.reload(self, self._store)
            if self.data.rematch is None or self.data.rematch == instead:
                raise ProblemError(Code.STORAGE_FAILED)
        self.publish(*CHANGED)
        return self.data.rematch

    async def refresh(self) -> None:
        """Reload the table after a change elsewhere; until that works it is marked as behind."""
        async with self._lock:
            self.behind = True
            await follower.reload(self, self._store)
            self.behind = False
        self.publish(*CHANGED)

    async def catch_up(self, stored: Position | None, before: Position) -> None:
        """Read the changes of other processes, unless what is `stored` is known here."""
        if self.is_known(stored, before):
            return
        async with self._lock:
            await follower.reload(self, self._store)

    async def apply_stored_changes(self, changes: Stored | None) -> None:
        """Apply actions that other processes have stored; read the whole table if more than that has changed."""
        if follower.knows(self, changes):
            return
        async with self._lock:
            if not follower.knows(self, changes):
                await follower.apply_stored_changes(self, self._store, changes)


def _repeat(known: Answer, payload: str) -> Version:
    """Return the version after an act carried out before, perhaps by another process."""
    if known.payload != payload:
        raise ProblemError(Code.CONFLICT_ACTION_ID)
    return known.version


def _topics_of(new: Append) -> Iterator[Topic]:
    """Yield the topics of an act beside the actions played."""
    if new.clocks:
        yield "clocks"
    if new.over:
        yield "ended"
    if new.bots:
        yield "bots"


def _is_deserted(data: TableData) -> bool:
    return data.gathering and all(row.kind is not SeatKind.GUEST for row in data.seat_rows)
