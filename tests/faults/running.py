"""A real server in a process of its own, that tests kill, stop, freeze, starve and start again."""

import json
import os
import resource
from collections.abc import Sequence
from pathlib import Path

from deploy import parts
from tests.faults.forking import run_forked
from tests.waiting import TIMEOUT


class Server(parts.Server):
    """`codex-naturalis serve` on a port and a folder of its own, perhaps with a fault built in (`rigged`)."""

    def __init__(self, folder: Path, **settings: object) -> None:
        """Keep tables below `folder`; nothing runs yet. `settings` are those of the server."""
        super().__init__("server", folder, None, **{"bot_delay": 0, "messages_per_second": 1000, **settings})
        self._faults: Sequence[str] = ()
        self._before: Sequence[str] = ()

    def start(self, *faults: str, before: Sequence[str] = ()) -> None:
        """Start the process and wait until it answers; the words `before` its command may let another watch it."""
        self._faults, self._before = faults, before
        self.run_by = parts.run if before else run_forked
        super().start()

    def _command(self) -> Sequence[str]:
        python, _, _, *rest = super()._command()
        return [
            *self._before,
            python,
            "-m",
            "tests.faults.rigged",
            *self._faults,
            f"constants:{json.dumps(self.constants)}",
            *rest,
        ]

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        assert self.process
        return self.process.pid

    def ended(self) -> None:
        """Wait until the process has ended by itself."""
        assert self.process
        self.process.wait(timeout=TIMEOUT)
        self.process = None

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
