"""One table on this device: its people, its game, and its watchers."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Protocol

import msgspec
from msgspec.structs import replace

from codex_naturalis.play import Game
from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import Holder, TableData, begin_play, bots_asked, info_of, seat_of
from codex_naturalis.views import Viewer
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import TableInfo, Version

from .message_cache import MessageCache
from .store import Commit, LocalStore, StoredAction, StoredTable

__all__ = ["LocalTable", "Onlooker"]


class Onlooker(Protocol):
    """Watcher of a table."""

    def on_change(self) -> None:
        """Show the changes."""


class LocalTable:
    """Table of this device. Every change is stored before it is shown."""

    def __init__(self, kept: StoredTable, store: LocalStore, on_bots: Callable[["LocalTable"], None]) -> None:
        """Load from `kept`; `on_bots` is called when bots are to act. The game is replayed when it is first needed."""
        self._store = store
        self._on_bots = on_bots
        self._watchers: list[Onlooker] = []
        self._lock = asyncio.Lock()
        self._take(kept)

    def _take(self, kept: StoredTable) -> None:
        self.data: TableData = kept.data
        self.touched: float = kept.touched
        self._kept = kept.actions
        self._game: Game | None = None
        self._shown: MessageCache | None = None
        self._acts = {(one.seat, one.id): at for at, one in enumerate(kept.actions, 1) if one.id}

    @property
    def id(self) -> str:
        """Return the table's id."""
        return self.data.id

    @property
    def version(self) -> Version:
        """Return the number of actions played."""
        return len(self._kept)

    @property
    def game(self) -> Game | None:
        """Return the game; None before play."""
        if self._game is None and self.data.begun:
            self._game = self.data.replay([(kept.seat, kept.action) for kept in self._kept])
        return self._game

    @property
    def shown(self) -> MessageCache | None:
        """Return the cache of messages to viewers; None before play."""
        if self._shown is None and self.game is not None:
            self._shown = MessageCache(self.game)
        return self._shown

    @property
    def watched(self) -> bool:
        """Return whether it has watchers."""
        return bool(self._watchers)

    def info(self) -> TableInfo:
        """Return the public description of the table; all its people count as connected."""
        present = frozenset(range(len(self.data.seat_rows)))
        return info_of(self.data, self.version, present)

    def viewer(self, holder: Holder) -> Viewer:
        """Return the seat that `holder` plays, or None."""
        return seat_of(self.data, holder)

    def get_finished_game(self) -> Game:
        """Return the game once it is over; raise a `ProblemError` before."""
        game = self.game
        if game is None or not game.over:
            raise ProblemError(Code.TABLE_NOT_OVER)
        return game

    def watch(self, watcher: Onlooker) -> None:
        """Add a watcher."""
        self._watchers.append(watcher)
        self._on_bots(self)

    def unwatch(self, watcher: Onlooker) -> None:
        """Remove a watcher."""
        if watcher in self._watchers:
            self._watchers.remove(watcher)

    async def play_actions(
        self, seat: Seat, actions: tuple[Action, ...], seen: Version, act_id: str | None = None
    ) -> Version:
        """Play `actions` for `seat`, all or none, and return the version after them.

        Raises `IllegalAction` for what the rules refuse, otherwise a `ProblemError`.
        """
        async with self._lock:
            known = self._acts.get((seat, act_id)) if act_id else None
            if known is not None:
                return known
            game = self.data.play_turn(self.game, seat, actions, seen, person=act_id is not None)
            last = len(actions) - 1
            kept = tuple(StoredAction(seat, one, act_id if at == last else None) for at, one in enumerate(actions))
            change = Commit(self.data.end() if game.over else None, self.id, self.version, kept, time.time())
            if not await self._store.commit(change):
                await self._read()
                raise ProblemError(Code.VERSION_STALE, seen=seen, asked=self.version)
            self._follow(game, change)
            return self.version

    def _follow(self, game: Game, change: Commit) -> None:
        """Apply stored actions."""
        self.touched, self.data = change.touched, change.data or self.data
        self._kept = (*self._kept, *change.actions)
        self._game = game
        self._shown = self._shown.after(game) if self._shown else None
        self._acts |= {(one.seat, one.id): self.version for one in change.actions if one.id}
        self._notify_watchers()

    async def change(self, alter: Callable[[TableData], TableData]) -> None:
        """Store the table as `alter` returns it, and notify all watchers; `alter` may raise a `ProblemError`."""
        async with self._lock:
            data = alter(self.data)
            if data is self.data:
                return
            data = replace(data, revision=self.data.revision + 1)
            if data.full and data.gathering:
                data = begin_play(data)
            if not await self._store.commit(Commit(data, touched=time.time())):
                raise ProblemError(Code.STORAGE_FAILED)
            self.data = data
            self._notify_watchers()

    async def read_again(self) -> None:
        """Reload what another window has stored."""
        async with self._lock:
            await self._read()

    async def _read(self) -> None:
        kept = await self._store.read(self.id)
        if kept is not None and (kept.data != self.data or len(kept.actions) != self.version):
            self._take(kept)
            self._notify_watchers()

    def bots_to_act(self) -> list[tuple[Seat, str]]:
        """Return seat and name of the bots that are to act."""
        return bots_asked(self.data, self.game.state) if self.game is not None else []

    def chance(self, seat: Seat) -> Random:
        """Return the random generator for the next choice of a bot on `seat`, seeded by the deal and the actions."""
        deal = msgspec.json.encode(self.data.deal).decode()
        return Random(f"{deal} {seat} {self.version}")

    def _notify_watchers(self) -> None:
        for watcher in tuple(self._watchers):
            watcher.on_change()
        self._on_bots(self)
