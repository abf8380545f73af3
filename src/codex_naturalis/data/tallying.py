"""Tallies from rows of games, and from the files of a data set."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from .rows import GameRows
from .schema import TABLES
from .tally import GameTally

__all__ = ["tally_folder", "tally_rows"]

_SEATS: Final = (
    "starter",
    "side",
    "common_1",
    "common_2",
    "offered_1",
    "offered_2",
    "kept",
    "points_common_1",
    "points_common_2",
    "points_kept",
    "total",
    "won",
    "winners",
)
_TURNS: Final = ("seat", "side", "u", "v")
_CARDS: Final = ("card", "origin", "seat", "round_laid", "side", "points")


def _pick(table: str, names: tuple[str, ...]) -> Any:  # noqa: ANN401  # what `itemgetter` makes
    columns = [column.name for column in TABLES[table]]
    return itemgetter(*map(columns.index, names))


_SEAT, _TURN, _CARD = _pick("seats", _SEATS), _pick("turns", _TURNS), _pick("cards", _CARDS)
_ROUNDS: Final = [column.name for column in TABLES["games"]].index("rounds")


def tally_rows(tally: GameTally, rows: GameRows) -> None:
    """Add a game by its rows."""
    seats, turns, cards = map(_SEAT, rows.seats), map(_TURN, rows.turns), map(_CARD, rows.cards)
    tally.add(rows.games[_ROUNDS], list(seats), turns, cards)


def tally_folder(tally: GameTally, folder: Path) -> None:
    """Add all games of the Parquet files in a folder, which have them in one order."""
    rounds = dict(_rows(folder, "games", ("rounds",)))
    tables = (_games(folder, "seats", _SEATS), _games(folder, "turns", _TURNS), _games(folder, "cards", _CARDS))
    for (game, seats), (_, turns), (_, cards) in zip(*tables, strict=True):
        tally.add(rounds[game], seats, turns, cards)


def _games(folder: Path, table: str, names: tuple[str, ...]) -> Iterator[tuple[str, list[Any]]]:
    for game, rows in groupby(_rows(folder, table, names), key=itemgetter(0)):
        yield game, [row[1:] for row in rows]


def _rows(folder: Path, table: str, names: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    from pyarrow import parquet  # noqa: PLC0415  # an extra

    with parquet.ParquetFile(folder / f"{table}.parquet") as file:
        for batch in file.iter_batches(20_000, columns=["game", *names]):
            yield from zip(*(batch[name].to_pylist() for name in ("game", *names)), strict=True)
