"""Worker process: a child that answers questions in sequence, each one line of JSON on its standard streams.

`worker_main` is the other end, and has the protocol.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from ..support.lifecycle import Service
from .worker_main import Progress, WorkerAnswer, WorkerFault

__all__ = ["WorkerFailedError", "WorkerFaultError", "WorkerProcess", "kill"]

R = TypeVar("R")

_LONGEST_LINE: Final = 1 << 22
"""Bytes of a reply, at most."""


class WorkerFailedError(Exception):
    """The worker process died, exceeded its time, or could not answer."""


class WorkerFaultError(WorkerFailedError):
    """The worker process replied that it cannot answer; it lives on."""


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - a type
    """Return the decoder of replies whose answers are of the type `kind`."""
    return msgspec.json.Decoder(WorkerAnswer[kind] | WorkerFault | Progress)


async def kill(process: asyncio.subprocess.Process | None) -> None:
    """Kill a child process, if there is one, and wait until it has ended."""
    if process is not None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class WorkerProcess(Service):
    """Worker process, started at the first question and replaced after a failure or a timeout."""

    def __init__(self, module: str, *arguments: str) -> None:
        """Run `module` as a program with `arguments`, at the first question."""
        self._program = (sys.executable, "-m", module, *arguments)
        self._turn = asyncio.Lock()
        self.process: asyncio.subprocess.Process | None = None
        """The process, if started and not ended by us."""

    async def ask(
        self,
        question: msgspec.Struct,
        kind: type[R],
        limit: float,
        on_progress: Callable[[float], None] = lambda _: None,
    ) -> R:
        """Return the answer, of the type `kind`, within `limit` seconds; pass progress (0 to 1) to `on_progress`.

        Raises `WorkerFaultError` if the worker reports that there is none, and `WorkerFailedError` without a reply:
        it is then killed, as it is if the caller is cancelled.
        """
        async with self._turn:
            answered = False
            try:
                async with asyncio.timeout(limit):
                    reply = await self._reply(msgspec.json.encode(question), kind, on_progress)
                answered = True
            except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
                raise WorkerFailedError(repr(error)) from error
            finally:
                if not answered:
                    await self.close()
        if isinstance(reply, WorkerFault):
            raise WorkerFaultError(reply.text)
        answer: R = reply.value
        return answer

    async def close(self) -> None:
        """Kill the process; the next question starts another."""
        await kill(self.detach())

    def detach(self) -> asyncio.subprocess.Process | None:
        """Return the process, which is the caller's to kill from now on; the next question starts another."""
        process, self.process = self.process, None
        return process

    async def _reply(
        self,
        question: bytes,
        kind: Any,  # noqa: ANN401 - a type
        on_progress: Callable[[float], None],
    ) -> WorkerAnswer[Any] | WorkerFault:
        worker = self.process
        if worker is None or worker.returncode is not None:
            worker = self.process = await self._start()
        assert worker.stdin
        assert worker.stdout
        worker.stdin.write(question + b"\n")
        await worker.stdin.drain()
        while line := await worker.stdout.readline():
            reply: WorkerAnswer[Any] | WorkerFault | Progress = _decoder(kind).decode(line)
            if not isinstance(reply, Progress):
                return reply
            on_progress(reply.part)
        raise BrokenPipeError("the worker has ended")

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(*self._program, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE)
