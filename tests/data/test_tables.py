"""Tables of games say what a replay says, in every format, and lead back to the records."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow.csv
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.cli.replay import replay_record
from codex_naturalis.data import (
    SCHEMA_VERSION,
    TABLES,
    FileFormat,
    Origin,
    TableWriters,
    Tabulation,
    record_from,
    rows_of,
)
from codex_naturalis.play.arena import Arena, play_arena
from codex_naturalis.record import Record, read_record, replay, write_record
from codex_naturalis.rules import (
    CardPlaced,
    EndTriggered,
    GameOptions,
    Preset,
    Step,
    options_of,
)
from tests.strategies import EVERY_ANSWER
from tools.docs_tables import build_page

GOLDEN = Path(__file__).parents[1] / "golden"
KINDS = {"text": str, "bool": bool, "uint8": int, "uint16": int, "int16": int, "[uint8]": list, "[uint16]": list}


def golden() -> list[Record]:
    """Return the golden games of the present rules that are over."""
    lines = [line for name in ("shared_games", "solo_games") for line in (GOLDEN / f"{name}.jsonl").open()]
    records = [read_record(json.dumps(json.loads(line)["record"])) for line in lines]
    return [record for record in records if replay_record(record, final=True).result]


def played(options: GameOptions, games: int = 2) -> list[Record]:
    """Return games between bots."""
    bots = ("random", "greedy", "planner", "greedy")[-options.seats :]
    return [game.record for game in play_arena(Arena(bots, options, games, "tables"), processes=1)]


OPTIONS = [options_of(2, Preset.IT), options_of(3, Preset.FR), *EVERY_ANSWER]
RECORDS = [*golden(), *(record for options in OPTIONS for record in played(options))]


def named(table: str, rows: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Return rows as dicts by the names of the columns."""
    return [dict(zip((column.name for column in TABLES[table]), row, strict=True)) for row in rows]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{record.options.seats}-{len(record.actions)}")
def test_the_rows_of_a_game_are_what_its_replay_tells(record: Record) -> None:
    """Totals, winners, Tybor, placements, draws and cards: compared with the events and the final report."""
    rows = rows_of(record)
    replayed = replay_record(record, final=True)
    assert rows is not None
    assert replayed.result is not None
    steps = list(replay(record))
    game, seats = named("games", [rows.games])[0], named("seats", rows.seats)
    assert tuple(seat["total"] for seat in seats) == replayed.result.totals
    assert tuple(seat["seat"] for seat in seats if seat["won"]) == replayed.result.winners
    for seat, objectives in zip(seats, replayed.result.objectives, strict=True):
        points = [seat["points_common_1"], seat["points_common_2"], seat["points_kept"]]
        assert points == [objective.points for objective in objectives]
        assert seat["track"] + sum(points) == seat["total"]
    ends = [(event.cause, event.seat) for step in steps for event in step.events if isinstance(event, EndTriggered)]
    assert (game["end"], game["end_seat"]) == (ends[0] if ends else (None, None))
    assert game["tybor"] == (steps[-1].state.tybor.score if steps[-1].state.tybor else None)
    assert len(game["actions"]) == len(game["actors"]) == len(record.actions)
    assert_turns(named("turns", rows.turns), steps, record)
    assert_cards(named("cards", rows.cards), named("turns", rows.turns))
    for table in TABLES:
        for row in rows.of(table):
            kinds = [KINDS[column.kind] for column in TABLES[table]]
            assert all(value is None or type(value) is kind for value, kind in zip(row, kinds, strict=True)), row


def assert_turns(turns: list[dict[str, Any]], steps: list[Step], record: Record) -> None:
    """Compare the turns with the placements among the events, and with the draws of the record."""
    placed = [event for step in steps for event in step.events if isinstance(event, CardPlaced)]
    assert [(turn["seat"], turn["card"], turn["side"], turn["score"]) for turn in turns] == [
        (event.seat, event.card, event.side.value, event.score) for event in placed
    ]
    assert [(turn["u"] + turn["v"], turn["u"] - turn["v"]) for turn in turns] == [event.cell for event in placed]
    drawn = [text.split()[2] for text in record.actions if text.split()[1] == "draw"]
    assert [turn["source"] for turn in turns if turn["source"]] == drawn


def said(record: Record) -> tuple[object, ...]:
    """Return what a row says of a record: all but the seal."""
    return record.options, record.seed, record.deal, record.actions, record.rules


def assert_cards(cards: list[dict[str, Any]], turns: list[dict[str, Any]]) -> None:
    """Each card has one row; those laid and drawn are those of the turns, and three were dealt to each seat."""
    assert [row["card"] for row in cards] == list(range(1, 81))
    laid = {row["card"]: (row["seat"], row["round_laid"], row["points"]) for row in cards if row["round_laid"]}
    assert laid == {turn["card"]: (turn["seat"], turn["round"], turn["points"]) for turn in turns}
    drawn = {row["card"]: row["round_taken"] for row in cards if row["origin"] in ("market", "deck")}
    assert drawn == {turn["drawn"]: turn["round"] for turn in turns if turn["drawn"]}
    dealt = Counter(row["seat"] for row in cards if row["origin"] == "dealt")
    assert set(dealt.values()) == {3}


@pytest.mark.parametrize("record", RECORDS[::3], ids=lambda record: f"{record.options.seats}-{len(record.actions)}")
def test_a_row_leads_back_to_its_record(record: Record) -> None:
    """Options, deal and actions, by the indices that environments use; and that record has the same rows."""
    rows = rows_of(record)
    assert rows is not None
    again = record_from(named("games", [rows.games])[0])
    assert said(again) == said(record)


