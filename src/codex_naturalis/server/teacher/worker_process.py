"""Client of the teacher's worker process: one question at a time, with progress reports."""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from .worker import Failed, Progress, TeacherQuestion, TeacherReply

__all__ = ["ProcessFailed", "WorkerProcess"]

_REPLIES: msgspec.json.Decoder[TeacherReply] = msgspec.json.Decoder(TeacherReply)
_LONGEST_LINE: Final = 1 << 22


class ProcessFailed(Exception):  # noqa: N818  # reads as the sentence it is
    """The worker process died, exceeded its time, or could not answer."""


class WorkerProcess:
    """Worker process, started on demand and replaced after a failure or a timeout."""

    def __init__(self, *arguments: str) -> None:
        """Start the worker with `arguments` at the first question."""
        self._arguments = arguments
        self._worker: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def ask(
        self, question: TeacherQuestion, limit: float, tell: Callable[[float], None] = lambda _: None
    ) -> TeacherReply:
        """Return the reply within `limit` seconds, passing progress (0 to 1) to `tell`; or raise `ProcessFailed`."""
        async with self._turn:
            answered = False
            try:
                async with asyncio.timeout(limit):
                    reply = await self._answer(question, tell)
                answered = True
            except (OSError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
                raise ProcessFailed(repr(error)) from error
            finally:
                if not answered:
                    await self._end()
        if isinstance(reply, Failed):
            raise ProcessFailed(reply.fault)
        return reply

    async def close(self) -> None:
        """Kill the worker."""
        await self._end()

    async def _answer(self, question: TeacherQuestion, tell: Callable[[float], None]) -> TeacherReply:
        worker = self._worker
        if worker is None or worker.returncode is not None:
            worker = self._worker = await self._start()
        assert worker.stdin
        assert worker.stdout
        worker.stdin.write(msgspec.json.encode(question) + b"\n")
        await worker.stdin.drain()
        while line := await worker.stdout.readline():
            reply = _REPLIES.decode(line)
            if not isinstance(reply, Progress):
                return reply
            tell(reply.part)
        raise BrokenPipeError("the worker has ended")

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        program = (sys.executable, "-m", f"{__package__}.worker", *self._arguments)
        return await asyncio.create_subprocess_exec(*program, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE)

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()
