"""Served time: it goes on with what runs, never back, and stands still with what does not."""

from hypothesis import given
from hypothesis import strategies as st

from codex_naturalis.server.tables.clocks import COMING_BACK, LONGEST, ServiceClock


class Ticking:
    """A monotonic clock that the test moves on."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        """Return the moment."""
        return self.at


def test_it_goes_on_from_what_was_stored_once_everybody_could_come_back() -> None:
    """No clock is charged for the moments after a start."""
    ticking = Ticking()
    served = ServiceClock(ticking)
    served.start(500.0)
    ticking.at += COMING_BACK
    assert served.now() == 500.0
    ticking.at += 3
    assert served.now() == 503.0


def test_a_process_that_slept_charges_nobody_for_it() -> None:
    """However long it was stopped."""
    ticking = Ticking()
    served = ServiceClock(ticking)
    served.beat()
    ticking.at += 3600
    assert served.now() == LONGEST
    served.beat()
    ticking.at += 1
    assert served.now() == LONGEST + 1


def test_whoever_is_behind_takes_over_the_time_of_others() -> None:
    """And goes on from there; who is ahead stays so."""
    ticking = Ticking()
    served = ServiceClock(ticking)
    served.at_least(200.0)
    ticking.at += 2
    served.at_least(100.0)
    assert served.now() == 202.0


@given(st.lists(st.tuples(st.sampled_from(["wait", "beat", "others"]), st.floats(0, 100, allow_nan=False))))
def test_it_never_goes_back_nor_faster_than_the_clock_of_whoever_is_ahead(course: list[tuple[str, float]]) -> None:
    """Whatever happens in whichever order."""
    ticking = Ticking()
    served = ServiceClock(ticking)
    furthest = before = 0.0
    for what, amount in course:
        if what == "wait":
            ticking.at += amount
            furthest += amount
        elif what == "beat":
            served.beat()
        else:
            served.at_least(amount)
            furthest = max(furthest, amount)
        now = served.now()
        assert before <= now <= furthest + 1e-6
        before = now
