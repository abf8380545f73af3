"""Tasks of asyncio: cancel and wait for them, keep a loop alive after failures, wait for an event with a timeout."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from codex_naturalis.wire.errors import ProblemError

from .log import get_logger

__all__ = ["end", "lasting", "run_in_daemon", "until_set"]

T = TypeVar("T")

_AGAIN_SECONDS: Final = 0.5


async def end(*tasks: "asyncio.Task[Any] | None") -> None:
    """Cancel tasks and wait until they have ended.

    A task may swallow its cancellation when something else ends at the same moment (`wait_for` of Python 3.11 does, and
    so do libraries that use it), so it is cancelled again until it ends.
    """
    begun = [task for task in tasks if task]
    left = {task for task in begun if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_AGAIN_SECONDS)
    for task in begun:
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not warn


_log = get_logger(__name__)


@contextmanager
def lasting(failed: str) -> Iterator[None]:
    """Guard one round of an endless loop: an exception is logged as `failed`, with its cause, and goes no further."""
    try:
        yield
    except ProblemError as problem:
        _log.warning(failed, cause=problem.code.value)
    except Exception:  # noqa: BLE001 - one mistake must not stop the rounds after it
        _log.exception(failed)


async def until_set(event: asyncio.Event, seconds: float) -> None:
    """Wait until `event` is set, for at most `seconds`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


async def run_in_daemon(work: Callable[[], T]) -> T:
    """Return the result of `work`, run in a thread that the end of the process does not wait for.

    For work of minutes that may be cut off at any point; threads of `asyncio.to_thread` hold up the end.
    """
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if not ended.done():
            ended.set_exception(error) if error else ended.set_result(result)  # type: ignore[arg-type]  # one of the two

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except BaseException as raised:  # noqa: BLE001 - raised again where the result is awaited
            error = raised
        with suppress(RuntimeError):  # the loop has ended in the meantime
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, name="daemon work", daemon=True).start()
    return await ended
