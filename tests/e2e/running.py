"""A real server in a process of its own, that a test may kill and start again."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

READY_WITHIN = 60.0


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`codex-naturalis serve` on a port and a data folder of its own, with bots that do not wait."""

    def __init__(self, data: Path) -> None:
        """Keep tables in `data`; nothing runs yet."""
        self.data = data
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Return where the server is."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start the process and wait until it answers."""
        assert self._process is None, "the server is running"
        environment = {**os.environ, "CODEX_BOT_DELAY": "0", "CODEX_PASSWORD_MEMORY": "8", "NO_BROWSER": "1"}
        log = (self.data.parent / f"{self.data.name}.log").open("ab")
        self._process = subprocess.Popen(self._command(), env=environment, stdout=log, stderr=log)  # noqa: S603 - our own
        log.close()
        self._wait()

    def _command(self) -> list[str]:
        """Return how the process is started."""
        arguments = ["serve", "--port", str(self._port), "--data", str(self.data)]
        return [sys.executable, "-m", "codex_naturalis", *arguments]

    def _wait(self) -> None:
        deadline = time.monotonic() + READY_WITHIN
        while time.monotonic() < deadline:
            assert self._process is not None
            assert self._process.poll() is None, f"the server ended: {self.log()}"
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=2):  # noqa: S310 - our own
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise TimeoutError(f"the server did not answer: {self.log()}")

    def log(self) -> str:
        """Return what the server has said."""
        return (self.data.parent / f"{self.data.name}.log").read_text(encoding="utf-8", errors="replace")[-4000:]

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask the process to end, and wait until it has."""
        if self._process is not None:
            self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None, "the server is not running"
        self._process.send_signal(how)
        self._process.wait(timeout=15)
        self._process = None
