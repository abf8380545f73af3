"""Client of the teacher's worker process: questions with progress reports."""

from collections.abc import Callable
from typing import Final

import msgspec

from ..scheduling.worker_process import WorkerFailed, WorkerProcess
from .worker import Failed, Progress, TeacherQuestion, TeacherReply

__all__ = ["TeacherWorker"]

_REPLIES: Final[msgspec.json.Decoder[TeacherReply]] = msgspec.json.Decoder(TeacherReply)


class TeacherWorker:
    """Worker process that computes hints, reviews and comparisons."""

    def __init__(self, *arguments: str) -> None:
        """Start the worker with `arguments` at the first question."""
        self._process = WorkerProcess(f"{__package__}.worker", *arguments)

    async def ask(
        self, question: TeacherQuestion, limit: float, tell: Callable[[float], None] = lambda _: None
    ) -> TeacherReply:
        """Return the reply within `limit` seconds, passing progress (0 to 1) to `tell`; or raise `WorkerFailed`."""

        def read(line: bytes) -> TeacherReply | None:
            reply = _REPLIES.decode(line)
            if not isinstance(reply, Progress):
                return reply
            tell(reply.part)
            return None

        reply: TeacherReply = await self._process.ask(question, limit, read)
        if isinstance(reply, Failed):
            raise WorkerFailed(reply.fault)
        return reply

    async def close(self) -> None:
        """Kill the worker."""
        await self._process.close()
