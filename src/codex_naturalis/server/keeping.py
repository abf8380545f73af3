"""The host's hand on the data folder: copy it, look at its tables, take one out. Works while the server runs."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from codex_naturalis.record import Record, Seal, action_text, write_record
from codex_naturalis.rules import Action, Deal, GameOptions

from .wire import TableStage

__all__ = ["Damaged", "Kept", "Unknown", "backup", "close", "export", "kept"]

_ACTION: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)


class Unknown(Exception):  # noqa: N818  # reads as the sentence it is
    """There is no such table."""


class Damaged(Exception):  # noqa: N818  # reads as the sentence it is
    """What is stored of the table, or of the whole database, cannot be read."""


class Kept(Struct, frozen=True):
    """One table, as the host may see it in a list."""

    id: str
    stage: TableStage
    version: int
    """How many actions were played."""

    touched: float
    """When somebody last did something there, in seconds since 1970."""

    people: tuple[str, ...]
    """Names of guests and bots, in the order of joining; empty seats are left out."""


@contextmanager
def _open(database: Path, *, write: bool = False) -> Iterator[sqlite3.Connection]:
    uri = f"{database.absolute().as_uri()}?mode={'rw' if write else 'ro'}"
    with closing(sqlite3.connect(uri, uri=True, timeout=10, isolation_level=None)) as connection:
        connection.execute("pragma foreign_keys = on")
        connection.row_factory = sqlite3.Row
        yield connection


def backup(database: Path, target: Path) -> None:
    """Write a copy of `database` to `target`: of one moment, checked, and readable by its owner alone.

    Raises `FileExistsError` if there is something, and `Damaged` if the copy is not sound.
    """
    if target.exists():
        raise FileExistsError(str(target))
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite fills an empty file
    try:
        with _open(database) as connection:
            connection.execute("vacuum into ?", (str(draft),))
        with closing(sqlite3.connect(draft)) as copy:
            found = copy.execute("pragma quick_check").fetchone()[0]
        if found != "ok":
            raise Damaged(str(found))
        draft.rename(target)
    finally:
        draft.unlink(missing_ok=True)


def kept(database: Path, stage: TableStage | None = None, most: int = 100) -> list[Kept]:
    """Return tables, those touched last first."""
    wanted = (
        "select id, stage, version, touched from tables where ?1 is null or stage = ?1 order by touched desc limit ?2"
    )
    people = "select name from seats where table_id = ? and name is not null order by place"
    with _open(database) as connection:
        return [
            Kept(
                row["id"],
                TableStage(row["stage"]),
                row["version"],
                row["touched"],
                tuple(seat["name"] for seat in connection.execute(people, (row["id"],))),
            )
            for row in connection.execute(wanted, (stage, most)).fetchall()
        ]


def export(database: Path, table: str) -> str:
    """Return the record of a table, finished or not: whoever reads it sees all cards.

    Raises `Unknown` if there is no such table or play has not begun, `Damaged` if it cannot be read.
    """
    with _open(database) as connection:
        row = connection.execute("select * from tables where id = ?", (table,)).fetchone()
        if row is None or row["stage"] == TableStage.GATHERING:
            raise Unknown(table)
        played = connection.execute(
            "select seat, action from actions where table_id = ? order by version", (table,)
        ).fetchall()
    try:
        return write_record(
            Record(
                msgspec.json.decode(row["options"], type=GameOptions),
                deal=msgspec.json.decode(row["deal"], type=Deal),
                actions=tuple(action_text(one["seat"], _ACTION.decode(one["action"])) for one in played),
                seal=msgspec.json.decode(row["seal"], type=Seal) if row["seal"] else None,
            )
        )
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise Damaged(table) from error


def close(database: Path, table: str) -> None:
    """Take a table out, with all that was played and said there; raise `Unknown` if there is none."""
    with _open(database, write=True) as connection:
        if connection.execute("delete from tables where id = ?", (table,)).rowcount != 1:
            raise Unknown(table)
