"""Reaper: ends the processes that a tool or a test has started if it dies without ending them, as by SIGKILL.

`reap(pid)` is what one calls, once for each process. The first call starts the reaper, a process of its own: it reads
the numbers from its standard input, and sees that its parent has gone by the end of that input or by `getppid` (a
process that was forked from its parent may hold the other end open). Then it ends the groups, frozen ones, too. A
number that is another process's by then is left alone. POSIX is all that this needs.
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
"""Seconds between two looks at whether our parent is still there."""

_GRACE: Final = 5.0
"""Seconds from the request to end to SIGKILL."""


def reap(pid: int) -> None:
    """Let the child `pid`, or the group that it leads by then, end when this process has ended."""
    numbers = _reaper(os.getpid()).stdin
    assert numbers
    numbers.write(b"%d\n" % pid)


@cache
def _reaper(parent: int) -> subprocess.Popen[bytes]:
    """Start the reaper of process `parent`, which is us."""
    command = [sys.executable, "-I", "-S", str(Path(__file__).resolve()), str(parent)]
    return subprocess.Popen(command, bufsize=0, stdin=subprocess.PIPE, start_new_session=True, cwd="/")


def _started(pid: int) -> str:
    """Return when a process was started, in whatever form the system says it; nothing if there is none."""
    if Path("/proc/self/stat").exists():
        with suppress(OSError):
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
        return ""
    asked = ["ps", "-o", "lstart=", "-p", str(pid)]
    return subprocess.run(asked, check=False, capture_output=True, text=True).stdout.strip()


def _signal(pid: int, how: int) -> bool:
    """Send a signal to the group that a process leads, or else to the process; return whether there is either."""
    for send in (os.killpg, os.kill):
        with suppress(ProcessLookupError):
            send(pid, how)
            return True
    return False


def _end(pids: Sequence[int]) -> None:
    """Ask the groups of processes to end, and see to it."""
    for how in (signal.SIGTERM, signal.SIGCONT):
        for pid in pids:
            _signal(pid, how)
    deadline = time.monotonic() + _GRACE
    while any(_signal(pid, 0) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in pids:
        _signal(pid, signal.SIGKILL)


def _read(parent: int) -> Iterator[int]:
    """Yield the numbers of processes, one a line, until `parent` has ended."""
    rest = b""
    while os.getppid() == parent:
        if not select.select([sys.stdin], [], [], _LOOK)[0]:
            continue
        if not (new := os.read(sys.stdin.fileno(), 4096)):
            return
        *lines, rest = (rest + new).split(b"\n")
        yield from map(int, lines)


def main() -> None:
    """Note what is to be ended, and end it when our parent has ended."""
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)  # meant for those who started us
    started = {pid: _started(pid) for pid in _read(int(sys.argv[1]))}
    _end([pid for pid, when in started.items() if when and when == _started(pid)])


if __name__ == "__main__":
    main()
