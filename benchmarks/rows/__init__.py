"""Rows of the table of results, in the order in which they stand there."""

from typing import Final

from .engines import ENGINES
from .row import Row
from .server import SERVER
from .waits import WAITS

__all__ = ["NOT_BUILT", "ROWS", "Row"]

ROWS: Final[tuple[Row, ...]] = (*ENGINES, *SERVER, *WAITS)

NOT_BUILT: Final = {
    "clone to page, placement to frame, Lighthouse": "by hand: `NO_BROWSER=1 make play`, `benchmarks.client`",
}
"""What an honest table would have, too, and why it has not."""
