"""Databases as earlier releases wrote them: the schema of a migration, and games of version 1 in every stage."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from msgspec import Struct
from msgspec.json import encode
from sqlalchemy import Connection, MetaData, create_engine

from codex_naturalis.cli.replay import replay_record
from codex_naturalis.record import Record, Seal, deal_of, parse_seat_action, seal_deal
from codex_naturalis.rules import RulesVersion
from codex_naturalis.server.database.engine import engine_at
from tests.golden.notation import HERE, played_until
from tests.golden.test_recorded_games import lines, record_in

__all__ = ["GUESTS", "RELEASES", "Old", "old_database", "old_games", "on_postgres", "schema_at"]

T = TypeVar("T")

RELEASES: Final = ("0202", "0301", "0401", "0501", "0502")
"""The migrations that the last releases ended with, before tables knew what they are played by."""

GUESTS: Final = ("ada", "bob")
"""Who sits where."""

_RECORDED: Final = {game["record"]["options"]["solo"]: game for game in lines("recorded_games.jsonl")}
_SOLO: Final = {game["game"]: game for game in lines("solo_games.jsonl")}
_FOR_TWO: Final = lines("recorded_games.jsonl")[1]


class Old(Struct, frozen=True):
    """A game that was begun by version 1, and played so far."""

    name: str
    record: Record
    """The whole of it, as it was or would have been played."""

    end: Any
    """How it ended, as `replay --json --final` told it then."""

    done: int
    seal: Seal | None = None

    @property
    def stage(self) -> str:
        """Return what the server had noted."""
        return "over" if self.done == len(self.record.actions) else "playing"


def old_games() -> tuple[Old, ...]:
    """Return games in every stage: setup, middle, before the last placement, between it and a draw, stuck, over."""
    return tuple(_games())


def _games() -> Iterator[Old]:
    yield _of("nothing_chosen", _RECORDED["easy"], 0)
    yield _of("side_chosen", _RECORDED["normal"], 1)
    yield _of("first_turn", _RECORDED["hard"], 2)
    yield _of("before_the_draw", _RECORDED["easy"], 13)
    yield _of("last_round", _RECORDED["normal"], -1)
    yield _of("draw_before_the_last_round", _SOLO["the lessons, as they ended by version 1"], -2)
    yield _of("walls_himself_in", _SOLO["walled in, as it ended by version 1"], -1)
    yield _of("walled_in", _SOLO["walled in, as it ended by version 1"])
    yield _of("over", _RECORDED["hard"])
    yield _of("for_two", _FOR_TWO, 30)
    yield _with_other_deck()


def _of(name: str, game: Any, done: int | None = None) -> Old:  # noqa: ANN401 - JSON
    record = record_in(game)
    assert record.rules is RulesVersion.FIRST
    number = len(record.actions[:done])
    return Old(name, record, game["end"], number, seal_deal(deal_of(record), tuple(range(record.options.seats))))


def _with_other_deck() -> Old:
    """Return a solo game whose slots are refilled from the other deck: it could be had by asking the server for it."""
    text = (HERE / "version_1_tybor_other_deck.txt").read_text("utf-8")
    begun = played_until(text, len(text.splitlines()) - 5)
    actions = ["0 side back", f"0 objective {begun.deal.seats[0].objectives[0]}"]
    actions += [line.partition("  ")[0] for line in text.splitlines() if line.startswith(("0 place", "0 draw"))]
    record = Record(begun.options, deal=begun.deal, actions=tuple(actions), rules=RulesVersion.FIRST)
    return Old("other_deck", record, json.loads(encode(replay_record(record, final=True))), 4)


def old_database(place: Path | str, release: str) -> None:
    """Make a database of `release` at `place`, with all `old_games`; call it where no event loop runs."""
    if isinstance(place, str):
        asyncio.run(on_postgres(place, lambda connection: _fill(connection, release)))
        return
    engine = create_engine(f"sqlite:///{place}", execution_options={"writes": True})
    with engine.begin() as connection:
        _fill(connection, release)
    engine.dispose()


async def on_postgres(url: str, job: Callable[[Connection], T]) -> T:
    """Run `job` in a transaction of PostgreSQL, and return its result."""
    engine = engine_at(url)
    async with engine.execution_options(isolation_level="READ COMMITTED").begin() as connection:
        result = await connection.run_sync(job)
    await engine.dispose()
    return result


def schema_at(connection: Connection, revision: str) -> MetaData:
    """Bring an empty database to a revision, and return its tables."""
    config = Config()
    config.set_main_option("script_location", "codex_naturalis.server.database:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    schema = MetaData()
    schema.reflect(connection)
    return schema


def _fill(connection: Connection, release: str) -> None:
    schema = schema_at(connection, release)
    assert "rules" not in schema.tables["tables"].columns
    for table, row in _rows():
        columns = schema.tables[table].columns.keys()
        connection.execute(schema.tables[table].insert(), {key: row[key] for key in row if key in columns})


def _rows() -> Iterator[tuple[str, dict[str, Any]]]:
    for guest in GUESTS:
        yield "guests", {"id": guest, "name": guest.title(), "created": time.time(), "generation": 0}
    for old in old_games():
        yield from _rows_of(old)


def _rows_of(old: Old) -> Iterator[tuple[str, dict[str, Any]]]:
    record, now = old.record, time.time()
    yield (
        "tables",
        {
            "id": old.name,
            "revision": 1,
            "version": old.done,
            "party": old.name,
            "host": GUESTS[0],
            "stage": old.stage,
            "listed": False,
            "options": encode(record.options).decode(),
            "deal": encode(deal_of(record)).decode(),
            "seal": encode(old.seal).decode() if old.seal else None,
            "created": now,
            "touched": now,
            "marked": 0,
        },
    )
    for seat in range(record.options.seats):
        guest = GUESTS[seat]
        known = {"kind": "guest", "name": guest.title(), "guest": guest, "key": f"{old.name} {guest}"}
        yield "seats", {"table_id": old.name, "place": seat, "seat": seat, **known}
    for version, text in enumerate(record.actions[: old.done], 1):
        seat, action = parse_seat_action(text)
        played = {"seat": seat, "action": msgspec.json.encode(action).decode()}
        yield "actions", {"table_id": old.name, "version": version, **played}
