"""Worker process: a child that answers questions one after the other, each one line of JSON on its standard streams.

`worker_program` is the other end.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from ..support.lifecycle import Service

__all__ = ["WorkerFailedError", "WorkerProcess", "killed"]

R = TypeVar("R")

_LONGEST_LINE: Final = 1 << 22
"""Bytes of a reply, at most."""


class WorkerFailedError(Exception):
    """The worker process died, exceeded its time, or could not answer."""


async def killed(process: asyncio.subprocess.Process | None) -> None:
    """Kill a child process, if there is one, and wait until it has ended."""
    if process is not None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class WorkerProcess(Service):
    """Worker process, started at the first question and replaced after a failure or a timeout."""

    def __init__(self, module: str, *arguments: str) -> None:
        """Run `module` as a program with `arguments`, once it is asked."""
        self._program = (sys.executable, "-m", module, *arguments)
        self._turn = asyncio.Lock()
        self.process: asyncio.subprocess.Process | None = None
        """The process, if it was started and not ended by us."""

    async def ask(self, question: msgspec.Struct, limit: float, read: Callable[[bytes], R | None]) -> R:
        """Return the first reply that `read` makes of a line, which may take `limit` seconds; `read` sees each line.

        Raises `WorkerFailedError` if there is none: the worker is killed then, as it is if the caller is cancelled.
        """
        async with self._turn:
            answered = False
            try:
                async with asyncio.timeout(limit):
                    reply = await self._answer(msgspec.json.encode(question), read)
                answered = True
            except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
                raise WorkerFailedError(repr(error)) from error
            finally:
                if not answered:
                    await self.close()
        return reply

    async def close(self) -> None:
        """Kill the process; the next question starts another."""
        await killed(self.detached())

    def detached(self) -> asyncio.subprocess.Process | None:
        """Return the process, which is the caller's to kill from now on; the next question starts another."""
        process, self.process = self.process, None
        return process

    async def _answer(self, question: bytes, read: Callable[[bytes], R | None]) -> R:
        worker = self.process
        if worker is None or worker.returncode is not None:
            worker = self.process = await self._started()
        assert worker.stdin
        assert worker.stdout
        worker.stdin.write(question + b"\n")
        await worker.stdin.drain()
        while line := await worker.stdout.readline():
            reply = read(line)
            if reply is not None:
                return reply
        raise BrokenPipeError("the worker has ended")

    async def _started(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(*self._program, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE)
