"""Differences of what is counted or scored are right in every library: no such column is unsigned."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import duckdb
import pandas
import polars
import pyarrow.compute
import pyarrow.parquet
import pytest

from codex_naturalis.data import TABLES, FileFormat, Origin, TableWriters, Tabulation
from codex_naturalis.data.batch import game_id
from codex_naturalis.play.arena import Arena, play_arena
from codex_naturalis.record import Record, replay
from codex_naturalis.rules import options_of

IDS: Final = {
    "games": {"rules", "end_seat", "actors", "actions"},
    "seats": {"seat", "starter", "common_1", "common_2", "offered_1", "offered_2", "kept"},
    "turns": {"seat", "card", "drawn"},
    "cards": {"card", "seat"},
}
"""Columns that name a thing by its number: nothing is counted or scored in them, so they may be unsigned."""

ARENA: Final = Arena(("random", "planner"), options_of(2), 6, "differences")
RECORDS: Final = [game.record for game in play_arena(ARENA, processes=1)]


@pytest.fixture(params=[True, False], ids=["kernel", "rules"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a folder with the games as Parquet, replayed by one of the two engines."""
    compiled: bool = request.param
    with (
        TableWriters(tmp_path, FileFormat.PARQUET) as writers,
        Tabulation(writers, compiled=compiled) as tabulation,
    ):
        for record in RECORDS:
            tabulation.add(record, Origin())
    assert tabulation.written == len(RECORDS)
    return tmp_path


def test_only_ids_are_unsigned(folder: Path) -> None:
    """Every other number of every table is an `int16`, which has room for each difference."""
    for table in TABLES:
        schema = pyarrow.parquet.read_schema(folder / f"{table}.parquet")
        numbers = {field.name: str(field.type) for field in schema if "int" in str(field.type)}
        assert {name for name, kind in numbers.items() if "uint" in kind} == IDS[table]
        assert {kind for name, kind in numbers.items() if name not in IDS[table]} == {"int16"}


def subtract_in_arrow(file: Path) -> dict[str, int]:
    """Return the margin of each game, computed by Arrow."""
    seats = pyarrow.parquet.read_table(file)
    first, second = (seats.filter(pyarrow.compute.field("seat") == seat) for seat in range(2))
    assert first["game"] == second["game"]
    margins = pyarrow.compute.subtract(first["total"], second["total"])
    return dict(zip(first["game"].to_pylist(), margins.to_pylist(), strict=True))


def subtract_in_pandas(file: Path) -> dict[str, int]:
    """Return the margin of each game, computed by pandas."""
    totals = pandas.read_parquet(file).pivot(index="game", columns="seat", values="total")
    return dict((totals[0] - totals[1]).items())


def subtract_in_polars(file: Path) -> dict[str, int]:
    """Return the margin of each game, computed by polars."""
    totals = polars.read_parquet(file).pivot("seat", index="game", values="total")
    return dict(totals.select("game", polars.col("0") - polars.col("1")).iter_rows())


def subtract_in_duckdb(file: Path) -> dict[str, int]:
    """Return the margin of each game, computed by DuckDB."""
    first, second = (f"any_value(total) filter (where seat = {seat})" for seat in range(2))
    return dict(duckdb.read_parquet(str(file)).aggregate(f"game, {first} - {second}", "game").fetchall())


LIBRARIES: Final = (subtract_in_arrow, subtract_in_pandas, subtract_in_polars, subtract_in_duckdb)


@pytest.mark.parametrize("subtract", LIBRARIES, ids=lambda subtract: subtract.__name__)
def test_a_margin_is_that_of_the_rules(folder: Path, subtract: Callable[[Path], dict[str, int]]) -> None:
    """One total less the other, also where the second seat is ahead and it is negative."""
    expected = {game_id(record): margin_of(record) for record in RECORDS}
    assert min(expected.values()) < 0 < max(expected.values())
    assert subtract(folder / "seats.parquet") == expected


def margin_of(record: Record) -> int:
    """Return by how much seat 0 is ahead of seat 1 by the rules."""
    *_, last = replay(record)
    assert last.state.result is not None
    first, second = last.state.result.totals
    return first - second
