"""Event loop in a thread, so that connections stay alive and current while the program computes."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

__all__ = ["BackgroundLoop"]

_T = TypeVar("_T")


class BackgroundLoop:
    """Event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="codex-naturalis-client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Return what `work` returns; an interruption cancels it."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        """End the thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()
