"""Rows of a table: the table, its seats and its actions, as they are written and as they are read."""

import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Row, delete, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Clock, Clocks
from codex_naturalis.record import Seal
from codex_naturalis.rules import Action, Deal, GameOptions, RulesVersion, Seat
from codex_naturalis.seating import SeatRow, TableData
from codex_naturalis.wire.table import BotPace, Colour, NameMark, Note, SeatKind, TableStage, Version, WhatIf

from .appends import VersionConflictError
from .schema import actions, seats, tables

__all__ = [
    "action_json",
    "clock_columns",
    "decode_actions",
    "delete_table",
    "insert_table",
    "read_table",
    "update_table",
]

_ENCODE: Final = msgspec.json.Encoder().encode
_DECODE_ACTION: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)
_DECODE_CLOCK: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Clock)
_DECODE_NOTES = msgspec.json.Decoder(tuple[Note, ...])


async def insert_table(connection: AsyncConnection, data: TableData, played: Sequence[tuple[Seat, Action]]) -> None:
    """Insert a new table with actions already `played`; raise `VersionConflictError` if there is one with its keys."""
    try:
        await connection.execute(insert(tables), {"id": data.id, "version": len(played), **_table_values(data)})
    except IntegrityError:
        raise VersionConflictError from None
    await _insert_seats(connection, data)
    await _insert_actions(connection, data.id, played)


async def update_table(connection: AsyncConnection, data: TableData, version: int | None = None) -> None:
    """Replace a table and its seats; raise `VersionConflictError` unless it follows what is stored, at `version`."""
    here = update(tables).where(*_before(data))
    if version is not None:
        here = here.where(tables.c.version == version)
    if (await connection.execute(here.values(_table_values(data)))).rowcount != 1:
        raise VersionConflictError
    await connection.execute(delete(seats).where(seats.c.table_id == data.id))
    await _insert_seats(connection, data)


async def delete_table(connection: AsyncConnection, data: TableData, version: int) -> None:
    """Delete a table; raise `VersionConflictError` unless `data` follows what is stored, at `version`."""
    before = delete(tables).where(*_before(data), tables.c.version == version)
    if (await connection.execute(before)).rowcount != 1:
        raise VersionConflictError


def _before(data: TableData) -> tuple[ColumnElement[bool], ...]:
    return tables.c.id == data.id, tables.c.revision == data.revision - 1


async def _insert_seats(connection: AsyncConnection, data: TableData) -> None:
    rows = [
        {"table_id": data.id, "place": index, **msgspec.structs.asdict(row)} for index, row in enumerate(data.seat_rows)
    ]
    await connection.execute(insert(seats), rows)


async def _insert_actions(connection: AsyncConnection, table_id: str, played: Sequence[tuple[Seat, Action]]) -> None:
    """Store the actions that a new table begins with."""
    rows = [
        {"table_id": table_id, "version": version, "seat": seat, "action": action_json(action)}
        for version, (seat, action) in enumerate(played, 1)
    ]
    if rows:
        await connection.execute(insert(actions), rows)


def _table_values(data: TableData) -> dict[str, object]:
    clocks, deadline = clock_columns(data)
    return {
        "revision": data.revision,
        "party": data.party,
        "host": data.host,
        "stage": data.stage.value,
        "listed": data.listed,
        "rules": data.rules.value,
        "options": msgspec.json.encode(data.options).decode(),
        "deal": msgspec.json.encode(data.deal).decode() if data.deal else None,
        "rematch": data.rematch,
        "created": data.created,
        "touched": time.time(),
        "request": data.request,
        "asked": data.asked,
        "what_if": msgspec.json.encode(data.what_if).decode() if data.what_if else None,
        "hints": data.hints,
        "rated": data.rated or None,
        "origin": data.origin,
        "shared_deal": data.shared_deal,
        "counted": data.counted or None,
        "pace": None if data.pace is BotPace.PEOPLE else data.pace.value,
        "programs": data.programs or None,
        "tournament": data.tournament,
        "hidden": data.hidden or None,
        "seal": msgspec.json.encode(data.seal).decode() if data.seal else None,
        "clock": msgspec.json.encode(data.clock).decode() if data.clock else None,
        "notes": msgspec.json.encode(data.notes).decode() if data.notes else None,
        "marked": data.marked,
        "clocks": clocks,
        "deadline": deadline,
    }


def action_json(action: Action) -> str:
    """Return an action as JSON text."""
    return _ENCODE(action).decode()


def clock_columns(data: TableData) -> tuple[str | None, float | None]:
    """Return the columns `clocks` and `deadline` of a table's row."""
    return _ENCODE(data.clocks).decode() if data.clocks else None, data.deadline


def read_table(row: Row[Any], people: Iterable[Row[Any]]) -> TableData:
    """Return the table in a row; raise `ValueError` if it is inconsistent."""
    data = TableData(
        id=row.id,
        party=row.party,
        host=row.host,
        options=msgspec.json.decode(row.options, type=GameOptions),
        listed=row.listed,
        created=row.created,
        seat_rows=tuple(map(_read_seat_row, people)),
        stage=TableStage(row.stage),
        deal=msgspec.json.decode(row.deal, type=Deal) if row.deal else None,
        rematch=row.rematch,
        request=row.request,
        asked=row.asked,
        what_if=msgspec.json.decode(row.what_if, type=WhatIf) if row.what_if else None,
        hints=row.hints,
        rated=bool(row.rated),
        rules=RulesVersion(row.rules),
        origin=row.origin,
        shared_deal=row.shared_deal,
        counted=bool(row.counted),
        pace=BotPace(row.pace or BotPace.PEOPLE),
        programs=bool(row.programs),
        tournament=row.tournament,
        hidden=bool(row.hidden),
        seal=msgspec.json.decode(row.seal, type=Seal) if row.seal else None,
        clock=_DECODE_CLOCK.decode(row.clock) if row.clock else None,
        clocks=msgspec.json.decode(row.clocks, type=Clocks) if row.clocks else None,
        notes=_DECODE_NOTES.decode(row.notes) if row.notes else (),
        deadline=row.deadline,
        marked=row.marked,
        revision=row.revision,
    )
    _check(data)
    return data


def _read_seat_row(row: Row[Any]) -> SeatRow:
    return SeatRow(
        SeatKind(row.kind),
        row.name,
        row.guest,
        row.key,
        row.seat,
        row.stand_in,
        row.mark and NameMark(row.mark),
        row.portrait,
        row.colour and Colour(row.colour),
    )


def _check(data: TableData) -> None:
    if len(data.seat_rows) != data.options.seats or (data.deal is None and not data.gathering):
        raise ValueError("people, stage and deal do not fit")
    if data.stage in (TableStage.PLAYING, TableStage.OVER) and {row.seat for row in data.seat_rows} != set(
        range(data.options.seats)
    ):
        raise ValueError("the seats were not drawn")


def decode_actions(rows: Sequence[Row[Any]], after: Version) -> tuple[tuple[Seat, Action], ...]:
    """Return the actions after a version, each with its seat; raise `ValueError` if one is missing."""
    if [row.version for row in rows] != list(range(after + 1, after + len(rows) + 1)):
        raise ValueError("a version is missing")
    return tuple((row.seat, _DECODE_ACTION.decode(row.action)) for row in rows)
