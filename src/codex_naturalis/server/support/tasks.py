"""Tasks of asyncio: supervise one that runs for ever, cancel one and wait until it has ended, wait for an event."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from .errors import Problem
from .log import get_logger

__all__ = ["end", "lasting", "until_set"]

_AGAIN_SECONDS: Final = 0.5


async def end(*tasks: "asyncio.Task[Any] | None") -> None:
    """Cancel tasks and wait until they have ended.

    One that is told while something else comes to its end may not hear it (`wait_for` of Python 3.11 swallows it then,
    and so do libraries that use it), so it is told until it does.
    """
    begun = [task for task in tasks if task]
    left = {task for task in begun if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_AGAIN_SECONDS)
    for task in begun:
        if not task.cancelled():
            task.exception()  # whoever waits for it has heard of it; nobody else needs to


_log = get_logger(__name__)


@contextmanager
def lasting(failed: str) -> Iterator[None]:
    """Do one round of what goes on for ever; if it comes to nothing, log that it `failed`, and why."""
    try:
        yield
    except Problem as problem:
        _log.warning(failed, cause=problem.code.value)
    except Exception:  # noqa: BLE001 - one mistake must not stop all that comes after it
        _log.exception(failed)


async def until_set(event: asyncio.Event, seconds: float) -> None:
    """Wait until `event` is set, but no longer than so many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
