"""How tests wait for what rings no bell: they look, and look again."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

__all__ = ["LOOK", "TIMEOUT", "at_last", "look_until", "until"]

TIMEOUT = 60.0
"""Seconds to wait for what should come: machines that run tests are busy, and it costs nothing where things work."""


LOOK = 0.02
"""Seconds between two looks at a server, which has to work meanwhile."""


async def until(true: Callable[..., object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(TIMEOUT):
        while not true():  # noqa: ASYNC110 - nobody rings
            await asyncio.sleep(0.01)


def look_until(true: Callable[[], object]) -> None:
    """Wait until something is so, looking at what another thread or process does."""
    deadline = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < deadline, "it is not so for ever"
        time.sleep(LOOK)


def at_last(do: Callable[[], object], *refused: type[Exception]) -> None:
    """Do something as soon as it is not refused any more."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        with suppress(*refused):
            do()
            return
        time.sleep(0.1)
    raise AssertionError("it is refused for ever")
