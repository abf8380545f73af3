"""Replays: finished games step by step, from tables and from uploaded records."""

import gzip
from collections import OrderedDict
from typing import Final

import msgspec

from codex_naturalis.local.finished import eyes_of, game_of, replay_of
from codex_naturalis.play import Game
from codex_naturalis.views import ReplayViewer

from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Threads
from ..tables.registry import Tables

__all__ = ["Replays"]

_KEPT: Final = 64
"""Size of the LRU cache of replays."""


class Replays:
    """Replay service with an LRU cache; games under way are refused."""

    def __init__(self, tables: Tables, threads: Threads) -> None:
        """Replay games at `tables`; computation runs in `threads`."""
        self._tables = tables
        self._threads = threads
        self._ready: OrderedDict[tuple[str, ReplayViewer], bytes] = OrderedDict()

    async def of_table(self, table_id: str, seat: str | None, client: Client) -> bytes:
        """Return a finished table's `Replay`, gzipped JSON: as `seat` saw it, with `all` cards, or for a spectator."""
        game = (await self._tables.get_finished(table_id, client.guest)).get_finished_game()
        key = table_id, eyes_of(seat, game.options.seats)
        if key not in self._ready:
            self._ready[key] = await self._threads.run(lambda: _pack(game, key[1]), client)
        self._ready.move_to_end(key)
        while len(self._ready) > _KEPT:
            self._ready.popitem(last=False)
        return self._ready[key]

    async def of_record(self, text: bytes, seat: str | None, client: Client) -> bytes:
        """Return the gzipped JSON of a record's `Replay`; nothing is stored."""
        return await self._threads.run(lambda: _pack_text(text, seat), client)


def _pack_text(text: bytes, seat: str | None) -> bytes:
    game = game_of(text)
    return _pack(game, eyes_of(seat, game.options.seats))


def _pack(game: Game, eyes: ReplayViewer) -> bytes:
    return gzip.compress(msgspec.json.encode(replay_of(game, eyes)), compresslevel=5, mtime=0)
