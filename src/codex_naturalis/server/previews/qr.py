"""QR codes (ISO/IEC 18004) as paths of SVG."""

from functools import lru_cache
from itertools import groupby
from typing import Final

import segno

__all__ = ["qr_path"]

QUIET: Final = 4
"""Width of the quiet zone around a code, in modules."""


@lru_cache(maxsize=64)
def qr_path(text: str) -> tuple[int, str]:
    """Return the modules on each side of the code of `text`, and its dark ones as a path.

    Error correction of level M: 15 % of a code may be unreadable, by glare on a screen, say.
    """
    code = segno.make(text, error="m", micro=False)
    rows = [list(row) for row in code.matrix]
    path = "".join(_row(row, QUIET + y) for y, row in enumerate(rows))
    return len(rows) + 2 * QUIET, path


def _row(row: list[int], y: int) -> str:
    """Return the runs of dark modules in one row."""
    runs, x = [], QUIET
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            runs.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(runs)
