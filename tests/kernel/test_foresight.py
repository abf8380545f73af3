"""What the network looks at is what lies there, it counts as NumPy does, and what it guesses is worth something."""

from math import exp
from random import Random

import numpy as np
import pytest

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.foreseeing import foresight
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.mcts.foresight import CLEAR, FEATURES, FORESIGHT, appraise_at, guess_at, sketch_at
from codex_naturalis.rules import (
    GameState,
    Phase,
    SeededShuffler,
    SoloLevel,
    apply,
    awaited,
    count_objective,
    deal,
    options_of,
)
from codex_naturalis.views import view_of

TABLES = [(2, None), (3, None), (4, None), (1, SoloLevel.HARD)]


def game(seats: int, solo: SoloLevel | None, seed: str) -> list[GameState]:
    """Return all states of a game between players who take points."""
    state, rng = deal(catalogue(), options_of(seats, solo=solo), SeededShuffler(seed)), Random(seed)
    states, bot = [state], bot_named("greedy")
    while waiting := awaited(state):
        action = bot.choose(view_of(state, waiting[0]), rng)
        state = apply(state, waiting[0], action).state
        states.append(state)
    return states


@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_what_is_there_counts(seats: int, solo: SoloLevel | None) -> None:
    """The points a seat has already are its score and what its objectives would give now."""
    games, nets = new_games(1), np.zeros(1, FORESIGHT)
    for state in game(seats, solo, "there"):
        if state.phase is Phase.PLACE:
            load(games, 0, state)
            for seat in range(seats):
                own = state.seats[seat]
                goals = (*state.deal.common_objectives, *([own.objective] if own.objective else []))
                there = own.score + sum(count_objective(own.codex, goal).points for goal in goals)
                assert sketch_at(games, 0, nets, seat) == there


def test_it_counts_as_numpy_does() -> None:
    """Both outputs are those of two layers, computed by NumPy."""
    nets = foresight(solo=True).copy()
    rng = np.random.default_rng(1)
    for _ in range(20):
        nets["x"][0] = rng.standard_normal(FEATURES)
        net = nets[0]
        hidden = np.maximum(net["x"] @ net["first"] + net["first_bias"], 0)
        expected = 10 * (hidden @ net["second"] + net["second_bias"])
        assert [guess_at(nets, 0), guess_at(nets, 1)] == pytest.approx(expected.tolist(), rel=1e-3, abs=1e-3)


@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_a_finished_game_is_known(seats: int, solo: SoloLevel | None) -> None:
    """At the end the reward is half the victory, shared by those who win together, and half how clear it is."""
    games, nets = new_games(1), foresight(solo=solo is not None).copy()
    for seed in "abc":
        state = game(seats, solo, seed)[-1]
        result = state.result
        assert result is not None
        load(games, 0, state)
        appraise_at(games, 0, nets)
        for seat, reward in enumerate(nets["rewards"][0][:seats]):
            others = [total for other, total in enumerate(result.totals) if other != seat]
            if state.tybor:
                others.append(state.tybor.score)
            won = (seat in result.winners) / max(1, len(result.winners))
            assert reward == pytest.approx(won / 2 + 0.5 / (1 + exp((max(others) - result.totals[seat]) / CLEAR)))


def test_a_guess_is_better_than_none() -> None:
    """Over some games, who is thought to be ahead from the middle on wins in most."""
    games, nets, right = new_games(1), foresight(solo=False).copy(), []
    for number in range(12):
        states = game(2, None, f"guess {number}")
        winners = states[-1].result.winners if states[-1].result else ()
        middle = [state for state in states[len(states) // 2 :] if state.phase is Phase.PLACE]
        for state in middle if len(winners) == 1 else ():
            load(games, 0, state)
            appraise_at(games, 0, nets)
            own, other = nets["rewards"][0][:2]
            assert own + other == pytest.approx(1, abs=1e-6)
            right.append((own > other) == (winners[0] == 0))
    assert np.mean(right) > 0.65
