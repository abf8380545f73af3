"""Tables in mid-game, stored in the database of a stopped server: two guests each, actions and answers."""

import asyncio
import secrets
import time
from pathlib import Path
from random import Random
from uuid import uuid4

import msgspec
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Game
from codex_naturalis.rules import GameOptions, awaited, legal_actions
from codex_naturalis.seating import Guest, SeatRow, TableData, new_id
from codex_naturalis.server.database.schema import acts
from codex_naturalis.server.database.upgrade import upgrade
from codex_naturalis.server.support.keys import KeyRing
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.support.tokens import Tokens
from codex_naturalis.server.tables.store import Store
from codex_naturalis.wire.table import SeatKind, TableStage

__all__ = ["laid_tables"]

_SETUP = 4
"""Actions of two seats before the first turn."""


def laid_tables(data: Path, tables: int, turns: int) -> list[tuple[str, str]]:
    """Return the seats of new tables after some turns of each seat, each as a table and its guest's token."""
    settings = Settings(data)
    data.mkdir(parents=True, exist_ok=True)
    upgrade(settings.database_address)
    return asyncio.run(_laid(settings, tables, turns))


async def _laid(settings: Settings, tables: int, turns: int) -> list[tuple[str, str]]:
    store, tokens = Store(settings.database_address), Tokens(KeyRing(settings.data))
    found = []
    try:
        for number in range(tables):
            guests = [Guest(new_id(), name) for name in ("Ada", "Bob")]
            for guest in guests:
                await store.add_guest(guest)
            game = _played(turns, number)
            table = _table(game, guests)
            await store.add_table(table, played=[(one.seat, one.action) for one in game.history])
            await _answer(store, table.id, game)
            found += [(table.id, tokens.for_guest(guest.id)) for guest in guests]
    finally:
        await store.close()
    return found


def _played(turns: int, seed: int) -> Game:
    rng = Random(seed)
    game = Game.from_seed(GameOptions(seats=2), secrets.token_hex(16))
    while (asked := awaited(game.state)) and game.version < _SETUP + 4 * turns:
        game = game.play(asked[0], (rng.choice(legal_actions(game.state, asked[0])),))
    return game


def _table(game: Game, guests: list[Guest]) -> TableData:
    name = new_id()
    rows = tuple(SeatRow(SeatKind.GUEST, one.name, one.id, new_id(), seat) for seat, one in enumerate(guests))
    return TableData(
        name, name, guests[0].id, game.options, listed=False, created=time.time(), seat_rows=rows,
        stage=TableStage.PLAYING, deal=game.deal,
    )  # fmt: skip


async def _answer(store: Store, table: str, game: Game) -> None:
    """Store the answers to clients, each act under an id of its own."""
    rows = [
        {
            "table_id": table,
            "seat": one.seat,
            "id": str(uuid4()),
            "payload": msgspec.json.encode((one.action,)).decode(),
            "version": version,
        }
        for version, one in enumerate(game.history, 1)
    ]

    async def job(connection: AsyncConnection) -> None:
        if rows:
            await connection.execute(insert(acts), rows)

    await store.write(job, table)
