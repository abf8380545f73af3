"""The table of results: what was measured, beside what, and what was not."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from msgspec import Struct

from .rows import NOT_BUILT
from .side_by_side import ROOT, Figures

__all__ = ["BY_HAND", "PAGE", "Line", "page"]

PAGE: Final = ROOT / "benchmarks/RESULTS.md"
BY_HAND: Final = "\n## Measured by hand\n"
"""Heading of the rest of the page, which no command writes."""

_INTRODUCTION: Final = """\
# Results

`make bench` writes this table (`make bench QUICK=1` in three minutes): ours and the anchor are measured in turn, in the
same run. Figures are medians; the ratio is that of each pair, with its smallest and its largest. Where a figure is the
work of a second, more is better; elsewhere less. A second is one of CPU time unless the row says otherwise. Figures of
different games are not the same work. A bar is the most that we allow ourselves.
"""
_HEAD: Final = "| what | ours | anchor | ours ÷ anchor | least to most |\n| --- | ---: | --- | ---: | --- |"
_EXACT: Final = 100


class Line(Struct, frozen=True):
    """One line of the table: its figures, or why there are none."""

    what: str
    figures: Figures | None
    reason: str = ""


def page(lines: Sequence[Line], old: str, loads: tuple[float, float], *, quick: bool) -> str:
    """Return the page, with what was measured by hand on the page before."""
    measured = [_row(line.what, line.figures) for line in lines if line.figures]
    missing = {line.what: line.reason for line in lines if not line.figures} | NOT_BUILT
    not_run = [f"- {what}: {reason}" for what, reason in missing.items()]
    by_hand = BY_HAND + old.partition(BY_HAND)[2] if BY_HAND in old else ""
    parts = [_INTRODUCTION, _where(loads, quick=quick), "", _HEAD, *measured, "", "Not run:", "", *not_run]
    return "\n".join(parts) + "\n" + by_hand


def _row(what: str, figures: Figures) -> str:
    ours, anchor = figures.ours, figures.anchor
    if not anchor:
        reason = f" {figures.name}" if figures.name else ""
        return f"| {what} | {_number(median(ours))} |{reason} | | {_spread(ours)} |"
    other = anchor if len(anchor) == len(ours) else anchor * len(ours)
    ratios = [one / of for one, of in zip(ours, other, strict=True)]
    beside = f"{figures.name}: {_number(median(anchor))}"
    return f"| {what} | {_number(median(ours))} | {beside} | {median(ratios):.2f} | {_spread(ratios)} |"


def _spread(figures: Sequence[float]) -> str:
    return f"{_number(min(figures))} to {_number(max(figures))}" if len(figures) > 1 else "once"


def _number(figure: float) -> str:
    if figure >= _EXACT:
        return f"{figure:,.0f}"
    return f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"  # noqa: PLR2004 - three digits


def _where(loads: tuple[float, float], *, quick: bool) -> str:
    day, cores = datetime.now(UTC).date().isoformat(), os.cpu_count()
    how = ", in the quick form" if quick else ""
    machine = f"{_processor()}, {cores} cores, Python {platform.python_version()}"
    return f"Measured on {day}{how}: {machine}; load {loads[0]:.1f} before and {loads[1]:.1f} after."


def _processor() -> str:
    """Return the name of the processor."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text().splitlines() if facts.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
