"""OpenSpiel's own test plays our game; without the library these tests are skipped, and say so."""

from importlib import import_module

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
import_module("codex_naturalis.rl.openspiel")  # registers the game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_simulations_pass(seats: int) -> None:
    """Clones, serialization, observations, utilities: `random_sim_test`."""
    game = pyspiel.load_game("python_codex_naturalis", {"seats": seats})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_history_is_a_game() -> None:
    """The same chances and actions give the same words and the same utilities, whose sum is 0."""
    game = pyspiel.load_game("python_codex_naturalis")
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(legal[len(state.history()) * 7919 % len(legal)])
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.returns() == state.returns()
    assert sum(state.returns()) == 0
