"""Perft: how many sequences of legal actions there are. One missing or needless action changes the number."""

from pathlib import Path

import pytest

from codex_naturalis.catalogue import Side
from codex_naturalis.cli.perft import count_sequences
from codex_naturalis.record import Record, opening, replay, seeded_deal
from codex_naturalis.rules import ChooseObjective, ChooseSide, GameState, SoloLevel, apply, options_of
from tests.golden.test_recorded_games import lines, record_in

COUNTS = Path(__file__).with_name("counts.txt")


def rows() -> list[list[str]]:
    """Return the rows of the table of counts: what from, and the counts for each depth."""
    return [line.split() for line in COUNTS.read_text("utf-8").splitlines() if line and line[0] != "#"]


def begun(kind: str, seed: str) -> GameState:
    """Return a seeded deal, `2` or `solo-hard`; with a `+`, after setup with every starter's front and first offer."""
    seats, solo = (1, SoloLevel(kind.strip("+").split("-")[1])) if "solo" in kind else (int(kind.strip("+")), None)
    options = options_of(seats, solo=solo)
    state = opening(Record(options, deal=seeded_deal(options, seed)))
    if kind.endswith("+"):
        for seat in range(seats):
            state = apply(state, seat, ChooseSide(Side.FRONT)).state
        for seat, dealt in enumerate(state.deal.seats):
            state = apply(state, seat, ChooseObjective(dealt.objectives[0])).state
    return state


def moment(kind: str, game: str, index: str) -> GameState:
    """Return a shared golden game, or a solo one of either version, after a number of actions."""
    record = record_in(lines("shared_games.jsonl" if kind == "game" else "solo_games.jsonl")[int(game)])
    return list(replay(record))[int(index) - 1].state


@pytest.mark.parametrize("row", rows(), ids=lambda row: " ".join(row[:3]))
def test_counts_are_as_recorded(row: list[str]) -> None:
    """From seeded deals, and from the middle and the end of whole games."""
    kind, what, which, *counts = row
    state = begun(what, which) if kind == "deal" else moment(kind, what, which)
    assert [count_sequences(state, depth) for depth in range(1, len(counts) + 1)] == list(map(int, counts))


def test_choices_at_the_same_time_count_in_every_order() -> None:
    """Two seats with two choices each: four first actions, then two: eight sequences."""
    assert [count_sequences(begun("2", "any"), depth) for depth in range(5)] == [1, 4, 8, 32, 64]
