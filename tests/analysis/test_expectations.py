"""Expectations: nobody is told too much for having just played, however well all play."""

import numpy as np
import pytest

from codex_naturalis.analysis.expectations import Expected, expectations, turns_of
from codex_naturalis.record import Record, opening, replay
from codex_naturalis.rules import SoloLevel, follow
from tests.analysis.positions import short_game

WORLDS = 24


def _expected(record: Record) -> list[Expected]:
    played = record.parse_actions()
    beginning = opening(record)
    states = [beginning, *(step.state for step in follow(beginning, played))]
    steps = [(state, *step) for state, step in zip(states[:-1], played, strict=True)]
    return [*expectations([*turns_of(steps)], "seed", WORLDS)]


@pytest.mark.parametrize("bots", [("random", "random"), ("planner", "random"), ("random", "random", "random")])
def test_a_turn_is_told_by_how_it_differs_from_the_others(bots: tuple[str, ...]) -> None:
    """Turns at random cost much, but those of the others will cost them as much: what counts is the difference."""
    found = _expected(short_game(*bots, cards=12))
    usual = float(np.mean([one.gained for one in found]))
    assert usual < -0.5
    for one in found:
        change = one.after.margins.mean() - one.before[one.taken.seat].margins.mean()
        owed = 0.0 if _is_last_round(one) else usual
        assert change == pytest.approx(one.gained - owed)


def test_against_tybor_nobody_takes_anything_back() -> None:
    """Tybor's play does not depend on how well others play."""
    for one in _expected(short_game("random", solo=SoloLevel.NORMAL, cards=12)):
        assert one.after.margins.mean() - one.before[0].margins.mean() == pytest.approx(one.gained)


def test_all_hands_are_one_game() -> None:
    """What one of two is ahead the other is behind, before every turn; after the last one it is the result."""
    record = short_game("greedy", "planner", cards=8)
    found = _expected(record)
    for one in found:
        first, second = one.before
        assert first.margins == pytest.approx(-second.margins)
        assert first.chances + second.chances == pytest.approx(np.ones(WORLDS))
    result = [*replay(record)][-1].state.result
    assert result is not None
    ahead = result.totals[found[-1].taken.seat] - result.totals[1 - found[-1].taken.seat]
    assert set(found[-1].after.margins) == {ahead}


def _is_last_round(one: Expected) -> bool:
    return one.taken.state.round == one.taken.state.last_round
