"""Lines to and from a program, each within a time limit.

Where the platform can wait for pipes, one thread does both: it reads what the program writes even while the program
does not read, so neither blocks the other for ever. Elsewhere a thread reads ahead into a bounded queue.
"""

import os
import select
from collections import deque
from queue import Empty, Queue
from subprocess import Popen
from threading import Thread
from time import monotonic
from typing import IO, Final, Protocol

__all__ = ["LONGEST", "Pipes", "PolledPipes", "ThreadedPipes", "pipes_of"]

LONGEST: Final = 1 << 20
"""Maximum bytes in a line: a longer one is read in pieces."""

_QUEUED: Final = 256
"""Maximum lines read ahead: a program that floods waits for its reader."""

_LINES_AHEAD: Final = 1 << 16
"""Maximum lines read while the program is written to."""

_READ: Final = 1 << 16


class Pipes(Protocol):
    """Input and output of a program."""

    def write(self, data: bytes, deadline: float | None) -> None:
        """Write all of `data` by `deadline`, on the monotonic clock; raise `TimeoutError`, and `OSError` if closed."""

    def line(self, deadline: float | None) -> bytes:
        """Return the next line with its end by `deadline`, b"" after the last one; raise `TimeoutError`."""

    def close_input(self) -> None:
        """Close what the program reads; raise `OSError` if that fails."""


def pipes_of(process: "Popen[bytes]") -> Pipes:
    """Return the pipes of `process`, which was started with both."""
    assert process.stdin is not None
    assert process.stdout is not None
    kind = PolledPipes if hasattr(select, "poll") and os.name == "posix" else ThreadedPipes
    return kind(process.stdin, process.stdout)


class PolledPipes:
    """Pipes of a platform that can wait for them."""

    def __init__(self, program_reads: IO[bytes], program_writes: IO[bytes]) -> None:
        """Make both ends nonblocking."""
        self._input, self._output = program_reads, program_writes
        self._in, self._out = program_reads.fileno(), program_writes.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._reading, self._both = select.poll(), select.poll()
        self._reading.register(self._out, select.POLLIN)
        self._both.register(self._out, select.POLLIN)
        self._both.register(self._in, select.POLLOUT)
        self._lines: deque[bytes] = deque()
        self._rest = b""
        """Beginning of an incomplete line."""

        self._at_end = False

    def write(self, data: bytes, deadline: float | None) -> None:
        """Write all of `data`; meanwhile read what the program writes."""
        try:
            written = os.write(self._in, data)
        except BlockingIOError:
            written = 0
        left = memoryview(data)[written:]
        while left:
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                self._wait_to_write(deadline)

    def line(self, deadline: float | None) -> bytes:
        """Return the next line."""
        while not self._lines:
            if self._at_end or len(self._rest) >= LONGEST:
                rest, self._rest = self._rest, b""
                return rest
            _wait(self._reading, deadline)
            self._take_in()
        return self._lines.popleft()

    def close_input(self) -> None:
        """Close what the program reads."""
        self._input.close()

    def _wait_to_write(self, deadline: float | None) -> None:
        full = self._at_end or len(self._rest) >= LONGEST or len(self._lines) >= _LINES_AHEAD
        ready = _wait(self._both if not full else _writing(self._in), deadline)
        if any(descriptor == self._out for descriptor, _ in ready):
            self._take_in()

    def _take_in(self) -> None:
        piece = os.read(self._out, _READ)
        self._at_end = not piece
        if piece and not self._rest and piece.find(b"\n") == len(piece) - 1:  # one line, as most answers are
            self._lines.append(piece)
            return
        *lines, last = piece.split(b"\n")
        if lines:
            lines[0] = self._rest + lines[0]
            self._lines.extend([line + b"\n" for line in lines])
            self._rest = last
        else:
            self._rest += last


class ThreadedPipes:
    """Pipes of any platform: a thread reads."""

    def __init__(self, program_reads: IO[bytes], program_writes: IO[bytes]) -> None:
        """Begin to read ahead."""
        self._input, self._output = program_reads, program_writes
        self._lines: Queue[bytes] = Queue(_QUEUED)
        Thread(target=self._read, daemon=True).start()

    def write(self, data: bytes, _: float | None) -> None:
        """Write all of `data`, however long reading takes."""
        self._input.write(data)
        self._input.flush()

    def line(self, deadline: float | None) -> bytes:
        """Return the next line."""
        try:
            return self._lines.get(timeout=None if deadline is None else max(0.0, deadline - monotonic()))
        except Empty:
            raise TimeoutError from None

    def close_input(self) -> None:
        """Close what the program reads."""
        self._input.close()

    def _read(self) -> None:
        with self._output as output:
            while line := output.readline(LONGEST):
                self._lines.put(line)
        self._lines.put(b"")


def _wait(poll: "select.poll", deadline: float | None) -> list[tuple[int, int]]:
    """Wait until a pipe is ready or closed; raise `TimeoutError`."""
    ready = poll.poll(None if deadline is None else max(0.0, 1000 * (deadline - monotonic())))
    if not ready:
        raise TimeoutError
    return ready


def _writing(descriptor: int) -> "select.poll":
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT)
    return poll
