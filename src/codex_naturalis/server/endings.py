"""How tasks end: told to, and told again."""

import asyncio
from typing import Any, Final

__all__ = ["end"]

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
