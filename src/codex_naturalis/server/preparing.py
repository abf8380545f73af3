"""Gets the bots that think deeply ready on this machine: once, in a process of its own, while everybody plays.

Run as a program it does the work, and says on standard output which part of it is done.
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

from codex_naturalis.bots import LEVELS, bot_named

from .bot_worker import is_ready
from .log import get_logger
from .wire import LevelInfo, Opponents

__all__ = ["Preparation"]

_log = get_logger(__name__)
_PATIENT = 10
"""How far the work stands back behind everything else on the machine."""


@cache
def _levels() -> tuple[LevelInfo, ...]:
    return tuple(
        LevelInfo(level.bot, level.key, level.seconds, prepares=hasattr(bot_named(level.bot), "prepare"))
        for level in LEVELS
    )


class Preparation:
    """Begun when somebody wants an opponent that thinks; tried once by each run of the server."""

    def __init__(self, work: Sequence[str] = (sys.executable, "-m", __name__)) -> None:
        """Do nothing yet; later run the program `work`, which says how far it is."""
        self._program = work
        self._running: asyncio.Task[None] | None = None
        self._part: float | None = None

    def opponents(self) -> Opponents:
        """Return the opponents there are for people, and how far the preparation has come."""
        return Opponents(_levels(), ready=is_ready(), part=self._part)

    def begin(self) -> None:
        """Begin, unless all is ready or this was begun before."""
        if self._running is None and not is_ready():
            self._part = 0.0
            self._running = asyncio.create_task(self._prepare())

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
        if code:
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
