"""A real server in a process of its own, that tests kill, stop, freeze, starve and start again."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.faults.forking import Forked, forked

READY_WITHIN = 120.0


class Server:
    """`codex-naturalis serve` on a port and a data folder of its own, perhaps with a fault built in (`rigged`)."""

    def __init__(self, data: Path, **settings: object) -> None:
        """Keep tables in `data`; nothing runs yet. `settings` are those of the server."""
        self.data = data
        self.environment = {f"CODEX_{name.upper()}": str(value) for name, value in settings.items()}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: Forked | subprocess.Popen[bytes] | None = None

    @property
    def http(self) -> str:
        """Return where the server is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        assert self.process
        return self.process.pid

    def start(self, *faults: str, before: Sequence[str] = ()) -> None:
        """Start the process and wait until it answers; the words `before` its command may let another watch it."""
        assert self.process is None, "the server is running"
        settings = {"CODEX_BOT_DELAY": "0", "CODEX_MESSAGES_PER_SECOND": "1000", **self.environment}
        serve = ["serve", "--port", str(self.port), "--data", str(self.data)]
        environment = {**os.environ, **settings}
        if before:
            self.process = self._watched([*before, sys.executable, "-m", "tests.faults.rigged", *serve], environment)
        else:
            self.process = forked([*faults, *serve], environment, self._log)
        self._wait()

    def _watched(self, command: Sequence[str], environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        with self._log.open("ab") as log:
            return subprocess.Popen(command, env=environment, stdout=log, stderr=log)  # noqa: S603 - our own

    @property
    def _log(self) -> Path:
        return self.data.parent / f"{self.data.name}.log"

    def _wait(self) -> None:
        deadline = time.monotonic() + READY_WITHIN
        while time.monotonic() < deadline:
            assert self.process
            assert self.process.poll() is None, f"the server ended: {self.log()}"
            try:
                with urllib.request.urlopen(f"{self.http}/readyz", timeout=10):  # noqa: S310 - our own
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.03)
        raise TimeoutError(f"the server did not answer: {self.log()}")

    def log(self) -> str:
        """Return what the server has said."""
        return self._log.read_text("utf-8", "replace")

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> float:
        """Ask the process to end, and wait until it has; return how long that took."""
        began = time.monotonic()
        if self.process is not None:
            self._end(signal.SIGTERM)
        return time.monotonic() - began

    def ended(self) -> None:
        """Wait until the process has ended by itself."""
        assert self.process
        self.process.wait(timeout=60)
        self.process = None

    def _end(self, how: signal.Signals) -> None:
        assert self.process, "the server is not running"
        self.process.send_signal(how)
        self.ended()

    def freeze(self) -> None:
        """Let the process do nothing, as a machine that was put to sleep."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let the process go on."""
        os.kill(self.pid, signal.SIGCONT)

    def starve(self, room: int) -> None:
        """Let the database grow by `room` bytes and no more, as on a full disk."""
        journal = (self.data / "codex.db-wal").stat().st_size  # where all that is new goes first
        _, hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (journal + room, hard))

    def feed(self) -> None:
        """Give the disk back."""
        _, hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (hard, hard))

    def resident(self) -> int:
        """Return how many bytes of memory the process has."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def cpu_seconds(self) -> float:
        """Return how much CPU time the process has taken."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
