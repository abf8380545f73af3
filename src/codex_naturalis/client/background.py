"""Event loop in a thread that keeps connections alive and current while the program computes.

The blocking classes are those for asyncio on such a loop: `blocking` makes their methods.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from threading import Thread
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

__all__ = ["BackgroundLoop", "OnLoop", "blocking"]

_T = TypeVar("_T")
_P = ParamSpec("_P")
_Asynchronous = TypeVar("_Asynchronous")


class BackgroundLoop:
    """Event loop in its own thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="codex-naturalis-client", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Return the result of `work`; an interruption cancels it."""
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


class OnLoop(Generic[_Asynchronous]):
    """Wrapper of an asyncio object on a background loop."""

    def __init__(self, asynchronous: _Asynchronous, loop: BackgroundLoop) -> None:
        self._asynchronous = asynchronous
        self._loop = loop


def blocking(
    method: Callable[Concatenate[_Asynchronous, _P], Coroutine[Any, Any, _T]],
) -> Callable[Concatenate[OnLoop[_Asynchronous], _P], _T]:
    """Return a blocking `method`, which runs on the loop while its caller waits."""

    @wraps(method)
    def run(self: OnLoop[_Asynchronous], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return self._loop.run(method(self._asynchronous, *args, **kwargs))

    return run
