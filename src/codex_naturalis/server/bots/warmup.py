"""Gets the bots that think deeply ready on this machine: once, in a process of its own, while everybody plays.

If that fails it is tried again a minute later, then two, and so on (exponential backoff), when somebody asks for it.

Run as a program it does the work, and says on standard output which part of it is done.
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from time import monotonic
from typing import Final

from codex_naturalis.bots import LEVELS, bot_named
from codex_naturalis.kernel import is_installed

from ..support.log import get_logger
from ..wire.table import LevelInfo, Opponents
from .worker import is_kernel_compiled

__all__ = ["Preparation"]

_log = get_logger(__name__)
_PATIENT = 10
"""How far the work stands back behind everything else on the machine."""

_PAUSE: Final = 60.0
_LONGEST_PAUSE: Final = 3600.0
"""Seconds after the first failure until it may be tried again, and at most."""


@cache
def _levels() -> tuple[LevelInfo, ...]:
    return tuple(
        LevelInfo(level.bot, level.key, level.seconds, prepares=hasattr(bot_named(level.bot), "prepare"))
        for level in LEVELS
    )


class Preparation:
    """Begun when somebody wants an opponent that thinks."""

    def __init__(self, work: Sequence[str] = (sys.executable, "-m", __name__)) -> None:
        """Do nothing yet; later run the program `work`, which says how far it is."""
        self._program = work
        self._running: asyncio.Task[None] | None = None
        self._part: float | None = None
        self._failures = 0
        self._again = 0.0
        """When it may be tried again, by the monotonic clock."""

    @property
    def failed(self) -> bool:
        """Return whether it was tried in vain, and is not being tried again just now, or cannot be."""
        return self._part is None and (self._failures > 0 or not is_installed()) and not is_kernel_compiled()

    def opponents(self) -> Opponents:
        """Return the opponents there are for people, and how far the preparation has come."""
        return Opponents(_levels(), ready=is_kernel_compiled(), part=self._part)

    def begin(self) -> None:
        """Begin, unless all is ready, it goes on already, it failed a moment ago, or the extra `fast` is missing."""
        if not is_installed():
            self._without_kernel()
        elif self._part is None and monotonic() >= self._again and not is_kernel_compiled():
            self._part = 0.0
            self._running = asyncio.create_task(self._prepare())

    def _without_kernel(self) -> None:
        """Say once in the log why the planner plays for the strongest bots, and the teacher is silent."""
        if self._failures == 0:
            self._failures = 1
            _log.warning("no kernel", cause='pip install "codex-naturalis[fast]" brings it')

    async def close(self) -> None:
        """Stop; what was compiled so far need not be compiled again."""
        if self._running:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _prepare(self) -> None:
        try:
            code = await self._run()
        except OSError as error:
            code = repr(error)
        finally:
            self._part = None
        self._again = monotonic() + min(_PAUSE * 2**self._failures, _LONGEST_PAUSE)
        if code:
            self._failures += 1
            _log.error("kernel not compiled", cause=code)

    async def _run(self) -> int | str:
        """Run the program, and follow it."""
        pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        worker = await asyncio.create_subprocess_exec(*self._program, stdin=null, stdout=pipe)
        try:
            assert worker.stdout
            async for line in worker.stdout:
                with suppress(ValueError):
                    self._part = float(line)
            return await worker.wait()
        finally:
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()


def main() -> None:
    """Compile, saying which part is done."""
    from codex_naturalis.kernel.ready import compile_kernel  # noqa: PLC0415 - brings the compiler

    if hasattr(os, "nice"):
        os.nice(_PATIENT)
    compile_kernel(_tell)


def _tell(part: float) -> None:
    sys.stdout.write(f"{part:.3f}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
