"""Streaks of days, and the one that is forgiven."""

import pytest

from codex_naturalis.seating.days import day_after
from codex_naturalis.server.daily.streaks import streak_of
from codex_naturalis.wire.puzzles import Streak

TODAY = "2026-03-01"


def days(*ago: int) -> list[str]:
    """Return the days that lie `ago` days before today."""
    return [day_after(TODAY, -each) for each in ago]


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        ((), Streak(0, 0, spare=True)),
        ((0,), Streak(1, 1, spare=True)),
        ((1,), Streak(1, 1, spare=True)),
        ((0, 1, 2), Streak(3, 3, spare=True)),
        ((2, 3), Streak(2, 2, spare=False)),
        ((3, 4), Streak(0, 2, spare=True)),
        ((0, 2), Streak(2, 2, spare=False)),
        ((0, 2, 4), Streak(1, 2, spare=True)),
        ((1, 3), Streak(2, 2, spare=False)),
        ((2, 4), Streak(0, 2, spare=True)),
        ((*range(7), *range(8, 10)), Streak(9, 9, spare=True)),
        ((*range(6), *range(7, 10)), Streak(9, 9, spare=False)),
        ((0, *range(2, 9), *range(10, 12)), Streak(10, 10, spare=False)),
        ((0, *range(20, 25)), Streak(1, 5, spare=True)),
    ],
)
def test_a_streak_forgives_one_missed_day(ago: tuple[int, ...], expected: Streak) -> None:
    """A single missed day, and the next one only after seven days in a row; today is missed when it is over."""
    assert streak_of(days(*ago), TODAY) == expected


def test_a_day_counts_once_in_any_order() -> None:
    """Also over the end of a month and of a year."""
    assert streak_of(["2026-01-01", "2025-12-31", "2026-01-01", "2025-12-30"], "2026-01-01").days == 3
