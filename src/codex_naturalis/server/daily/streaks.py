"""Streaks of days, with one missed day forgiven: pure functions over days such as 2026-03-04."""

from collections.abc import Iterable
from typing import Final

from codex_naturalis.seating.days import day_after
from codex_naturalis.wire.puzzles import Streak

__all__ = ["REGAINED", "streak_of"]

REGAINED: Final = 7
"""Days in a row after which a day may be missed again."""


def streak_of(days: Iterable[str], today: str) -> Streak:
    """Return the streak as of `today`, which may still be played.

    A single missed day does not end a streak, and does not count; the next one is forgiven again after `REGAINED` days
    in a row.
    """
    count, longest, since_missed = 0, 0, REGAINED
    last: str | None = None
    for day in sorted(set(days)):
        if last is None or day == day_after(last):
            since_missed = since_missed + 1 if last else REGAINED
            count += 1
        elif day == day_after(last, 2) and since_missed >= REGAINED:
            since_missed = 1
            count += 1
        else:
            since_missed, count = REGAINED, 1
        longest, last = max(longest, count), day
    spare = since_missed >= REGAINED
    if last is None or not _alive(last, today, spare=spare):
        return Streak(0, longest, spare=True)
    return Streak(count, longest, spare=spare and last >= day_after(today, -1))


def _alive(last: str, today: str, *, spare: bool) -> bool:
    """Return whether taking part `today` would continue a streak whose last day is `last`."""
    return last >= day_after(today, -2 if spare else -1)
