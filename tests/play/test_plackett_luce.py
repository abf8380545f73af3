"""Ratings by Plackett and Luce: the formulas, what must hold of any game, and intervals that hold the truth."""

import statistics
from itertools import permutations
from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.play.plackett_luce import NEW, Rating, after_game, chances, widen
from tests.play import glicko
from tests.play.rating_models import Coverage, Duels, Model, PlackettLuce, simulated

RATINGS = st.builds(Rating, rating=st.floats(400, 3000), deviation=st.floats(30, 350))
GAMES = st.lists(st.tuples(RATINGS, st.integers(1, 4)), min_size=2, max_size=4)
SCALE = 400 / log(10)


def test_a_game_of_two_by_hand() -> None:
    """Two newcomers part by the x that solves x = s² / (1 + exp(2 x)), as the derivatives of prior and result say."""
    variance = 350**2 / SCALE**2
    low, high = 0.0, 3.0
    for _ in range(60):
        x = (low + high) / 2
        low, high = (x, high) if x < variance / (1 + exp(2 * x)) else (low, x)
    share = 1 / (1 + exp(2 * x))
    information = share * (1 - share)
    spread = (1 / variance + information) / ((1 / variance + information) ** 2 - information**2)
    winner, loser = after_game([(NEW, 1), (NEW, 2)])
    assert winner.rating == pytest.approx(1500 + SCALE * x)
    assert loser.rating == pytest.approx(1500 - SCALE * x)
    assert winner.deviation == loser.deviation == pytest.approx(SCALE * spread**0.5)


def test_an_order_of_four_is_its_stages() -> None:
    """For well known seats a step is variance times the score: one less the chances while one was still there."""
    sure = Rating(1500, 10)
    after = after_game([(sure, rank) for rank in (1, 2, 3, 4)])
    unit = (10**2 + 4**2) / SCALE
    scores = (3 / 4, 1 - 1 / 4 - 1 / 3, 1 - 1 / 4 - 1 / 3 - 1 / 2, -1 / 4 - 1 / 3 - 1 / 2)
    for now, score in zip(after, scores, strict=True):
        assert now.rating - 1500 == pytest.approx(unit * score, abs=0.02)


def test_who_rests_is_as_good_but_less_known() -> None:
    """The deviation grows with the weeks, and never beyond that of a newcomer."""
    assert widen(Rating(1500, 60), 25).deviation == pytest.approx((60**2 + 2500) ** 0.5)
    assert widen(Rating(1700, 60), 1e6) == Rating(1700, 350)


def test_chances_are_elos_for_two_who_are_known() -> None:
    """And nearer to even for two who are not."""
    assert chances([Rating(1900, 0.1), Rating(1500, 0.1)])[0] == pytest.approx(10 / 11, abs=1e-4)
    assert 0.5 < chances([Rating(1900, 350), Rating(1500, 350)])[0] < 0.85
    assert chances([NEW, NEW, NEW, NEW]) == [0.25] * 4


@given(GAMES)
def test_a_game_leaves_sensible_ratings(game: list[tuple[Rating, int]]) -> None:
    """The only winner never falls, the only last never rises, and every rating stays on the scale."""
    after = after_game(game)
    best, worst = min(rank for _, rank in game), max(rank for _, rank in game)
    for (before, rank), now in zip(game, after, strict=True):
        others = [other for _, other in game]
        if rank == best and others.count(best) == 1:
            assert now.rating >= before.rating
        if rank == worst and others.count(worst) == 1:
            assert now.rating <= before.rating
        assert 0 < now.deviation <= 350


@given(GAMES)
def test_seats_do_not_matter(game: list[tuple[Rating, int]]) -> None:
    """The same people with the same result come to the same ratings wherever they sit."""
    after = after_game(game)
    for order in list(permutations(range(len(game))))[:6]:
        again = after_game([game[index] for index in order])
        for place, index in enumerate(order):
            assert again[place].rating == pytest.approx(after[index].rating)


def test_strangers_who_draw_stay_where_they_are() -> None:
    """And are a little better known."""
    for now in after_game([(NEW, 1), (NEW, 1), (NEW, 1)]):
        assert now.rating == pytest.approx(1500)
        assert now.deviation < 350


def _held(model: type[Model], seats: int, rounds: int) -> float:
    """Return the share of intervals that hold the truth, over five fields."""
    fields: list[Coverage] = [simulated(model(), seats, 2.5, [rounds], Random(f"held/{seed}")) for seed in range(5)]
    return statistics.fmean(field.held[rounds] for field in fields)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_intervals_hold_what_they_promise(seats: int) -> None:
    """Of 300 players of known strength, with this game's luck, 95 % intervals hold 95 % (± 2.5)."""
    assert 0.925 <= _held(PlackettLuce, seats, 20) <= 0.995


def test_counting_a_game_of_four_as_duels_promises_too_much() -> None:
    """Which is why it was given up."""
    assert _held(Duels, 4, 5) < min(0.94, _held(PlackettLuce, 4, 5) - 0.02)
    assert (
        glicko.after_game([(glicko.NEW, rank) for rank in (1, 2, 3, 4)])[1].deviation
        < after_game([(NEW, rank) for rank in (1, 2, 3, 4)])[1].deviation
    )
