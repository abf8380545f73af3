"""Run a whole installation on one machine: `python -m deploy.one_machine`, from the root of the project.

PostgreSQL, NATS, three servers, two workers and nginx, each a separate process, no containers and no other services;
Ctrl-C ends them all; a process that ends by itself is restarted. Debian has what is needed:
`apt-get install postgresql nats-server nginx-light`. Data stays in `--folder`: the next start continues from there.
"""

import argparse
import signal
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from deploy.parts import Missing, Nats, Nginx, Part, Postgres, Server, Worker, free_port

__all__ = ["Installation", "main"]

_LOOK: Final = 0.5
"""Seconds between two checks that everything runs."""


class Installation:
    """All parts, in starting order."""

    def __init__(
        self,
        folder: Path,
        servers: int = 3,
        workers: int = 2,
        *,
        port: int | None = None,
        throwaway: bool = False,
        **settings: object,
    ) -> None:
        """Keep data in `folder`; nothing runs yet. `throwaway` is for tests: nothing is synced to the disk."""
        folder.mkdir(parents=True, exist_ok=True)
        self.postgres = Postgres(folder, throwaway=throwaway)
        self.nats = Nats(folder)
        ports = [free_port() for _ in range(servers)]
        shared: dict[str, Any] = {"database_url": self.postgres.url(), "bus_url": self.nats.url, **settings}
        thinking: dict[str, Any] = {"bot_workers": 0} if workers else {}
        self.servers = [Server(f"server-{at}", folder, at, **shared, **thinking) for at in ports]
        self.workers = [Worker(f"worker-{number}", folder, **shared) for number in range(1, workers + 1)]
        self.nginx = Nginx(folder, ports, port)

    @property
    def parts(self) -> Sequence[Part]:
        """Return all parts."""
        return (self.postgres, self.nats, *self.servers, *self.workers, self.nginx)

    @property
    def url(self) -> str:
        """Return the public address."""
        return self.nginx.http

    def __enter__(self) -> "Installation":
        """Start everything."""
        try:
            for together in ((self.postgres, self.nats), (*self.servers, *self.workers), (self.nginx,)):
                for part in together:
                    part.begin()
                for part in together:
                    part.wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End everything."""
        self.stop()

    def watch(self, stop: threading.Event) -> None:
        """Restart parts that end by themselves, until `stop` is called."""
        while not stop.wait(_LOOK):
            for part in self.parts:
                if part.process and part.process.poll() is not None:
                    part.process = None
                    part.begin()
                    report(part, "again: ")

    def stop(self) -> None:
        """End everything, the last first."""
        for part in reversed(self.parts):
            part.stop()


def report(part: Part, how: str = "") -> None:
    """Report that a part runs, and where."""
    assert part.process
    print(f"{how}{part.name} process {part.process.pid} {part.address} {part.log}", flush=True)


def main() -> None:
    """Run until Ctrl-C."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("--folder", type=Path, help="where to keep everything; a new folder that is not kept otherwise")
    wanted.add_argument("--servers", type=int, default=3)
    wanted.add_argument("--workers", type=int, default=2)
    wanted.add_argument("--port", type=int, default=8080, help="where to come in (default: %(default)s)")
    asked = wanted.parse_args()
    stop = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: stop.set())
    with tempfile.TemporaryDirectory(prefix="codex-") as new:
        Path(new).chmod(0o755)
        try:
            with Installation(asked.folder or Path(new), asked.servers, asked.workers, port=asked.port) as running:
                for part in running.parts:
                    report(part)
                print(f"Codex Naturalis is open at {running.url} (Ctrl-C ends everything)", flush=True)
                running.watch(stop)
        except Missing as missing:
            raise SystemExit(f"{missing}: apt-get install postgresql nats-server nginx-light") from None


if __name__ == "__main__":
    main()
