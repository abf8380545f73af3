"""How tasks wait."""

import asyncio
from contextlib import suppress

__all__ = ["until_set"]


async def until_set(event: asyncio.Event, seconds: float) -> None:
    """Wait until `event` is set, but no longer than so many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
