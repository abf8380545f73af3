"""Rasterizer: SVG documents to PNG in a worker process, with an LRU cache by content."""

from asyncio import to_thread
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Final

import msgspec

from codex_naturalis.wire.errors import Code, ProblemError

from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Lane, Scheduler
from ..scheduling.worker_client import WorkerFailedError, WorkerFaultError, WorkerProcess
from ..scheduling.worker_main import LOW_PRIORITY
from ..support.lifecycle import Service
from .worker import Rasterize

__all__ = ["Rasterizer"]

_KEPT: Final = 48
"""Size of the cache; a picture takes 50 to 400 kB."""

_LIMIT: Final = 20.0
"""Seconds for one document; most take less than one."""

_COST: Final = 0.5
"""Estimated cost of a picture, in seconds."""

Draw = Callable[[str], Awaitable[bytes]]
Work = Callable[[Draw], Awaitable[bytes]]


class Rasterizer(Service):
    """Draws pictures in sequence, in turns given by the scheduler."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Use the slot of lane `picture` in `scheduler`."""
        self._scheduler = scheduler
        self._worker = WorkerProcess(f"{__package__}.worker", LOW_PRIORITY)
        self._ready: OrderedDict[str, bytes] = OrderedDict()

    async def draw(self, described: object, document: Callable[[], str], client: Client) -> bytes:
        """Return the PNG of a `document`, which is made in a thread, and cached by all that it is `described` by.

        It is charged to `client`, and made only when its turn has come: a caller whose pictures are refused, or wait,
        takes no time from others. Raises a `ProblemError` if the queue is full or drawing failed.
        """

        async def work(draw: Draw) -> bytes:
            return await draw(await to_thread(document))

        return await self.make(msgspec.json.encode(described).decode(), work, client)

    async def make(self, key: str, work: Work, client: Client) -> bytes:
        """Return the result of `work` from one or more drawings; the same `key` has the same, cached result."""
        name = sha256(key.encode()).hexdigest()
        if name not in self._ready:
            async with self._scheduler.turn(Lane.PICTURE, client, _COST):
                self._ready[name] = self._ready.get(name) or await work(self._draw)
        self._ready.move_to_end(name)
        while len(self._ready) > _KEPT:
            self._ready.popitem(last=False)
        return self._ready[name]

    async def close(self) -> None:
        """Kill the worker."""
        await self._worker.close()

    async def _draw(self, svg: str) -> bytes:
        try:
            return await self._worker.ask(Rasterize(svg), bytes, _LIMIT)
        except WorkerFaultError:
            raise ProblemError(Code.SERVER_FAILED) from None
        except WorkerFailedError:
            raise ProblemError(Code.SERVER_BUSY) from None
