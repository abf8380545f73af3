"""Reading others' objectives: from what lies before all, and from nothing else."""

from random import Random

import numpy as np
import pytest

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.imagining import imagined
from codex_naturalis.bots.reading import read
from codex_naturalis.catalogue import CardId, catalogue
from codex_naturalis.kernel.layout import Games
from codex_naturalis.kernel.worlds import FIRST_OBJECTIVE, resample_at
from codex_naturalis.rules import GameState, Phase, SeededShuffler, apply, awaited, deal, options_of
from codex_naturalis.views import View, sample_world, view_of


def late(seed: str, seats: int = 2, rounds: int = 10) -> GameState:
    """Return a game between planners that has come so far, or its last placement if it ended before."""
    state, rng, planner = deal(catalogue(), options_of(seats), SeededShuffler(seed)), Random(seed), bot_named("planner")
    before = state
    while state.round < rounds or state.phase is not Phase.PLACE:
        if state.phase is Phase.OVER:
            return before
        before = state if state.phase is Phase.PLACE else before
        seat = awaited(state)[0]
        state = apply(state, seat, planner.choose(view_of(state, seat), rng)).state
    return state


def hidden_from(view: View) -> tuple[Games, Games]:
    """Return worlds of `view` and what is hidden in them, with others' objectives read."""
    games, hidden, _ = imagined(view, Random(1))
    read(view, games, hidden)
    return games, hidden


def likely(view: View) -> dict[tuple[int, CardId], float]:
    """Return how likely each objective is held to be, by seat."""
    found = hidden_from(view)[1]["likely"][0]
    return {(int(seat), FIRST_OBJECTIVE + int(n)): float(found[seat, n]) for seat, n in np.argwhere(found)}


def test_what_somebody_is_after_is_read() -> None:
    """After ten rounds the true objective is the likeliest in two of five games, of twelve that it might be."""
    first, sums = 0, 0.0
    for number in range(30):
        state = late(f"read {number}")
        viewer = state.turn
        true = state.seats[1 - viewer].objective
        assert true is not None
        held = likely(view_of(state, viewer))
        assert len(held) == 12
        assert sum(held.values()) == pytest.approx(1)
        first += max(held, key=held.__getitem__) == (1 - viewer, true)
        sums += held[1 - viewer, true]
    assert first >= 12
    assert sums / 30 > 3 / 12


@pytest.mark.parametrize("seats", [2, 4])
def test_only_what_is_open_is_read(seats: int) -> None:
    """Two games that differ in what is hidden read alike; what the viewer knows to be elsewhere is nobody's."""
    state = late("open", seats, rounds=6)
    view = view_of(state, state.turn)
    twin = sample_world(view, Random(9))
    assert twin.seats != state.seats
    held = likely(view)
    assert held == likely(view_of(twin, state.turn))
    assert {seat for seat, _ in held} == {*range(seats)} - {state.turn}
    assert not {card for _, card in held} & {*view.common_objectives, *view.offered}


@pytest.mark.parametrize("seats", [2, 3])
def test_worlds_follow_what_was_read(seats: int) -> None:
    """In imagined worlds the next seat has each objective as often as it seems, and no two seats the same."""
    state = late("worlds", seats, rounds=8)
    viewer = state.turn
    view = view_of(state, viewer)
    games, hidden = hidden_from(view)
    first = min({*range(seats)} - {viewer})
    met = np.zeros(16)
    for _ in range(4000):
        resample_at(games, 0, hidden, viewer)
        goals = [int(goal) for goal in games[0]["objective"][:seats]]
        assert len(set(goals)) == seats
        met[goals[first] - FIRST_OBJECTIVE] += 1
    assert met / 4000 == pytest.approx(hidden["likely"][0, first], abs=0.03)
