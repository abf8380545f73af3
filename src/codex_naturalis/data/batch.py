"""Batch of games replayed by the kernel: their actions as numbers, and the resulting columns.

Its results equal those of `rows_of`, by the rules, as tests ensure. Needs the extra `fast`.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import numpy as np
from msgspec.json import encode

from codex_naturalis.catalogue import Side
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.layout import DRAW, OBJECTIVE, PLACE, SIDE
from codex_naturalis.record import Record, opening, parse_seat_action, write_record
from codex_naturalis.rules import HOUSE_RULES, ChooseObjective, ChooseSide, Deal, Draw, EndCause, Place, Source

from .columns import Columns, Named, Picked
from .kernel_replay import ACT, CARD, GAME_FACTS, SEAT, TURN, follow_many
from .rows import Origin
from .schema import TABLES

__all__ = ["GAMES", "Batch", "game_id"]

GAMES: Final = 250
"""Capacity in games: the rows of their cards fill a row group."""

_ACTIONS: Final = 180
_SIDES: Final = tuple(side.value for side in Side)
_SOURCES: Final = tuple(source.value for source in Source)
_CAUSES: Final = tuple(cause.value for cause in EndCause)
_ORIGINS: Final = ("dealt", "market", "deck")
_BOOLEANS: Final = (False, True)
_SIDE_OF: Final = {side: number for number, side in enumerate(Side)}
_SOURCE_OF: Final = {source: number for number, source in enumerate(Source)}
_NAMES: Final = {"side": _SIDES, "won": _BOOLEANS, "stuck": _BOOLEANS, "seat_won": _BOOLEANS, "source": _SOURCES}

Act = tuple[int, int, int, int, int, int]


def game_id(record: Record) -> str:
    """Return the id of a game: the first 16 hexadecimal digits of the SHA-256 of its record."""
    return sha256(write_record(record).encode()).hexdigest()[:16]


@lru_cache(maxsize=1 << 17)
def _act_of(text: str) -> Act:
    """Return an action as the numbers that `following` takes."""
    seat, action = parse_seat_action(text)
    match action:
        case Place(card, side, (x, y)):
            return seat, PLACE, card, _SIDE_OF[side], (x + y) // 2, (x - y) // 2
        case Draw(source):
            return seat, DRAW, _SOURCE_OF[source], 0, 0, 0
        case ChooseSide(side):
            return seat, SIDE, _SIDE_OF[side], 0, 0, 0
        case ChooseObjective(card):
            return seat, OBJECTIVE, card, 0, 0, 0


class Batch:
    """Up to `GAMES` games: add their records, replay them, and take the columns."""

    def __init__(self) -> None:
        """Make room, once for all batches."""
        self._games = new_games(GAMES)
        self._acts = np.zeros((GAMES, _ACTIONS, len(ACT)), np.int16)
        self._numbers = np.zeros(GAMES, np.int64)
        self._of_game = np.zeros((GAMES, len(GAME_FACTS)), np.int16)
        self._seats = np.zeros((GAMES, 4, len(SEAT)), np.int16)
        self._turns = np.zeros((GAMES, 80, len(TURN)), np.int16)
        self._cards = np.zeros((GAMES, 80, len(CARD)), np.int16)
        self._indices = np.zeros((GAMES, _ACTIONS), np.int32)
        self._added: list[tuple[Record, Origin, Deal]] = []

    @property
    def is_full(self) -> bool:
        """Whether the batch is full."""
        return len(self._added) == GAMES

    def clear(self) -> None:
        """Forget the games."""
        self._added.clear()

    def add(self, record: Record, origin: Origin) -> None:
        """Add a game; one with too many actions is left to the rules."""
        at, state = len(self._added), opening(record)
        load(self._games, at, state)
        acts = [_act_of(text) for text in record.actions]
        self._numbers[at] = len(acts)
        if len(acts) > _ACTIONS:
            self._numbers[at] = 0
        elif acts:
            self._acts[at, : len(acts)] = acts
        self._added.append((record, origin, state.deal))

    def replay(self) -> list[bool]:
        """Replay the games; return for each whether its columns are there. The rules judge the others."""
        count = len(self._added)
        arrays = (self._of_game, self._seats, self._turns, self._cards, self._indices)
        follow_many(self._games, self._acts, self._numbers, *arrays, count)
        return [over == 1 for over in self._of_game[:count, 0].tolist()]

    def record(self, at: int) -> tuple[Record, Origin]:
        """Return record and origin."""
        return self._added[at][:2]

    def columns(self, first: int, last: int, tables: Sequence[str] = tuple(TABLES)) -> dict[str, Columns]:
        """Return the columns of the games from `first` to before `last`, all of which were replayed."""
        games = self._added[first:last]
        ids = [game_id(record) for record, _, _ in games]
        make = {"games": self._game_columns, "seats": self._seat_columns}
        make |= {"turns": self._turn_columns, "cards": self._card_columns}
        return {table: make[table](first, last, ids) for table in tables}

    def _facts(self, first: int, last: int, name: str) -> Any:  # noqa: ANN401  # an array of NumPy's
        return self._of_game[first:last, GAME_FACTS.index(name)]

    def _game_columns(self, first: int, last: int, ids: list[str]) -> Columns:
        games = self._added[first:last]
        records = [record for record, _, _ in games]
        options = [record.options for record in records]
        done = self._facts(first, last, "actions").tolist()
        return {
            "game": ids,
            "source": [origin.source for _, origin, _ in games],
            "rules": [int(record.rules) for record in records],
            "seats": [each.seats for each in options],
            "solo": [each.solo and each.solo.value for each in options],
            "preset": [each.preset.value for each in options],
            **{name: [getattr(each, name).value for each in options] for name in HOUSE_RULES},
            "rounds": Named(self._facts(first, last, "rounds")),
            "end": Named(self._facts(first, last, "end"), _CAUSES),
            "end_seat": Named(self._facts(first, last, "end_seat")),
            "tybor": Named(self._facts(first, last, "tybor")),
            "tie_break_used": Named(self._facts(first, last, "tie_break_used"), _BOOLEANS),
            "seed": [record.seed for record in records],
            "deal": [None if record.deal is None else encode(record.deal).decode() for record in records],
            "actors": _lists(self._acts[first:last, :, 0], done),
            "actions": _lists(self._indices[first:last], done),
        }

    def _seat_columns(self, first: int, last: int, ids: list[str]) -> Columns:
        dealt = [
            (origin.players[seat] if origin.players else None, own.starter, *deal.common_objectives, *own.objectives)
            for _, origin, deal in self._added[first:last]
            for seat, own in enumerate(deal.seats)
        ]
        names = ("player", "starter", "common_1", "common_2", "offered_1", "offered_2")
        given = dict(zip(names, zip(*dealt, strict=True), strict=True))
        numbers = np.array([record.options.seats for record, _, _ in self._added[first:last]])
        there = np.arange(4) < numbers[:, None]
        game, seat = np.nonzero(there)
        replayed = _columns(SEAT, self._seats[first:last][there])
        winners = Named(self._facts(first, last, "winners")[game])
        columns = {"game": Picked(ids, game), "seat": Named(seat), **given, **replayed, "winners": winners}
        return _in_order("seats", columns)

    def _turn_columns(self, first: int, last: int, ids: list[str]) -> Columns:
        there = np.arange(80) < self._facts(first, last, "turns")[:, None]
        game, _ = np.nonzero(there)
        rows = self._turns[first:last][there]
        # Steps along a diagonal may be negative, so no number is empty there.
        steps = {name: rows[:, TURN.index(name)].tolist() for name in ("u", "v")}
        return _in_order("turns", {"game": Picked(ids, game), **_columns(TURN, rows), **steps})

    def _card_columns(self, first: int, last: int, ids: list[str]) -> Columns:
        count = last - first
        cards = Named(np.tile(np.arange(1, 81), count))
        replayed = _columns(CARD, self._cards[first:last].reshape(80 * count, len(CARD)))
        replayed["origin"] = Named(replayed["origin"].numbers, _ORIGINS)
        return _in_order("cards", {"game": Picked(ids, np.repeat(np.arange(count), 80)), "card": cards, **replayed})


def _lists(rows: Any, lengths: list[int]) -> list[list[int]]:  # noqa: ANN401  # an array of NumPy's
    """Return the first numbers of each row."""
    some = rows[:, : max(lengths)].tolist()  # a game is a third as long as there is room for
    return [row[:length] for row, length in zip(some, lengths, strict=True)]


def _columns(names: Sequence[str], rows: Any) -> dict[str, Named]:  # noqa: ANN401  # an array of NumPy's
    return {name: Named(rows[:, at], _NAMES.get(name, ())) for at, name in enumerate(names)}


def _in_order(table: str, columns: dict[str, Any]) -> Columns:
    return {column.name: columns[column.name] for column in TABLES[table]}
