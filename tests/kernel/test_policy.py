"""The cheap player of imagined games: it plays by the rules, never twice the same, and knows what the game is about."""

import numpy as np
import pytest

from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.layout import OVER, Games
from codex_naturalis.kernel.mcts.policy import play_at
from codex_naturalis.kernel.planner.weights import TUNED, playout_weights_of
from codex_naturalis.rules import GameOptions, SeededShuffler, deal

ALL = 1000
"""More turns than a game has."""


def played(number: int, chance: int = 1, without: str | None = None) -> Games:
    """Return a number of games of two, played to the end."""
    games, playout_weights = new_games(number), playout_weights_of({**TUNED, without: 0.0} if without else TUNED)
    for at in range(number):
        load(games, at, deal(catalogue(), GameOptions(2), SeededShuffler(f"policy {at}")))
        games["rng"][at] = chance + 2**40 * at
        play_at(games, at, ALL, playout_weights)
    return games


def objectives(games: Games) -> float:
    """Return the mean points from objectives of both seats."""
    return float(np.mean(games["totals"][:, :2] - games["score"][:, :2]))


def test_it_plays_to_the_end_and_scores() -> None:
    """Against itself it needs about as many rounds as people do, and its objectives bring points."""
    games = played(60)
    assert (games["phase"] == OVER).all()
    assert 12 < games["round"].mean() < 18
    assert games["totals"][:, :2].mean() > 23
    assert objectives(games) > 3


def test_it_stops_when_told_to() -> None:
    """It finishes the turn that has begun and plays the number asked for."""
    games = new_games(1)
    load(games, 0, deal(catalogue(), GameOptions(2), SeededShuffler("stop")))
    games["rng"] = 1
    play_at(games, 0, 6, playout_weights_of())
    assert games["logged"][0].sum() == 2 + 6


@pytest.mark.parametrize("weight", ["done", "set"])
def test_weights_matter(weight: str) -> None:
    """Who does not care for patterns, or for sets of symbols, gets less from objectives."""
    assert objectives(played(150, without=weight)) < objectives(played(150))


def test_chance_decides() -> None:
    """The same chance gives the same games, another one others."""
    once, again, other = played(3), played(3), played(3, 99)
    assert (once["log"] == again["log"]).all()
    assert (once["log"] != other["log"]).any(axis=(1, 2)).all()
