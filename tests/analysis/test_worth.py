"""What a turn is worth: chances and margins that go together, and that know what they do not know."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from codex_naturalis.analysis.worlds import chances, open_worlds, worlds_of
from codex_naturalis.rules import Phase, SoloLevel
from codex_naturalis.views import view_of
from tests.analysis.positions import last_turn, moment


def test_a_turn_that_lacks_nothing_is_worth_the_same() -> None:
    """Margins that are moved by nothing stay what they are."""
    state, seat = moment(2, Phase.PLACE)
    (ends,) = worlds_of(view_of(state, seat), Random(1), 50).after(seat, [()], 0, 50)
    worth = ends.shift(0.0)
    assert worth.margin == pytest.approx(ends.margins.mean())
    assert worth.win == pytest.approx(ends.chances.mean())
    assert worth.merit == pytest.approx(0.5 * worth.win + 0.5 * np.mean(1 / (1 + np.exp(-ends.margins / 6))))


def test_less_merit_is_fewer_points_and_a_smaller_chance() -> None:
    """Mark, margin and chance of a worse turn are all lower, the more the worse, so that no two contradict."""
    state, seat = moment(2, Phase.PLACE)
    (ends,) = worlds_of(view_of(state, seat), Random(1), 50).after(seat, [()], 0, 50)
    ever_worse = [ends.shift(-lack) for lack in (0.0, 0.02, 0.05, 0.1, 0.2)]
    for better, worse in pairwise(ever_worse):
        assert worse.margin < better.margin
        assert worse.win <= better.win
        assert worse.merit < better.merit


@pytest.mark.parametrize(("seats", "solo"), [(1, SoloLevel.NORMAL), (2, None), (3, None), (4, None)])
def test_chances_of_all_seats_are_parts_of_one_victory(seats: int, solo: SoloLevel | None) -> None:
    """They add up to one at a table of two, to no more elsewhere; in a solo game the rest is Tybor's."""
    state, _ = moment(seats, Phase.PLACE, solo=solo)
    total = sum(end.chances for end in open_worlds(state, Random(1), 30).as_they_are())
    assert np.all(total <= 1 + 1e-9)
    if seats == 2:
        assert total == pytest.approx(np.ones(30))


def test_nothing_is_uncertain_about_players_when_none_plays_on() -> None:
    """After the very last turn a chance is what the rules say; before, the more rounds the closer it is to even."""
    state, seat = last_turn()
    (ends,) = worlds_of(view_of(state, seat), Random(1), 20).after(seat, [()], 0, 20)
    assert ends.chances == pytest.approx(ends.wins)
    margins = np.array([[[8.0, 1.0, rounds], [-8.0, 0.0, rounds]] for rounds in (0, 2, 5, 12)])
    wins = chances(margins)[:, 0]
    assert wins[0] == 1
    assert list(wins) == sorted(wins, reverse=True)
    assert 0.5 < wins[-1] < 0.9
