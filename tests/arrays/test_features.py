"""Candidates: one row of features for each legal action, of nothing but what the seat knows."""

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.arrays.candidates import candidates_of
from codex_naturalis.arrays.features import FEATURES
from codex_naturalis.catalogue import Side, catalogue
from codex_naturalis.rules import GameState, Place, awaited
from codex_naturalis.views import View, view_of
from tests.strategies import games, shuffle_hidden


def named(view: View) -> dict[object, dict[str, float]]:
    """Return the features of each candidate by their names."""
    rows, actions = candidates_of(view)
    assert len(rows) == len(actions)
    return {action: dict(zip(FEATURES, row.tolist(), strict=True)) for row, action in zip(rows, actions, strict=True)}


@given(state=games())
def test_the_candidates_are_the_legal_actions(state: GameState) -> None:
    """Each has one row; points, corners and symbols of a placement are those of its preview."""
    for seat in awaited(state)[:1]:
        view = view_of(state, seat, detailed=True)
        found = named(view)
        assert set(found) == set(view.legal)
        for preview in view.previews:
            features = found[Place(preview.card, preview.side, preview.cell)]
            assert features["points"] == pytest.approx((preview.points.points if preview.points else 0) / 5)
            assert features["covered"] == len(preview.covered) / 4
            assert features["opened"] == len(preview.opened) / 4
            assert features["closed"] == len(preview.closed) / 4
            assert features["symbols_gained"] == pytest.approx(sum(preview.gained) / 5)
            gained = sum(change.points for change in preview.objectives if change.objective in PATTERNS)
            assert features["patterns_completed"] >= gained / 5 - 1e-6
            assert features["face_down"] == (preview.side is Side.BACK)
            assert features["is_gold"] == (preview.card > 40)


PATTERNS = {card for card, objective in catalogue().objective.items() if hasattr(objective, "pattern")}


@given(state=games(), seed=st.integers())
def test_features_cannot_tell_hidden_cards_apart(state: GameState, seed: int) -> None:
    """Two games that differ only in what a seat cannot see give it equal features."""
    for seat in awaited(state)[:1]:
        twin = shuffle_hidden(state, seat, Random(seed))
        ours, theirs = candidates_of(view_of(state, seat)), candidates_of(view_of(twin, seat))
        assert np.array_equal(ours[0], theirs[0])
        assert ours[1] == theirs[1]
