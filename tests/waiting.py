"""How tests wait for what rings no bell: they look, and look again."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

__all__ = ["PATIENCE", "at_last", "until"]

PATIENCE = 60.0
"""Seconds to wait for what should come: machines that run tests are busy, and it costs nothing where things work."""


async def until(true: Callable[..., object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - nobody rings
            await asyncio.sleep(0.01)


def at_last(do: Callable[[], object], *refused: type[Exception]) -> None:
    """Do something as soon as it is not refused any more."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(*refused):
            do()
            return
        time.sleep(0.1)
    raise AssertionError("it is refused for ever")
