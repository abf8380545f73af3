"""Measure ours and the anchors in turn, and write the table: `python -m benchmarks [--quick] [--out FILE] [NAME...]`.

A NAME is a row (`--list` lists them); without one, all are measured, and `RESULTS.md` is written. With names the table
is printed, or written to `--out`. What cannot be measured here is named in the table, with the reason.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Final

from .rows import ROWS, Row
from .side_by_side import Effort, NotRunError
from .table import PAGE, Line, page

WHOLE: Final = Effort(seconds=3.0, times=7)
QUICK: Final = Effort(seconds=0.5, times=3, quick=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and write the table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("names", nargs="*", metavar="NAME", help="rows to measure")
    options.add_argument("--quick", action="store_true", help="in three minutes instead of fifteen")
    options.add_argument("--list", action="store_true", help="list the rows")
    options.add_argument("--out", type=Path, help="where to write the table")
    asked = options.parse_args(arguments)
    if unknown := set(asked.names) - {row.name for row in ROWS}:
        options.error(f"there is no row {', '.join(sorted(unknown))}; --list lists them")
    wanted = [row for row in ROWS if not asked.names or row.name in asked.names]
    if asked.list:
        print("\n".join(f"{row.name:14} {'; '.join(row.whats)}" for row in wanted))
        return
    before = os.getloadavg()[0]
    lines = [line for row in wanted for line in measured(row, QUICK if asked.quick else WHOLE)]
    old = PAGE.read_text("utf-8") if PAGE.exists() else ""
    text = page(lines, old, (before, os.getloadavg()[0]), quick=asked.quick)
    to = asked.out or (None if asked.names else PAGE)
    print(text) if to is None else to.write_text(text, "utf-8")


def measured(row: Row, effort: Effort) -> Iterator[Line]:
    """Yield the lines of a row, and say on the way what is measured."""
    print(f"▸ {row.name}", end=" ", file=sys.stderr, flush=True)
    begun = monotonic()
    try:
        figures = row.measure(effort)
    except NotRunError as error:
        yield from (Line(what, None, str(error)) for what in row.whats)
    else:
        yield from (Line(what, each) for what, each in zip(row.whats, figures, strict=True))
    print(f"{monotonic() - begun:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
