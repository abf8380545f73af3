"""Tables from the command line: list, export and delete them, also while servers run."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Row, Select, delete, select

from codex_naturalis.record import Record, Seal, write_record
from codex_naturalis.rules import Action, Deal, GameOptions, RulesVersion
from codex_naturalis.wire.table import TableStage

from ..database.engine import open_engine
from ..database.schema import actions, seats, tables

__all__ = ["DamagedError", "TableSummary", "UnknownTableError", "close", "export", "list_tables"]

_ACTION: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)


class UnknownTableError(Exception):
    """There is no such table."""


class DamagedError(Exception):
    """The stored table cannot be read."""


class TableSummary(Struct, frozen=True):
    """Row in the host's list of tables."""

    id: str
    stage: TableStage
    version: int
    """Number of actions played."""

    touched: float
    """Time of the last change there, in seconds since 1970."""

    people: tuple[str, ...]
    """Names of guests and bots, in the order of joining; empty seats are left out."""


def list_tables(database: Path | str, stage: TableStage | None = None, most: int = 100) -> list[TableSummary]:
    """Return up to `most` tables, most recently active first."""
    wanted = select(tables.c.id, tables.c.stage, tables.c.version, tables.c.touched)
    wanted = wanted.where(tables.c.stage == stage) if stage else wanted
    wanted = wanted.order_by(tables.c.touched.desc()).limit(most)
    ids = wanted.with_only_columns(tables.c.id).subquery()
    people = select(seats.c.table_id, seats.c.name).where(seats.c.name.is_not(None), seats.c.table_id.in_(select(ids)))
    found, names = _read(database, wanted, people.order_by(seats.c.place))
    seated: dict[str, list[str]] = {}
    for name in names:
        seated.setdefault(name.table_id, []).append(name.name)
    return [
        TableSummary(row.id, TableStage(row.stage), row.version, row.touched, tuple(seated.get(row.id, ())))
        for row in found
    ]


def export(database: Path | str, table: str) -> str:
    """Return the record of a table, finished or not; it shows all cards.

    Raises `UnknownTableError` if there is no such table or play has not begun, `DamagedError` if it cannot be read.
    """
    found, played = _read(
        database,
        select(tables).where(tables.c.id == table),
        select(actions.c.seat, actions.c.action).where(actions.c.table_id == table).order_by(actions.c.version),
    )
    if not found or found[0].stage == TableStage.GATHERING:
        raise UnknownTableError(table)
    row = found[0]
    try:
        return write_record(
            Record.of(
                msgspec.json.decode(row.options, type=GameOptions),
                msgspec.json.decode(row.deal, type=Deal),
                [(one.seat, _ACTION.decode(one.action)) for one in played],
                seal=msgspec.json.decode(row.seal, type=Seal) if row.seal else None,
                rules=RulesVersion(row.rules),
            )
        )
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise DamagedError(table) from error


def close(database: Path | str, table: str) -> None:
    """Delete a table with its game and chat; raise `UnknownTableError` if there is none."""

    async def job() -> int:
        async with open_engine(database, writes=True) as engine, engine.begin() as connection:
            return (await connection.execute(delete(tables).where(tables.c.id == table))).rowcount

    if asyncio.run(job()) != 1:
        raise UnknownTableError(table)


def _read(database: Path | str, *statements: Select[Any]) -> list[Sequence[Row[Any]]]:
    """Return the rows of each statement, all from one transaction."""

    async def job() -> list[Sequence[Row[Any]]]:
        async with open_engine(database) as engine, engine.connect() as connection:
            return [(await connection.execute(statement)).all() for statement in statements]

    return asyncio.run(job())