@pytest.mark.parametrize("kind", [FileFormat.PARQUET, FileFormat.CSV])
def test_the_libraries_rows_lead_back_to_their_records(tmp_path: Path, kind: FileFormat) -> None:
    """pandas, polars, pyarrow and DuckDB read a file, each in its own types, and every row is its record again."""
    records = [record for record in RECORDS if rows_of(record) is not None]
    with TableWriters(tmp_path, kind) as writers, Tabulation(writers) as tabulation:
        for record in records:
            tabulation.add(record, Origin("test"))
    file = tmp_path / f"games.{kind}"
    for name, rows in _read(file, kind).items():
        again = [record_from(row) for row in rows]
        assert list(map(said, again)) == list(map(said, records)), name


def _read(file: Path, kind: FileFormat) -> dict[str, Iterable[Any]]:
    """Return the rows of a file, by the library that read them."""
    if kind is FileFormat.CSV:
        types: dict[str, Any] = dict.fromkeys(("seed", "actors", "actions"), str)
        pandas_table = pandas.read_csv(file, dtype=types)
        polars_table = polars.read_csv(file, schema_overrides=dict.fromkeys(types, polars.String))
        arrow_table = pyarrow.csv.read_csv(
            file, convert_options=pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(types, pyarrow.string()))
        )
        duck = duckdb.read_csv(str(file), dtype=dict.fromkeys(types, "VARCHAR"))
    else:
        pandas_table, polars_table = pandas.read_parquet(file), polars.read_parquet(file)
        arrow_table, duck = pyarrow.parquet.read_table(file), duckdb.read_parquet(str(file))
    return {
        "pandas, as series": [row for _, row in pandas_table.iterrows()],
        "pandas, as dictionaries": pandas_table.to_dict("records"),
        "pandas, with NA": pandas_table.convert_dtypes().to_dict("records"),
        "polars": polars_table.iter_rows(named=True),
        "pyarrow": arrow_table.to_pylist(),
        "duckdb": [dict(zip(duck.columns, row, strict=True)) for row in duck.fetchall()],
    }


def test_every_format_says_the_same(tmp_path: Path) -> None:
    """Parquet, CSV and JSON lines hold the same rows; Parquet knows the version of its schema."""
    records = RECORDS[-6:]
    for kind in FileFormat:
        with TableWriters(tmp_path, kind) as writers:
            for record in records:
                rows = rows_of(record, Origin("test", ("a", "b", "c", "d")[: record.options.seats]))
                assert rows is not None
                writers.add(rows)
    for table, columns in TABLES.items():
        stored = pyarrow.parquet.read_table(tmp_path / f"{table}.parquet")
        assert stored.schema.metadata[b"schema_version"] == str(SCHEMA_VERSION).encode()
        assert stored.column_names == [column.name for column in columns]
        lines = [json.loads(line) for line in (tmp_path / f"{table}.jsonl").open()]
        assert stored.to_pylist() == lines
        with (tmp_path / f"{table}.csv").open(newline="") as file:
            assert list(csv.DictReader(file)) == [
                {name: shown(value) for name, value in line.items()} for line in lines
            ]


def shown(value: Any) -> str:  # noqa: ANN401  # whatever a column holds
    """Return a value as CSV has it."""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def test_the_command_leaves_out_what_is_no_whole_game(tmp_path: Path) -> None:
    """A game that is not over, and one with an illegal action, are counted and left out; the others are there."""
    whole, other = RECORDS[-1], RECORDS[-2]
    unfinished = Record(whole.options, deal=whole.deal, actions=whole.actions[:-1])
    illegal = Record(other.options, deal=other.deal, actions=(*other.actions[:-1], other.actions[0]))
    file = tmp_path / "games.jsonl"
    file.write_text("".join(write_record(record) + "\n" for record in (whole, unfinished, illegal, other)))
    done = CliRunner().invoke(
        codex_naturalis, ["export", str(file), "--to", str(tmp_path), "--format", "csv", "--table", "games"]
    )
    assert (done.exit_code, done.stderr) == (0, "2 games, 2 left out\n")
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 3
    assert not (tmp_path / "seats.csv").exists()


def test_the_arena_writes_tables_with_the_names_of_its_bots(tmp_path: Path) -> None:
    """`arena --data`: the source is `arena`, and each seat has the bot that sat there."""
    done = CliRunner().invoke(
        codex_naturalis,
        [
            *("arena", "greedy", "random", "--games", "4", "--seed", "x", "--quiet", "--processes", "1"),
            *("--data", str(tmp_path), "--record", str(tmp_path / "games.jsonl")),
        ],
    )
    assert done.exit_code == 0, done.output
    seats = pyarrow.parquet.read_table(tmp_path / "seats.parquet").to_pylist()
    assert [seat["player"] for seat in seats] == ["greedy", "random", "random", "greedy"] * 2
    games = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert {game["source"] for game in games} == {"arena"}
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert [write_record(record_from(game)) for game in games] == lines


def test_the_page_defines_each_column() -> None:
    """In the order of the schema, with its type and definition, under the version that it is."""
    page = build_page("reference/data.md")
    for table, columns in TABLES.items():
        section = re.search(rf"^## {table}$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
        assert section
        rows = [f"| `{column.name}` | {column.kind} | {column.about} |" for column in columns]
        assert "\n".join(rows) in section[1]
    assert f"version {SCHEMA_VERSION}" in page
