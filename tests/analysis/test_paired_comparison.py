"""Paired comparison of actions: the same again, the played one always among them, and close ones tried longer."""

from random import Random

import pytest

from codex_naturalis.analysis.paired_comparison import Raced, race
from codex_naturalis.bots.search.tree_search import think
from codex_naturalis.rules import Phase, Source
from codex_naturalis.views import View, view_of
from tests.analysis.positions import last_turn, moment


def position(seats: int = 2) -> View:
    """Return a position in which planners are about to lay a card."""
    state, seat = moment(seats, Phase.PLACE, rounds=6)
    return view_of(state, seat)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_best_comes_first_and_lacks_nothing(seats: int) -> None:
    """The ranking is by what each lacks, and as long as was asked for; the same seed gives it again."""
    view = position(seats)
    ranking = race(view, "seed", 600, 4)
    assert len(ranking) == 4
    assert ranking[0].behind == 0
    assert [one.behind for one in ranking] == sorted(one.behind for one in ranking)
    assert all(0 <= one.merit <= 1 and one.error >= 0 for one in ranking)
    assert ranking == race(view, "seed", 600, 4)
    assert ranking != race(view, "other", 600, 4)


def test_every_action_can_be_asked_about() -> None:
    """One that the prior would leave out is compared, too, and found to be behind."""
    view = position()
    known = {one.action for one in race(view, "seed", 600, 40)}
    faint = next(action for action in view.legal if action not in known)
    asked = next(one for one in race(view, "seed", 600, 4, faint) if one.action == faint)
    assert asked.behind > 0.02


def test_what_is_asked_about_takes_no_place() -> None:
    """A bad action that was played is compared with as many others as without it, and a good one is one of them."""
    view = position()
    best, worst = race(view, "seed", 600, 4)[0].action, race(view, "seed", 600, 40)[-1].action
    assert len(race(view, "seed", 600, 4, worst)) == 5
    assert len(race(view, "seed", 600, 4, best)) == 4


def test_close_actions_are_tried_longer() -> None:
    """Where it is open on which side of a bound an action is, its error is smaller for it."""
    view = position()
    usual = race(view, "seed", 400, 3)
    longer = race(view, "seed", 400, 3, bounds=(usual[1].behind,))
    assert mean_error(longer) < mean_error(usual)


def test_only_what_is_asked_about_is_tried_longer() -> None:
    """It alone is to be placed beside the bounds: the others' error, but the best one's, stays about what it was."""
    view = position()
    usual = {one.action: one for one in race(view, "seed", 6000, 4)}
    _, second, *others = usual
    longer = {one.action: one.error for one in race(view, "seed", 6000, 4, second, (usual[second].behind,))}
    assert longer[second] < 0.6 * usual[second].error
    assert all(longer[other] > 0.75 * usual[other].error for other in others)


def test_what_is_settled_rests() -> None:
    """With nothing asked about, what is clearly behind is tried no longer than before."""
    view = position()
    usual = {one.action: one for one in race(view, "seed", 6000, 4)}
    second, last = [*usual][1], [*usual][-1]
    longer = {one.action: one.error for one in race(view, "seed", 6000, 4, bounds=(usual[second].behind,))}
    assert longer[second] < 0.6 * usual[second].error
    assert longer[last] > 0.75 * usual[last].error


def test_a_placement_knows_its_draw() -> None:
    """What the search tried most after it is a draw from where something lies; a draw has none after it."""
    view = position()
    for one in race(view, "seed", 2000, 4):
        assert one.then is not None
        assert one.then.source in Source
    state, seat = moment(2, Phase.DRAW, rounds=6)
    assert all(one.then is None for one in race(view_of(state, seat), "seed", 600, 3))


def mean_error(ranking: tuple[Raced, ...]) -> float:
    """Return the mean standard error of those behind the first."""
    return sum(one.error for one in ranking[1:]) / (len(ranking) - 1)


def test_a_race_agrees_with_a_long_search() -> None:
    """Where one action is clearly the best, both find it."""
    state, seat = last_turn()
    view = view_of(state, seat)
    found = think(view, Random(1), iterations=4000).considered[0].action
    assert next(one for one in race(view, "seed", 2000, 3, found) if one.action == found).behind < 0.02
