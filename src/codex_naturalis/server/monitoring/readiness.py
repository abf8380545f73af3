"""Single flight: whether the database answers, asked once for all who want to know at the same time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from ..support.errors import Problem

__all__ = ["Readiness"]

_FRESH_SECONDS: Final = 1.0
"""How long an answer is as good as new."""


class Readiness:
    """What was found when this was asked last."""

    def __init__(self, check: Callable[[], Awaitable[None]]) -> None:
        """Find out by a `check` that raises a `Problem` if all is not well."""
        self._check = check
        self._known: asyncio.Task[Problem | None] | None = None
        self._until = 0.0

    async def ask(self) -> None:
        """Raise a `Problem` unless all is well, or was a moment ago."""
        if self._known is None or (self._known.done() and time.monotonic() >= self._until):
            self._known = asyncio.create_task(self._found())
        problem = await asyncio.shield(self._known)
        if problem:
            raise Problem(problem.code, **problem.facts)

    async def _found(self) -> Problem | None:
        try:
            await self._check()
        except Problem as problem:
            return problem
        finally:
            self._until = time.monotonic() + _FRESH_SECONDS
        return None
