"""What a tool or a test has started ends with it, though it be killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import look_until

_MARK = "CODEX_TEST_REAPED"

_STARTS = """
import sys
import time
from pathlib import Path
from deploy import parts
from tests.faults.running import Server

folder = Path(sys.argv[1])
for name in ("forked", "frozen", "plain"):
    (folder / name).mkdir()
forked, frozen = Server(folder / "forked", bot_workers=1), Server(folder / "frozen")
plain = parts.Server("plain", folder / "plain")
for server in (forked, frozen, plain):
    server.start()
frozen.freeze()
print("running", flush=True)
time.sleep(600)
"""


def _marked(mark: str) -> dict[int, str]:
    """Return the command lines of processes that inherited `mark` in their environment, by their ids."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"{_MARK}={mark}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found[int(process.name)] = (process / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue  # it has ended, or is another user's
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="the environment of others is in /proc")
def test_what_a_killed_process_has_started_ends(tmp_path: Path) -> None:
    """Servers that were forked, frozen or started as a host does, their workers, the forkserver and the reaper."""
    mark = tmp_path.as_posix()
    command = [sys.executable, "-c", _STARTS, mark]
    environment = {**os.environ, _MARK: mark, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
        try:
            assert process.stdout
            assert process.stdout.readline() == "running\n"
            assert sum("reaper.py" in line for line in _marked(mark).values()) == 1
            assert sum("forkserver" in line for line in _marked(mark).values()) >= 3  # itself, and two servers
        finally:
            process.send_signal(signal.SIGKILL)
    try:
        look_until(lambda: not _marked(mark))
    finally:
        for pid in _marked(mark):
            os.kill(pid, signal.SIGKILL)
