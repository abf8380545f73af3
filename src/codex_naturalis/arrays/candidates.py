"""Candidates of a view: the legal actions with their features, for bots that learned from `features`."""

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.rules import Action
from codex_naturalis.views import View, sample_world

from .actions import action_at
from .encoding import own_hand
from .features import CANDIDATES, FEATURES, write_candidates_at

__all__ = ["candidates_of"]

_ANY: Final = 0
"""Seed of the world that the features are taken from; they are the same in all that fit the view."""


def candidates_of(view: View) -> tuple[NDArray[np.float32], tuple[Action, ...]]:
    """Return a row of features for each legal action on the grid, and these actions; `view.legal` is not empty."""
    assert view.viewer is not None
    games = new_games(1)
    load(games, 0, sample_world(view, Random(_ANY)))
    features = np.zeros((1, CANDIDATES, len(FEATURES)), np.float32)
    indices = np.zeros((1, CANDIDATES), np.int16)
    number = write_candidates_at(games, 0, view.viewer, features, indices, 0)
    hand = own_hand(view)
    return features[0, :number], tuple(action_at(int(index), hand, view.offered) for index in indices[0, :number])
