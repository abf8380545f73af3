"""Readiness: whether the database answers, asked once for all who ask at the same time (single flight), and cached."""

import asyncio
import time
from typing import Final

from ..support.errors import Problem
from ..support.lifecycle import Service
from ..tables.store import Store
from .durability import unsynced

__all__ = ["Readiness"]

_FRESH_SECONDS: Final = 1.0
"""How long an answer is cached, in seconds."""


class Readiness(Service):
    """Cached readiness check: whether the database answers."""

    def __init__(self, store: Store) -> None:
        """Check the database of `store`."""
        self._store = store
        self._known: asyncio.Task[Problem | None] | None = None
        self._until = 0.0
        self.unsynced: tuple[str, ...] = ()
        """Settings of the database by which a power cut may lose what was acknowledged."""

    async def start(self) -> None:
        """Find out whether what the database acknowledges is on the disk."""
        self.unsynced = await unsynced(self._store)

    async def ask(self) -> None:
        """Raise a `Problem` unless the server is ready, or was within the last second."""
        if self._known is None or (self._known.done() and time.monotonic() >= self._until):
            self._known = asyncio.create_task(self._found())
        problem = await asyncio.shield(self._known)
        if problem:
            raise Problem(problem.code, **problem.facts)

    async def _found(self) -> Problem | None:
        try:
            await self._store.check()
        except Problem as problem:
            return problem
        finally:
            self._until = time.monotonic() + _FRESH_SECONDS
        return None
