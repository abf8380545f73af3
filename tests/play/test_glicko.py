"""Ratings: the paper's worked example, and what must hold of any game."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.play.glicko import NEW, Rating, after_game, rated, rested

RATINGS = st.builds(
    Rating,
    rating=st.floats(400, 3000),
    deviation=st.floats(30, 350),
    volatility=st.floats(0.03, 0.1),
)
GAMES = st.lists(st.tuples(RATINGS, st.integers(1, 4)), min_size=2, max_size=4)


def test_the_worked_example_of_the_paper() -> None:
    """A player of 1500 ± 200 beats one of 1400 ± 30, and loses to 1550 ± 100 and 1700 ± 300."""
    own = Rating(1500, 200, 0.06)
    after = rated(own, [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)])
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_less_steady() -> None:
    """Wins against all odds, again and again, make a rating volatile, on the other branch of the paper's step 5."""
    champion = Rating(2600, 30, 0.06)
    after = rated(Rating(1500, 40, 0.06), [(champion, 1.0)] * 12)
    assert after.volatility > 0.0605
    assert after.rating > 1600


def test_who_rests_is_as_good_but_less_known() -> None:
    """A period without a game widens the deviation as the paper says, and never beyond that of a stranger."""
    assert rated(Rating(1500, 200, 0.06), []) == rested(Rating(1500, 200, 0.06), 1)
    assert rested(Rating(1500, 200, 0.06), 1).deviation == pytest.approx(200.2714, abs=0.0001)
    assert rested(Rating(1700, 60, 0.06), 1e6) == Rating(1700, 350, 0.06)


@given(GAMES)
def test_a_game_leaves_sensible_ratings(game: list[tuple[Rating, int]]) -> None:
    """Whoever wins alone never falls, whoever loses alone never rises, and everybody stays on the scale."""
    after = after_game(game)
    best, worst = min(rank for _, rank in game), max(rank for _, rank in game)
    for (before, rank), now in zip(game, after, strict=True):
        others = [other for _, other in game]
        if rank == best and others.count(best) == 1:
            assert now.rating >= before.rating
        if rank == worst and others.count(worst) == 1:
            assert now.rating <= before.rating
        assert 0 < now.deviation <= 350
        assert 0 < now.volatility < 1


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
    for now in after_game([(NEW, 1), (NEW, 1)]):
        assert now.rating == pytest.approx(1500)
        assert now.deviation < 350
