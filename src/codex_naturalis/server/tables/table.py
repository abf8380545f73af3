"""Table in memory: its people, its game and its audience; every change is stored first, then published."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from codex_naturalis.play import FutureVersionError, Game, StaleActionError
from codex_naturalis.rules import Action, GameState, Seat
from codex_naturalis.views import Viewer
from codex_naturalis.wire.socket import ClocksMessage
from codex_naturalis.wire.table import SeatKind, TableInfo, TableStage, Version

from ..database.appends import Append
from ..support.errors import Code, ProblemError
from ..support.tokens import Holder
from .audience import Audience, Watcher
from .bus import Bus
from .changes import TableChanges
from .data import Answer, Stored, TableData
from .follower import Follower
from .memory import Position, TableMemory
from .messages import MessageCache
from .seating import begin_play, bots_asked, seat_of
from .store import Store, VersionConflictError, action_json, clock_columns

__all__ = ["Table"]

_ENCODER: Final = msgspec.json.Encoder()
_TRIES = 3
"""Attempts at a change when other processes keep changing the table first."""


class Table:
    """Table in use: its people, clocks and game change one at a time, and each change is stored before it is told.

    `act` plays; `change` alters people and clocks, and every method below it says how. What is known lies in a
    `TableMemory`, the owner of the game; a `Follower` reads on what other processes stored.
    """

    def __init__(self, stored: Stored, store: Store, bus: Bus) -> None:
        """Load what is `stored`; raise a `ProblemError` if it is damaged."""
        self._store = store
        self._timekeeper = store.timekeeper
        self._bus = bus
        self._lock = asyncio.Lock()
        self.audience = Audience()
        self.behind = False
        """Whether other processes have changed it since it was read, so that it must be read before use."""

        self.used = 0.0
        """Time of the last request for this table, by the monotonic clock."""

        self._memory = TableMemory(stored)
        self._follower = Follower(self._memory, store)

    # Views

    @property
    def data(self) -> TableData:
        """Return the table and its people."""
        return self._memory.data

    @property
    def id(self) -> str:
        """Return the unguessable id."""
        return self._memory.data.id

    @property
    def game(self) -> Game | None:
        """Return the game, woken if it hibernates; None before play."""
        return self._memory.game

    def get_finished_game(self) -> Game:
        """Return the game once all its cards may be seen by anyone; raise a `ProblemError` before.

        Whatever shows or uses more of a game than its viewer's View takes it from here.
        """
        if self.data.secret:
            raise ProblemError(self.data.secrecy)
        game = self.game
        if game is None or not game.over:
            raise ProblemError(Code.TABLE_NOT_OVER)
        return game

    def check_watched(self, holder: Holder) -> None:
        """Raise a `ProblemError` if `holder` may not watch: what is secret is for its players alone."""
        own = self.viewer(holder) is not None and holder.guest is not None and holder.token is None
        if self.data.secret and not own:
            raise ProblemError(self.data.secrecy)

    @property
    def shown(self) -> MessageCache | None:
        """Return the cache of what viewers are shown of the game, which wakes it; None before play."""
        return self._memory.shown

    @property
    def hibernating(self) -> bool:
        """Return whether the game hibernates."""
        return self._memory.hibernating

    @property
    def version(self) -> Version:
        """Return the number of actions played."""
        return self._memory.version

    @property
    def position(self) -> Position:
        """Return how far the table has come: version and revision."""
        return self._memory.position

    @property
    def closed(self) -> bool:
        """Return whether it has been deleted: by its last guest before play began, or by the server's host."""
        return self._memory.closed

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
        """Add a viewer, and tell the others."""
        self.audience.add(watcher)
        self.publish()

    def unwatch(self, watcher: Watcher) -> None:
        """Remove a viewer, and tell the others."""
        self.audience.discard(watcher)
        self.publish()

    def viewer(self, holder: Holder) -> Viewer:
        """Return the seat that `holder` plays, or None."""
        return seat_of(self.data, holder)

    def hibernate(self) -> bool:
        """Hibernate, unless something has happened since this was asked last; return whether the game does now."""
        return self._memory.hibernate(busy=self._lock.locked())

    def clocks_message(self) -> ClocksMessage | None:
        """Return all clocks as sent to viewers; None if there is nothing to tell."""
        return self._timekeeper.to_message(self.data, self._now())

    def _now(self) -> float:
        return self._store.served.now()

    def publish(self) -> None:
        """Wake all viewers, in every process."""
        self._bus.publish(self.id)

    # Changes

    async def act(self, seat: Seat, actions: tuple[Action, ...], seen: Version, act_id: str | None = None) -> Version:
        """Play `actions` for `seat`, all or none, and return the version after them.

        Raises `IllegalAction` for what the rules refuse, otherwise a `ProblemError`.
        """
        async with self._lock:
            payload = _ENCODER.encode(actions).decode()
            answer = await self._play(seat, actions, seen, act_id, payload)
        self.publish()
        return answer.version

    def _find_answer(self, seat: Seat, act_id: str | None, payload: str) -> Answer | None:
        """Return the answer to an act that was carried out before, perhaps by another process."""
        known = None if act_id is None else self._memory.answer(seat, act_id)
        if known and known.payload != payload:
            raise ProblemError(Code.CONFLICT_ACTION_ID)
        return known

    async def _play(
        self, seat: Seat, actions: tuple[Action, ...], seen: Version, act_id: str | None, payload: str
    ) -> Answer:
        for _ in range(_TRIES):
            if known := self._find_answer(seat, act_id, payload):
                return known
            before, game = self.game, self._plan(seat, actions, seen, person=act_id is not None)
            assert before
            data = self._timekeeper.after_action(self.data, seat, before.state, game.state, self._now())
            new = Append(
                self.id,
                self.version,
                data.revision,
                time.time(),
                seat,
                tuple([action_json(action) for action in actions]),
                act_id,
                payload,
                clocks=None if data is self.data else clock_columns(data),
                over=game.over,
                solo=self.data.solo_result(game),
                bots=bool(bots_asked(data, game.state)),
            )
            try:
                await self._store.append(new)
            except VersionConflictError:
                await self._follower.read_stored_changes()
                continue
            except ProblemError:
                await self._follower.reload_after_fault()
                raise
            self.behind = False
            return self._adopt(data, game, seat, act_id, Answer(payload, game.version))
        raise ProblemError(Code.STORAGE_FAILED)

    def _plan(self, seat: Seat, actions: tuple[Action, ...], seen: Version, *, person: bool) -> Game:
        if self.data.stage is TableStage.CLOSED:
            raise ProblemError(Code.TABLE_CLOSED)
        if self.game is None:
            raise ProblemError(Code.TABLE_WAITING)
        stand_in = self.data.stood_in(seat)
        if person and stand_in:
            raise ProblemError(Code.SEAT_STOOD_IN)
        if not person and stand_in is None and self.data.person_at(seat):
            raise ProblemError(
                Code.VERSION_STALE, seen=seen, asked=self.version
            )  # the owner has come back in the meantime
        try:
            return self.game.play(seat, actions, seen)
        except StaleActionError as stale:
            raise ProblemError(Code.VERSION_STALE, seen=stale.seen, asked=stale.asked) from None
        except FutureVersionError as future:
            raise ProblemError(Code.VERSION_FUTURE, seen=future.seen, version=future.version) from None

    def _adopt(self, data: TableData, game: Game, seat: Seat, act_id: str | None, answer: Answer) -> Answer:
        """Take what was stored into memory: the game after the act, and the answer in case the client asks again."""
        answers = {} if act_id is None else {(seat, act_id): answer}
        self._memory.append(Stored(data.end() if game.over else data, (), answers), game)
        return answer

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
        self.publish()

    async def expire_clocks(self) -> None:
        """Carry out what is due by now."""
        await self.change(lambda data: self._timekeeper.expire_clocks(data, self._state, self._now(), self.version))

    async def leave(self, seat: Seat) -> None:
        """Begin the departure of the owner of `seat`: a bot will play on."""
        await self.change(lambda data: self._timekeeper.begin_departure(data, seat, self._now(), self.version))

    async def away(self, seat: Seat, until: float | None) -> None:
        """Note that the owner of `seat` is on vacation `until` then, in served time, or back (None)."""
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
                self._memory.closed = True
            else:
                await self._store.change_table(data, self.version)
        except VersionConflictError:
            await self._follower.reload()
            return False
        self.behind = False
        self._memory.change(data)
        return True

    async def add_rematch(self, rematch: TableData, instead: str | None = None) -> str:
        """Store the rematch unless there is one already, other than `instead`, which was closed; return its id."""
        async with self._lock:
            if self.data.rematch == instead:
                before = replace(self.data, rematch=rematch.id, revision=self.data.revision + 1)
                try:
                    await self._store.add_table(rematch, before)
                    self._memory.change(before)
                except VersionConflictError:
                    await self._follower.reload()
            if self.data.rematch is None or self.data.rematch == instead:
                raise ProblemError(Code.STORAGE_FAILED)
        self.publish()
        return self.data.rematch

    async def refresh(self) -> None:
        """Read the table again, after a change by another process."""
        async with self._lock:
            await self._follower.reload()
        self.publish()

    def is_known(self, stored: Position | None, before: Position) -> bool:
        """Return whether `stored` is known here: not older than `before` the read, and not newer than now."""
        return self._memory.is_known(stored, before)

    async def catch_up(self, stored: Position | None, before: Position) -> None:
        """Read the changes of other processes, unless what is `stored` is known here."""
        if self.is_known(stored, before):
            return
        async with self._lock:
            await self._follower.reload()

    async def apply_stored_changes(self, changes: TableChanges | None) -> None:
        """Apply actions that other processes have stored; read the whole table if more than that has changed."""
        if self._follower.knows(changes):
            return
        async with self._lock:
            if not self._follower.knows(changes):
                await self._follower.apply_stored_changes(changes)


def _is_deserted(data: TableData) -> bool:
    return data.gathering and all(row.kind is not SeatKind.GUEST for row in data.seat_rows)
