"""Puzzle collection of the package, and the puzzle of each day."""

import gzip
from collections.abc import Iterator
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Raw, Struct

from codex_naturalis.catalogue import CardId, Symbol, catalogue
from codex_naturalis.judgements.puzzles import Kind, Puzzle, PuzzleQuestion
from codex_naturalis.judgements.teacher import Turn
from codex_naturalis.record import Record, opening, parse_seat_action, read_record, replay, write_record
from codex_naturalis.rules import Cell, GameState, Place, RulesVersion, Seat, SeededShuffler
from codex_naturalis.views import View, view_of

__all__ = ["current_puzzles", "daily_number", "laid_in", "line_of", "moment", "puzzles", "view_of_puzzle"]

_FILE: Final = "puzzles.jsonl.gz"


class _Line(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Row of the puzzle file. The record deals by a seed, which keeps it short."""

    kind: Kind
    level: int
    solvers: tuple[str, ...]
    answer: tuple[str, ...]
    record: Raw
    objective: CardId | None = None
    retired: bool = False


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles in their order, the retired ones too: a number means the same puzzle for ever."""
    text = gzip.decompress(files(__package__).joinpath(_FILE).read_bytes())
    return tuple(_read(text))


@cache
def current_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that are listed and have their day."""
    return tuple(puzzle for puzzle in puzzles() if not puzzle.retired)


def _read(text: bytes) -> Iterator[Puzzle]:
    decoder = msgspec.json.Decoder(_Line)
    for number, line in enumerate(text.splitlines(), 1):
        entry = decoder.decode(line)
        record = read_record(bytes(entry.record))
        question = PuzzleQuestion(entry.kind, entry.objective)
        name, seat, answer = _id(question, record), parse_seat_action(entry.answer[0])[0], _turn(entry.answer)
        yield Puzzle(name, number, question, entry.level, record, seat, answer, entry.solvers, entry.retired)


def _turn(texts: tuple[str, ...]) -> Turn:
    return tuple(parse_seat_action(text)[1] for text in texts)


def _id(question: PuzzleQuestion, record: Record) -> str:
    """Return the digest of moment and question, without the version of the rules that the game continues by."""
    written = write_record(msgspec.structs.replace(record, rules=RulesVersion.FIRST))
    return sha256(f"{question.kind} {question.objective} {written}".encode()).hexdigest()[:8]


def line_of(
    question: PuzzleQuestion,
    level: int,
    record: Record,
    answer: tuple[str, ...],
    solvers: tuple[str, ...] = (),
    *,
    retired: bool = False,
) -> str:
    """Return a puzzle as a line of the file."""
    line = _Line(question.kind, level, solvers, answer, Raw(write_record(record).encode()), question.objective, retired)
    return msgspec.json.encode(line).decode()


def daily_number(day: date) -> int:
    """Return the number of the puzzle of a day: all appear in turn, in an unpredictable order."""
    numbers = [puzzle.number for puzzle in current_puzzles()]
    turn, at = divmod(day.toordinal(), len(numbers))
    order: list[int] = SeededShuffler(f"the puzzles of every day, {turn}").shuffled(numbers)
    return order[at]


def moment(record: Record) -> tuple[GameState, Seat]:
    """Return the game after all actions of `record`, and the seat that is to lay a card."""
    state = opening(record)
    for step in replay(record, events=False):
        state = step.state
    return state, state.turn


def laid_in(puzzle: Puzzle) -> tuple[tuple[Cell, Symbol | None], ...]:
    """Return cell and kingdom of each card in the codex of the seat that solves `puzzle`; None for its starter card.

    They are read from the record's actions: no game is played, so that a list of all puzzles costs little.
    """
    cards = catalogue()
    placed = [act for seat, act in puzzle.record.parse_actions() if seat == puzzle.seat and isinstance(act, Place)]
    return (((0, 0), None), *((place.cell, cards.playable(place.card).kingdom) for place in placed))


@cache
def view_of_puzzle(puzzle_number: int) -> View:
    """Return the view of the player who solves the puzzle: all that is sent, and all that the answer depends on."""
    return view_of(*moment(puzzles()[puzzle_number - 1].record), detailed=True)
