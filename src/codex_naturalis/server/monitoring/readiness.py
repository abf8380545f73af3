"""Readiness: whether the database answers, asked once for all who ask at the same time (single flight), and cached."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from ..support.errors import Problem

__all__ = ["Readiness"]

_FRESH_SECONDS: Final = 1.0
"""How long an answer is cached, in seconds."""


class Readiness:
    """Cached readiness check."""

    def __init__(self, check: Callable[[], Awaitable[None]]) -> None:
        """Use `check`, which raises a `Problem` if the server is not ready."""
        self._check = check
        self._known: asyncio.Task[Problem | None] | None = None
        self._until = 0.0

    async def ask(self) -> None:
        """Raise a `Problem` unless the server is ready, or was within the last second."""
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
