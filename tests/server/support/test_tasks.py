"""Tasks end when they are told to, also those that do not hear it at once."""

import asyncio
from contextlib import suppress

from codex_naturalis.server.support.tasks import end
from tests.waiting import TIMEOUT


async def test_a_task_that_overhears_it_is_told_again() -> None:
    """And one that fails on the way, or has ended already, disturbs no other."""
    heard = 0

    async def deaf() -> None:
        nonlocal heard
        while heard < 3:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(3600)
            heard += 1

    async def failing() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            raise ValueError("on the way")

    async def quick() -> None:
        return

    tasks = [asyncio.create_task(work()) for work in (deaf, failing, quick)]
    await asyncio.sleep(0)
    async with asyncio.timeout(TIMEOUT):
        await end(*tasks, None)
    assert heard == 3
    assert all(task.done() for task in tasks)
