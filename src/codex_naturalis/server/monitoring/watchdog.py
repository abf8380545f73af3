"""Watchdog of the event loop: measures its lag, and finds what blocks it.

A thread schedules a probe on the loop every few milliseconds, as the system does with network events; the probe
measures how long it had to wait. While a probe waits long, the thread takes the stack of the loop's thread, which
shows what blocks it.
"""

import asyncio
import gc
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

from ..support.lifecycle import Service
from ..support.log import get_logger

__all__ = ["Watchdog"]

_log = get_logger(__name__)
_PAUSE: Final = 0.025
"""Interval of the probes in seconds; a block may be longer than measured by this much."""

_HELD: Final = 0.05
"""Lag in seconds from which the log records what blocked the loop."""

_LOG_PAUSE: Final = 1.0
"""Seconds between log lines: a server that is blocked all the time must not fill the disk as well."""

_DEEPEST: Final = 12
"""Innermost stack frames in a log line."""


class Watchdog(Service):
    """Watchdog thread of an event loop."""

    def __init__(self, on_lag: Callable[[float], None]) -> None:
        """Pass the lag of each probe, in seconds, to `on_lag` on the loop."""
        self._on_lag = on_lag
        self._ended = False
        self._thread: threading.Thread | None = None
        self._waiting = False
        """Whether a probe is scheduled and has not run yet."""

        self._lag = 0.0
        """Lag of the last probe, in seconds."""

        self._logged = -_LOG_PAUSE

    async def start(self) -> None:
        """Watch the running loop and its thread."""
        loop, watched = asyncio.get_running_loop(), threading.get_ident()
        self._thread = threading.Thread(target=self._run, args=(loop, watched), name="watchdog", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Stop the thread."""
        self._ended = True
        if self._thread:
            await asyncio.to_thread(self._thread.join)

    def _run(self, loop: asyncio.AbstractEventLoop, watched: int) -> None:
        asked = busy = 0.0
        stack: list[str] = []
        while not self._ended:
            time.sleep(_PAUSE)  # cheaper than waiting on an event
            now = time.perf_counter()
            if self._waiting:
                if not stack and now - asked >= _HELD - _PAUSE:
                    stack = _stack(watched)
                continue
            if stack and self._lag >= _HELD:
                self._say(self._lag, time.process_time() - busy, stack)
            asked, busy, stack = now, time.process_time(), []
            self._waiting = True
            try:
                loop.call_soon_threadsafe(self._answer, asked)
            except RuntimeError:
                return  # the loop has ended before us

    def _answer(self, asked: float) -> None:
        self._lag, self._waiting = time.perf_counter() - asked, False
        self._on_lag(self._lag)

    def _say(self, held: float, busy: float, stack: list[str]) -> None:
        """Log what blocked the loop, and for how many of the seconds this process was computing."""
        now = time.monotonic()
        if now - self._logged >= _LOG_PAUSE:
            self._logged = now
            _log.warning("loop held", seconds=round(held, 3), busy=round(busy, 3), at=stack)


def _stack(thread: int) -> list[str]:
    """Return a thread's stack, innermost frame last: files, lines and functions, without values."""
    frame = _frames().get(thread)
    found = traceback.StackSummary.extract(traceback.walk_stack(frame), limit=_DEEPEST, lookup_lines=False)
    return [f"{_short(one.filename)}:{one.lineno} {one.name}" for one in reversed(found)]


def _frames() -> dict[int, FrameType]:
    """Return the innermost frame of each thread, without collecting garbage meanwhile.

    CPython 3.11 holds the lock on its list of threads during this call. If a finalizer that runs in it lets another
    thread run, which starts a third, that would wait for the lock forever, and so would everything else.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        return sys._current_frames()  # noqa: SLF001 - the interpreter's way to look at another thread
    finally:
        if collects:
            gc.enable()


def _short(file: str) -> str:
    """Return the end of a path: log lines need not show installation folders."""
    return "/".join(Path(file).parts[-2:])
