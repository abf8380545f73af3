"""Lifecycle of services: each starts after those that it needs, and is closed before them."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager

from .tasks import end

__all__ = ["LoopingService", "Service", "running"]


class Service:
    """Part of a server with the server's lifetime; by default it needs no start and no end."""

    async def start(self) -> None:
        """Begin. All services needed here have started already."""

    async def close(self) -> None:
        """End, and release all resources; also after a start that failed halfway, or never came."""


class LoopingService(Service):
    """A service whose work is one task that never ends by itself."""

    _task: "asyncio.Task[None] | None" = None

    async def start(self) -> None:
        """Begin the task."""
        self._task = asyncio.create_task(self._run(), name=type(self).__name__)

    async def close(self) -> None:
        """Cancel the task and wait until it has ended."""
        await end(self._task)

    async def _run(self) -> None:
        """Work until cancelled."""
        raise NotImplementedError


@asynccontextmanager
async def running(services: Iterable[Service]) -> AsyncIterator[None]:
    """Start `services` in their order; close them in the opposite order, also when one of them cannot start.

    One that fails to close does not stop the others; its exception is raised when all are closed.
    """
    async with AsyncExitStack() as begun:
        for service in services:
            begun.push_async_callback(service.close)
            await service.start()
        yield
