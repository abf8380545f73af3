"""Main loop of a worker process: a question a line on standard input, replies on standard output.

It ends when its input ends, which also happens when the server is killed. `worker_process` is the other end.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import BinaryIO, Final

import msgspec

__all__ = ["LOW_PRIORITY", "answer_questions", "lower_priority"]

LOW_PRIORITY: Final = "--patient"
"""Argument that asks a worker for low priority."""

_NICENESS: Final = 10
"""Added to the niceness of a process with low priority."""


def lower_priority() -> None:
    """Let everything else on the machine go first, where the system has such a thing."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)


def answer_questions(answer: Callable[[bytes, Callable[[msgspec.Struct], None]], None]) -> None:
    """Pass each question to `answer`, with the function that sends a reply, until the end of input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if LOW_PRIORITY in sys.argv:
        lower_priority()
    with _private_output() as output:

        def tell(reply: msgspec.Struct) -> None:
            output.write(msgspec.json.encode(reply) + b"\n")
            output.flush()

        for question in sys.stdin.buffer:
            answer(question, tell)


def _private_output() -> BinaryIO:
    """Reserve standard output for replies: everything else that is printed goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output
