"""Lines to and from a program: whole, in time, and neither side waits for the other for ever."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from subprocess import PIPE, Popen
from time import monotonic

import pytest

from codex_naturalis.programs.pipes import LONGEST, Pipes, PolledPipes, ThreadedPipes, pipes_of
from tests.waiting import TIMEOUT

KINDS = (PolledPipes, ThreadedPipes)


@contextmanager
def running(source: str, kind: type[PolledPipes] | type[ThreadedPipes]) -> Iterator[Pipes]:
    """Start a Python program, and end it."""
    with Popen([sys.executable, "-c", source], stdin=PIPE, stdout=PIPE) as process:  # noqa: S603 - the tests own sources
        assert process.stdin is not None
        assert process.stdout is not None
        pipes = kind(process.stdin, process.stdout)
        try:
            yield pipes
        finally:
            process.kill()
            with suppress(TimeoutError):  # a thread reads to the end before its file is closed
                while pipes.line(monotonic() + 0.5):
                    pass


@pytest.mark.parametrize("kind", KINDS)
def test_lines_are_whole(kind: type[PolledPipes] | type[ThreadedPipes]) -> None:
    """Lines written in pieces or together are read one by one; the last one needs no end."""
    source = "import sys; o = sys.stdout.write; o('a\\nb'); sys.stdout.flush(); input(); o('c\\n' + input() + '\\nend')"
    with running(source, kind) as pipes:
        assert pipes.line(None) == b"a\n"
        pipes.write(b"x\n" + b"y" * 200_000 + b"\n", None)
        assert [pipes.line(None) for _ in range(4)] == [b"bc\n", b"y" * 200_000 + b"\n", b"end", b""]


@pytest.mark.parametrize("kind", KINDS)
def test_silence_ends_in_time(kind: type[PolledPipes] | type[ThreadedPipes]) -> None:
    """A program that says nothing is waited for until the deadline."""
    with running("input()", kind) as pipes, pytest.raises(TimeoutError):
        pipes.line(monotonic() + 0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_without_end_is_read_in_pieces(kind: type[PolledPipes] | type[ThreadedPipes]) -> None:
    """No line fills the memory."""
    with running("while True: print('x' * 100_000, end='')", kind) as pipes:
        assert LONGEST <= len(pipes.line(None)) < 2 * LONGEST


def test_a_program_that_reads_nothing_is_late() -> None:
    """Writing ends at the deadline, too, though the program floods its output meanwhile."""
    with running("while True: print('x' * 1000)", PolledPipes) as pipes, pytest.raises(TimeoutError):
        pipes.write(b"y" * (1 << 20), monotonic() + 0.3)


def test_a_program_that_writes_before_it_reads_is_not_waited_for() -> None:
    """Both sides fill their pipes; what the program writes is taken in, so it comes to read."""
    with running("print('x\\n' * 60_000); print(len(input()))", PolledPipes) as pipes:
        pipes.write(b"y" * 500_000 + b"\n", monotonic() + TIMEOUT)
        read = [pipes.line(monotonic() + TIMEOUT) for _ in range(60_002)]
    assert read[-1] == b"500000\n"


def test_this_platform_waits_for_pipes() -> None:
    """Where there is `poll`, no thread is needed."""
    with Popen([sys.executable, "-c", "pass"], stdin=PIPE, stdout=PIPE) as process:
        assert isinstance(pipes_of(process), PolledPipes if sys.platform != "win32" else ThreadedPipes)
