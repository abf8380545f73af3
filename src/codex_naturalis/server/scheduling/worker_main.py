"""Protocol and main loop of a worker process: a question per line on standard input, replies on standard output (JSON).

Replies to a question are any number of `Progress`, then one `WorkerAnswer` or one `WorkerFault`. The process ends when
its input ends, which also happens when the server is killed. `worker_client` is the other end.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, Final, Generic, TypeVar

import msgspec

__all__ = ["LOW_PRIORITY", "Progress", "WorkerAnswer", "WorkerFault", "answer_questions", "lower_priority"]

A = TypeVar("A")
OnProgress = Callable[[float], None]
"""Function that reports progress, 0 to 1."""

LOW_PRIORITY: Final = "--patient"
"""Argument that asks a worker for low priority."""

_NICENESS: Final = 10
"""Added to the niceness of a process with low priority."""


class WorkerAnswer(msgspec.Struct, Generic[A], frozen=True, tag="answer"):
    """Reply: the answer to the question."""

    value: A


class WorkerFault(msgspec.Struct, frozen=True, tag="fault"):
    """Reply: why there is no answer; the worker lives on."""

    text: str


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """Reply: the part of the work that is done, 0 to 1; more replies follow."""

    part: float


def lower_priority() -> None:
    """Let everything else on the machine go first, where the system supports it."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)


def answer_questions(kind: Any, answer: Callable[[Any, OnProgress], object]) -> None:  # noqa: ANN401 - a type, or a union
    """Pass each question, of the type `kind`, to `answer` until the end of input; an exception is a fault."""
    decoder = msgspec.json.Decoder(kind)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if LOW_PRIORITY in sys.argv:
        lower_priority()
    with _private_output() as output:

        def reply(message: msgspec.Struct) -> None:
            output.write(msgspec.json.encode(message) + b"\n")
            output.flush()

        for question in sys.stdin.buffer:
            try:
                value = answer(decoder.decode(question), lambda part: reply(Progress(part)))
            except Exception as error:  # noqa: BLE001 - third-party bots may raise anything
                reply(WorkerFault(repr(error)))
            else:
                reply(WorkerAnswer(value))


def _private_output() -> BinaryIO:
    """Reserve standard output for replies: all other output goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output
