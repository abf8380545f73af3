"""Replays: finished games told step by step, from tables and from uploaded records."""

import gzip
from collections import OrderedDict
from typing import Final

import msgspec

from codex_naturalis.play import Game
from codex_naturalis.record import RecordError, read_record
from codex_naturalis.rules import IllegalAction, InvalidDealError, begin, follow
from codex_naturalis.views import OPEN, GameNotOverError, ReplayViewer, look_back
from codex_naturalis.wire.deltas import changes
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.replays import Replay, ReplayStep

from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Threads
from ..tables.registry import Tables

__all__ = ["LARGEST_RECORD", "Replays", "eyes_of", "game_of"]

LARGEST_RECORD: Final = 64 * 1024
"""Bytes; a long game of four takes 8 kB."""

_KEPT: Final = 64
"""Size of the LRU cache of replays."""


def eyes_of(seat: str | None, seats: int) -> ReplayViewer:
    """Return whose view a request names: a seat's number, `all`, or None for a spectator's."""
    if seat is None:
        return None
    if seat == "all":
        return OPEN
    if seat.isdecimal() and seat.isascii() and len(seat) == 1 and int(seat) < seats:
        return int(seat)
    raise ProblemError(Code.SEAT_UNKNOWN, seats=seats)


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


def game_of(text: bytes) -> Game:
    """Return the finished game of a record; raise a `ProblemError` that says what is wrong with it."""
    try:
        game = Game.from_record(read_record(text))
    except RecordError as error:
        raise ProblemError(Code.RECORD_INVALID, fault=error.fault) from None
    except InvalidDealError as error:
        raise ProblemError(Code.RECORD_INVALID, fault=f"deal.{error}") from None
    except IllegalAction as illegal:
        raise ProblemError(Code.RECORD_INVALID, fault=f"action {illegal.index}: {illegal.reason}") from None
    if not game.over:
        raise ProblemError(Code.RECORD_UNFINISHED)
    return game


def _pack_text(text: bytes, seat: str | None) -> bytes:
    game = game_of(text)
    return _pack(game, eyes_of(seat, game.options.seats))


def _pack(game: Game, eyes: ReplayViewer) -> bytes:
    return gzip.compress(msgspec.json.encode(_replay(game, eyes)), compresslevel=5, mtime=0)


def _replay(game: Game, eyes: ReplayViewer) -> Replay:
    opening = begin(game.options, game.deal, game.rules)
    try:
        moments = look_back(opening, list(follow(opening, game.actions)), eyes)
    except GameNotOverError:
        raise ProblemError(Code.TABLE_NOT_OVER) from None
    told = zip(game.history, moments[1:], changes(tuple(moment.view for moment in moments)), strict=True)
    return Replay(
        "all" if eyes == OPEN else eyes,
        moments[0].view,
        tuple(ReplayStep(played.seat, moment.events, changed) for played, moment, changed in told),
    )
