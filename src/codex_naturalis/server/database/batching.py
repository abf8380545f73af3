"""Batcher (DataLoader): look-ups by key that arrive together become one query.

A key asked for while a query is on its way waits for the next one, so no answer is older than its question.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

__all__ = ["Batcher"]

T = TypeVar("T")
_MOST: Final = 500
"""Keys in one query."""


class Batcher(Generic[T]):
    """Batches look-ups by key; equal keys share one answer."""

    def __init__(self, look: Callable[[Sequence[str]], Awaitable[Mapping[str, T]]]) -> None:
        """Use `look`, which returns the values of those keys that exist."""
        self._look = look
        self._asked: dict[str, asyncio.Future[T | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def get(self, key: str) -> T | None:
        """Return the value of `key`, None if there is none; raise what `look` raised."""
        answer = self._asked.get(key)
        if answer is None:
            answer = self._asked[key] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        try:
            while self._asked:
                now = dict(list(self._asked.items())[:_MOST])
                for key in now:
                    del self._asked[key]
                await self._answer(now)
        finally:
            self._asking = None

    async def _answer(self, asked: Mapping[str, "asyncio.Future[T | None]"]) -> None:
        try:
            found = await self._look(list(asked))
            for key, answer in asked.items():
                answer.set_result(found.get(key))
        except Exception as error:  # noqa: BLE001 - passed on to the callers
            for answer in asked.values():
                answer.set_exception(error)
                answer.exception()  # retrieved, as the callers may be gone
        finally:
            for answer in asked.values():
                answer.cancel()
