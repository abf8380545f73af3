"""Polling with a deadline: wait for a state that nothing announces, and say at the deadline what did not come.

Every test that has to wait does it here, or within a deadline of its own: a loop without an end names no test when it
hangs. `tests/test_waiting.py` finds such loops.
"""

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

__all__ = ["LOOK", "TIMEOUT", "at_last", "look_until", "poll", "until", "until_set"]

T = TypeVar("T")

TIMEOUT = 90.0
"""Seconds to wait for what should come: machines that run tests are busy, a server starts in seconds there, and pages
that lost theirs try again after up to eight. It costs nothing where things work, and no test has less patience."""


LOOK = 0.02
"""Seconds between two looks at a server, which has to work meanwhile."""


async def until(true: Callable[..., object], *, patience: float = TIMEOUT) -> None:
    """Wait until `true()` is true."""
    async with _deadline(patience, lambda: _source(true)):
        while not true():  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)


async def poll(
    ask: Callable[[], Awaitable[T]],
    wanted: Callable[[T], object] = bool,
    *,
    pause: float = LOOK,
    patience: float = TIMEOUT,
) -> T:
    """Ask again and again, `pause` seconds apart, until the answer is as `wanted`; return that answer."""
    last: list[T] = []
    async with _deadline(patience, lambda: f"{_source(ask)}, but {last}"):
        while True:
            last[:] = [await ask()]
            if wanted(last[0]):
                return last[0]
            await asyncio.sleep(pause)


async def until_set(event: asyncio.Event, meaning: str, *, patience: float = TIMEOUT) -> None:
    """Wait until an event is set; `meaning` says what has happened then."""
    async with _deadline(patience, lambda: meaning):
        await event.wait()


def look_until(true: Callable[[], object], *, patience: float = TIMEOUT) -> None:
    """Wait until `true()` is true, looking at what another thread or process does."""
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline, _missing(patience, _source(true))
        time.sleep(LOOK)


def at_last(do: Callable[[], object], *refused: type[Exception]) -> None:
    """Do something as soon as it is not refused any more."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        with suppress(*refused):
            do()
            return
        time.sleep(0.1)
    raise AssertionError(_missing(TIMEOUT, _source(do)))


@asynccontextmanager
async def _deadline(seconds: float, expected: Callable[[], str]) -> AsyncIterator[None]:
    """Raise an error that says what was expected if the block takes longer than `seconds`."""
    try:
        async with asyncio.timeout(seconds) as deadline:
            yield
    except TimeoutError as error:
        if deadline.expired():
            raise AssertionError(_missing(seconds, expected())) from error
        raise


def _missing(seconds: float, expected: str) -> str:
    return f"not within {seconds:g} seconds: {expected}"


def _source(function: Callable[..., object]) -> str:
    """Return the lines in which a function is written: of a lambda, those of the statement around it."""
    try:
        return " ".join(inspect.getsource(function).split())
    except (OSError, TypeError):
        return repr(function)
