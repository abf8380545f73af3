"""Clocks as values: no seat is charged for time that it did not spend, and none gains any."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.play.clock import (
    DAY,
    RETURN_SECONDS,
    USUAL,
    Clock,
    Clocks,
    Correspondence,
    RealTime,
)

BLITZ = RealTime(300, 5)
SLOW = Correspondence(3)
KINDS = st.one_of(
    st.builds(RealTime, st.integers(10, 14_400), st.integers(0, 600)), st.builds(Correspondence, st.integers(1, 30))
)
_ROUNDED = 1e-6
"""Seconds by which sums of spans may differ, added in another order."""

SPANS = st.lists(st.floats(0, 5000, allow_nan=False), min_size=1, max_size=30)


def test_the_time_of_whoever_is_asked_runs_and_stops_with_the_turn() -> None:
    """Placing and drawing are one turn: what is added comes once, at its end."""
    clocks = Clocks.begin(BLITZ, 2, (0,), now=1000.0)
    assert clocks.seats[0].left_at(1020.0) == 280
    clocks = clocks.end_turns(done=(), asked=(0,), now=1020.0)
    assert clocks.seats[0].left_at(1030.0) == 270
    clocks = clocks.end_turns(done=(0,), asked=(1,), now=1030.0)
    assert clocks.seats[0].left_at(9999.0) == 275
    assert clocks.seats[1].left_at(1040.0) == 290


def test_everybody_who_is_asked_at_once_spends_time_at_once() -> None:
    """During the setup all choose at the same time."""
    clocks = Clocks.begin(BLITZ, 3, (0, 1, 2), now=0.0).end_turns(done=(1,), asked=(0, 2), now=40.0)
    assert [clocks.seats[seat].left_at(50.0) for seat in range(3)] == [250, 265, 250]


def test_by_correspondence_every_turn_has_its_days() -> None:
    """What was not used is not saved, and what was used is given again."""
    clocks = Clocks.begin(SLOW, 2, (0,), now=0.0).end_turns(done=(0,), asked=(1,), now=2 * DAY)
    assert clocks.seats[0].left_at(2 * DAY) == 3 * DAY
    assert clocks.ends() == 5 * DAY + USUAL.of(SLOW)


@pytest.mark.parametrize("clock", [BLITZ, SLOW])
def test_whoever_has_no_time_left_has_a_last_moment(clock: Clock) -> None:
    """At zero no seat is cut off yet; one that acts then plays on."""
    clocks = Clocks.begin(clock, 2, (0,), now=0.0)
    end = clocks.ends()
    assert end is not None
    assert clocks.seats[0].left_at(end - USUAL.of(clock)) == 0
    assert clocks.find_expired(end - 0.001) == ()
    assert clocks.find_expired(end) == (0,)
    assert clocks.end_turns(done=(0,), asked=(1,), now=end - 0.001).find_expired(end) == ()


def test_for_somebody_who_left_a_bot_plays_on_whatever_is_left() -> None:
    """Also where there are no clocks at all; who comes back in time stays."""
    for clock in (BLITZ, SLOW, None):
        clocks = Clocks.begin(clock, 2, (0,), now=0.0).leaving(0, 15.0)
        assert clocks.find_expired(15.0) == (0,)
        assert clocks.leaving(0, 60.0) == clocks
        assert 0 not in clocks.cancel_departure(0).find_expired(15.0)
        assert clocks.end_turns(done=(0,), asked=(1,), now=14.0).find_expired(15.0) == ()
        assert clocks.hand_over(0, 15.0).ends() is None


def test_whoever_takes_the_seat_back_has_time_to_look_around() -> None:
    """A minute at least in real time, all the days by correspondence."""
    late = Clocks.begin(BLITZ, 2, (0,), now=0.0).hand_over(0, 310.0)
    assert late.seats[0].left_at(999.0) == 0
    assert late.give_back(0, 400.0, asked=True).seats[0].left_at(400.0) == RETURN_SECONDS
    early = Clocks.begin(BLITZ, 2, (0,), now=0.0).hand_over(0, 100.0).give_back(0, 400.0, asked=False)
    assert early.seats[0].left_at(999.0) == 200
    slow = Clocks.begin(SLOW, 2, (0,), now=0.0).hand_over(0, 4 * DAY).give_back(0, 5 * DAY, asked=True)
    assert slow.seats[0].left_at(6 * DAY) == 2 * DAY


def test_without_a_clock_nothing_ever_ends_by_itself() -> None:
    """As long as everybody likes."""
    clocks = Clocks.begin(None, 2, (0, 1), now=0.0)
    assert clocks.ends() is None
    assert clocks.end_turns(done=(0,), asked=(1,), now=1e9) is clocks


@given(KINDS, SPANS, st.integers(2, 4))
def test_time_is_charged_once_and_to_nobody_else(clock: Clock, spans: list[float], seats: int) -> None:
    """Over any course of turns a real-time clock loses what its own turns took and gains what was agreed, no more."""
    now, clocks = 50.0, Clocks.begin(clock, seats, (0,), 50.0)
    spent = [0.0] * seats
    turns = [0] * seats
    for turn, span in enumerate(spans):
        seat, following = turn % seats, (turn + 1) % seats
        had = clocks.seats[seat].left
        assert had is not None
        now += span
        assert clocks.seats[seat].left_at(now) == pytest.approx(max(0.0, had - span), abs=_ROUNDED)
        spent[seat] += min(span, had)
        turns[seat] += 1
        clocks = clocks.end_turns((seat,), (following,), now)
        assert [one.since is not None for one in clocks.seats].count(True) == 1
    for seat, one in enumerate(clocks.seats):
        if isinstance(clock, RealTime):
            assert one.left == pytest.approx(clock.seconds + turns[seat] * clock.increment - spent[seat], abs=_ROUNDED)
        else:
            assert one.left == clock.days * DAY


@given(KINDS, st.lists(st.floats(0, 1e7, allow_nan=False), min_size=2, max_size=20))
def test_what_is_left_only_shrinks_and_is_never_negative(clock: Clock, moments: list[float]) -> None:
    """However often it is looked at; and a moment before it began to run takes nothing and gives nothing."""
    clocks = Clocks.begin(clock, 1, (0,), now=1000.0)
    seen = [clocks.seats[0].left_at(moment) for moment in sorted(moments)]
    assert all(after is not None and before is not None and 0 <= after <= before for before, after in pairwise(seen))
    assert clocks.seats[0].left_at(0.0) == clocks.seats[0].left


@given(KINDS, st.floats(0, 1e6, allow_nan=False))
def test_the_end_is_the_first_moment_at_which_it_has_ended(clock: Clock, now: float) -> None:
    """So a deadline that is stored says the same as the clock it came from."""
    clocks = Clocks.begin(clock, 2, (0, 1), now).end_turns((1,), (0,), now + 1)
    end = clocks.ends()
    assert end is not None
    assert clocks.find_expired(end) == (0,)
    assert clocks.find_expired(end - 0.01) == ()
