"""Warm-up: compiles the kernel that deep bots need, once per machine, in a background process.

After a failure it is tried again on demand a minute later, then two, and so on (exponential backoff).

Run as a program it compiles, and prints its progress to standard output.
"""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import Final

from codex_naturalis.bots import SearchBot, bot_named
from codex_naturalis.local.bots import list_levels
from codex_naturalis.wire.table import Opponents

from ..scheduling.worker_client import kill
from ..scheduling.worker_main import lower_priority
from ..support.kernel_cache import can_compile
from ..support.lifecycle import Service
from ..support.log import get_logger
from .worker import is_kernel_compiled

__all__ = ["Preparation"]

_log = get_logger(__name__)
_PAUSE: Final = 60.0
_LONGEST_PAUSE: Final = 3600.0
"""Seconds between attempts after the first failure, and at most."""


class Preparation(Service):
    """State of the warm-up, started on demand."""

    def __init__(self, work: Sequence[str] = (sys.executable, "-m", __name__)) -> None:
        """Do nothing yet; `work` is the program to run, which prints its progress, 0 to 1, line by line."""
        self._program = work
        self._running: asyncio.Task[None] | None = None
        self._part: float | None = None
        self._failures = 0
        self._again = 0.0
        """Time of the next possible attempt, by the monotonic clock."""

    @property
    def failed(self) -> bool:
        """Return whether the last attempt failed and none is running, or the kernel cannot be compiled here."""
        return self._part is None and not is_kernel_compiled() and (self._failures > 0 or not can_compile())

    def opponents(self) -> Opponents:
        """Return the opponent levels, the progress of the warm-up, and whether it is of any use.

        They are ready as soon as they can search: whoever rolls out, too, has a stand-in for some seconds more.
        """
        ready = is_kernel_compiled(rollouts=False)
        return Opponents(list_levels(), ready=ready, part=self._part, available=ready or not self.failed)

    def begin(self) -> None:
        """Start, unless the kernel is compiled, being compiled, failed too recently, or cannot be compiled here."""
        if self._part is None and monotonic() >= self._again and not is_kernel_compiled() and can_compile():
            self._part = 0.0
            self._running = asyncio.create_task(self._prepare())

    async def wait_ready(self, bot: str) -> None:
        """Wait until `bot` is ready, if it needs the kernel and the kernel can be compiled."""
        if not isinstance(bot_named(bot), SearchBot) or is_kernel_compiled():
            return
        self.begin()
        while self._running and not self._running.done():
            await asyncio.wait({self._running})

    async def close(self) -> None:
        """Stop; functions compiled so far stay in the cache."""
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
        """Run the program and follow its progress; return its exit code."""
        pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        worker = await asyncio.create_subprocess_exec(*self._program, stdin=null, stdout=pipe)
        try:
            assert worker.stdout
            async for line in worker.stdout:
                with suppress(ValueError):
                    self._part = float(line)
            return await worker.wait()
        finally:
            await kill(worker)


def main() -> None:
    """Compile the kernel, printing progress."""
    from codex_naturalis.kernel.warm_up import compile_kernel  # noqa: PLC0415 - brings the compiler

    lower_priority()
    compile_kernel(_print_progress)


def _print_progress(part: float) -> None:
    sys.stdout.write(f"{part:.3f}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
