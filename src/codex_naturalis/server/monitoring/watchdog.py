"""Watchdog of the event loop: how long whatever arrives has to wait for its turn, and what held the loop.

A thread puts a probe into the loop every few milliseconds, as the system does with what comes over the network; the
probe measures how long it had to wait. If the last one has not run yet, the thread takes the stack of the loop's
thread: where it stands is what holds it.
"""

import asyncio
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final

from ..support.log import get_logger

__all__ = ["Watchdog"]

_log = get_logger(__name__)
_PAUSE: Final = 0.025
"""Seconds between two probes, hence what a hold may be longer than it is seen to be."""

_HELD: Final = 0.05
"""Seconds after which it is told what holds the loop."""

_LOG_PAUSE: Final = 1.0
"""Seconds between two lines of the log: a server that is held all the time does not fill the disk as well."""

_DEEPEST: Final = 12
"""Frames of a stack that are told, the innermost."""


class Watchdog:
    """Watches the loop it is started on."""

    def __init__(self, told: Callable[[float], None]) -> None:
        """Tell the lag in seconds of each probe, on the loop."""
        self._told = told
        self._ended = False
        self._thread: threading.Thread | None = None
        self._waiting = False
        """Whether a probe has not run yet."""

        self._lag = 0.0
        """How long the last one that has run had to wait."""

        self._logged = -_LOG_PAUSE

    def start(self) -> None:
        """Watch the running loop, and the thread that it runs in."""
        loop, watched = asyncio.get_running_loop(), threading.get_ident()
        self._thread = threading.Thread(target=self._run, args=(loop, watched), name="watchdog", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Watch no more."""
        self._ended = True
        if self._thread:
            await asyncio.to_thread(self._thread.join)

    def _run(self, loop: asyncio.AbstractEventLoop, watched: int) -> None:
        asked = busy = 0.0
        stack: list[str] = []
        while not self._ended:
            time.sleep(_PAUSE)  # cheaper than to wait for the end
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
                return  # the loop has ended without us

    def _answer(self, asked: float) -> None:
        self._lag, self._waiting = time.perf_counter() - asked, False
        self._told(self._lag)

    def _say(self, held: float, busy: float, stack: list[str]) -> None:
        """Log what held the loop, and for how much of it this process computed: the rest it slept, or others ran."""
        now = time.monotonic()
        if now - self._logged >= _LOG_PAUSE:
            self._logged = now
            _log.warning("loop held", seconds=round(held, 3), busy=round(busy, 3), at=stack)


def _stack(thread: int) -> list[str]:
    """Return where a thread stands, the innermost frame last: files, lines and functions, and no values."""
    frame = sys._current_frames().get(thread)  # noqa: SLF001 - the interpreter's way to look at another thread
    found = traceback.StackSummary.extract(traceback.walk_stack(frame), limit=_DEEPEST, lookup_lines=False)
    return [f"{_short(one.filename)}:{one.lineno} {one.name}" for one in reversed(found)]


def _short(file: str) -> str:
    """Return the end of a path: where something is installed is no one's affair."""
    return "/".join(Path(file).parts[-2:])
