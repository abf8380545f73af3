"""OpenSpiel's own test plays our game; without the library these tests are skipped, and say so."""

from importlib import import_module
from typing import Any

import pytest

from codex_naturalis.rules import Preset, Refill, options_of

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install open_spiel")
import_module("codex_naturalis.rl.openspiel")  # registers the game


TABLES: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 3, "preset": "fr", "refill": "other_deck"},
    {"seats": 4, "preset": "it"},
    {"seats": 2, "end_by_exhaustion": "table", "tie_break": "objective_cards", "refill": "same_deck"},
    {"seats": 2, "preset": "fr", "end_by_exhaustion": "decks", "tie_break": "objective_points"},
]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_simulations_pass(table: dict[str, Any]) -> None:
    """Clones, serialization, observations, utilities: `random_sim_test`, with every option."""
    game = pyspiel.load_game("python_codex_naturalis", table)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_parameters_are_the_rules_of_the_game() -> None:
    """The record of a state has them; a word that no rule knows is refused."""
    state = pyspiel.load_game("python_codex_naturalis(seats=3,preset=fr,refill=other_deck)").new_initial_state()
    state.apply_action(1)
    state.apply_action(2)
    assert state.episode.record().options == options_of(3, Preset.FR, refill=Refill.OTHER_DECK)
    with pytest.raises(Exception, match="steam"):
        pyspiel.load_game("python_codex_naturalis(refill=steam)")


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
