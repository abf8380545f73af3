"""The table of results says of each row what was measured, or why it was not; no test looks at a time."""

import sys

import pytest

from benchmarks.__main__ import measured
from benchmarks.rows import ROWS, Row
from benchmarks.side_by_side import Effort, Figures, Meter, NotRunError, compare
from benchmarks.table import BY_HAND, Line, page

TINY = Effort(seconds=0.01, times=2, quick=True)


def table(lines: list[Line], old: str = "") -> str:
    """Return the page of some lines."""
    return page(lines, old, (0.0, 0.0), quick=True)


def test_rows_have_names_of_their_own() -> None:
    """No line is measured twice, and each has its own words."""
    whats = [what for row in ROWS for what in row.whats]
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert len(set(whats)) == len(whats)


def test_ours_and_the_anchor_are_measured_in_turn() -> None:
    """The first row as it is: both answer, pair by pair, and the line has figures, ratio and spread."""
    (line,) = measured(ROWS[0], TINY)
    assert line.figures is not None
    assert len(line.figures.ours) == len(line.figures.anchor) == TINY.times
    assert min(line.figures.ours + line.figures.anchor) > 0
    (written,) = [each for each in table([line]).splitlines() if line.what in each]
    assert written.count("|") == 6
    assert " to " in written


def test_a_ratio_is_that_of_each_pair() -> None:
    """Not that of the medians: what slowed both of a pair counts for neither."""
    text = table([Line("games", Figures([10.0, 40.0, 30.0], [20.0, 80.0, 40.0], "another"))])
    assert "| games | 30.0 | another: 40.0 | 0.50 | 0.50 to 0.75 |" in text


def test_a_bar_is_compared_with_every_figure() -> None:
    """A bar is one figure; a row without one has neither anchor nor ratio."""
    text = table([Line("wait", Figures([1.0, 3.0], [2.0], "our bar")), Line("size", Figures([1.0], [], ""))])
    assert "| wait | 2.00 | our bar: 2.00 | 1.00 | 0.50 to 1.50 |" in text
    assert "| size | 1.00 | | | once |" in text


def test_an_anchor_that_is_missing_says_why() -> None:
    """Ours is measured all the same."""
    assert "| wait | 2.00 | not run: no npm | | once |" in table([Line("wait", Figures([2.0], [], "not run: no npm"))])


def test_what_was_not_run_is_named_with_its_reason() -> None:
    """An error of a row is no error of the run."""

    def refuse(_: Effort) -> list[Figures]:
        raise NotRunError("no such machine")

    text = table(list(measured(Row("far", ("games on the moon",), refuse), TINY)))
    assert "- games on the moon: no such machine\n" in text


def test_a_program_that_ends_is_named() -> None:
    """It gives no figure, and no error that nobody understands."""
    ended = Meter((sys.executable, "-c", "raise SystemExit(1)"))
    with pytest.raises(NotRunError, match="ended"):
        compare(ended, ended, "itself", TINY)


def test_what_was_measured_by_hand_stays() -> None:
    """The command writes only its own part of the page."""
    old = f"# Results\n\nold\n{BY_HAND}\n| by hand |\n"
    assert table([], old).endswith(f"{BY_HAND}\n| by hand |\n")
    assert "old" not in table([], old)
