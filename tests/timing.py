"""Promises in seconds: a test that looks at one has the mark `timing`, and runs after all others, alone.

Whatever can be said by an order or a count is said so. `make check` allows four times what is promised, since its
machine may be busy; `make deep` (`SLACK=1`) allows that and no more.
"""

import os
from typing import Final

__all__ = ["within"]

SLACK: Final = float(os.environ.get("SLACK", "4"))
"""How many times as long as promised things may take."""


def within(seconds: float) -> float:
    """Return how many seconds may pass where `seconds` are promised."""
    return SLACK * seconds
