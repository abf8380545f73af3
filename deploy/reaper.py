"""Reaper: ends the child processes of a tool or test that dies without ending them, as by SIGKILL.

Call `reap(pid)` once for each process. The first call starts the reaper, a separate process: it reads the process ids
from its standard input, and notices the death of its parent by the end of that input or by `getppid` (a process forked
from the parent may hold the other end open). Then it ends the groups, frozen ones, too. An id that belongs to another
process by then is left alone. It needs only POSIX.
"""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["reap"]

_LOOK: Final = 0.5
"""Seconds between two checks that the parent is alive."""

_GRACE: Final = 5.0
"""Seconds from SIGTERM to SIGKILL."""


def reap(pid: int) -> None:
    """End the child `pid`, or the group that it leads by then, when this process has ended."""
    numbers = _reaper(os.getpid()).stdin
    assert numbers
    numbers.write(b"%d\n" % pid)


@cache
def _reaper(parent: int) -> subprocess.Popen[bytes]:
    """Start the reaper of this process, `parent`."""
    command = [sys.executable, "-I", "-S", str(Path(__file__).resolve()), str(parent)]
    return subprocess.Popen(command, bufsize=0, stdin=subprocess.PIPE, start_new_session=True, cwd="/")


def _started(pid: int) -> str:
    """Return the start time of a process, in the system's own format; empty if there is none."""
    if Path("/proc/self/stat").exists():
        with suppress(OSError):
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
        return ""
    asked = ["ps", "-o", "lstart=", "-p", str(pid)]
    return subprocess.run(asked, check=False, capture_output=True, text=True).stdout.strip()


def _signal(pid: int, how: int) -> bool:
    """Send a signal to the group that a process leads, or else to the process; return whether either exists."""
    for send in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            send(pid, how)
            return True
    return False


def _end(pids: Sequence[int]) -> None:
    """Ask the process groups to end, then kill the rest."""
    for how in (signal.SIGTERM, signal.SIGCONT):
        for pid in pids:
            _signal(pid, how)
    deadline = time.monotonic() + _GRACE
    while any(_signal(pid, 0) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in pids:
        _signal(pid, signal.SIGKILL)


def _read(parent: int) -> Iterator[int]:
    """Yield process ids, one a line, until `parent` has ended."""
    rest = b""
    while os.getppid() == parent:
        if not select.select([sys.stdin], [], [], _LOOK)[0]:
            continue
        if not (new := os.read(sys.stdin.fileno(), 4096)):
            return
        *lines, rest = (rest + new).split(b"\n")
        yield from map(int, lines)


def main() -> None:
    """Collect process ids, and end the processes when the parent has ended."""
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)  # meant for those who started us
    started = {pid: _started(pid) for pid in _read(int(sys.argv[1]))}
    _end([pid for pid, when in started.items() if when and when == _started(pid)])


if __name__ == "__main__":
    main()
