"""Processes of the command line that start at once: one process loads the server's code, and each is a fork of it.

They are killed, frozen and starved like any other; only what Python takes to import everything is taken once. The tests
of deployment and of the commands themselves start them as a host does. If the process that asked for them is killed,
`deploy.reaper` ends them, and the one they are forks of ends by itself when the last of them has.
"""

import multiprocessing
import os
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess

from deploy.parts import Part
from deploy.reaper import reap

__all__ = ["Forked", "context", "run_forked"]

_LOADED = ["tests.faults.rigged", "codex_naturalis.cli.serve"]


@cache
def context() -> ForkServerContext:
    """Return the context whose processes begin with the code of a server."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        [*_LOADED, "codex_naturalis.server.serve", "codex_naturalis.server.cluster.worker", "asyncpg", "nats", "uvloop"]
    )
    return context


class Forked:
    """A process, asked like those of `subprocess`."""

    def __init__(self, process: BaseProcess) -> None:
        """Look after a process that was started."""
        self._process = process
        assert process.pid
        self.pid: int = process.pid

    def poll(self) -> int | None:
        """Return how it ended, if it has."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended; return how."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("codex-naturalis", timeout or 0.0)
        return self._process.exitcode

    def send_signal(self, sig: int) -> None:
        """Send it a signal, unless it has ended: its number may be another process's by now."""
        if self.poll() is None:
            os.kill(self.pid, sig)


def run_forked(part: Part, command: Sequence[str], environment: Mapping[str, str]) -> Forked:
    """Start one of our own commands for a part, with `tests.faults.rigged`."""
    _, _, what, *rest = command
    arguments = [f"constants:{what}", *rest] if what.startswith("{") else rest  # see `deploy.parts`
    process = context().Process(target=_run, args=(arguments, dict(environment), str(part.log)), daemon=True)
    process.start()
    forked = Forked(process)
    reap(forked.pid)
    return forked


def _run(arguments: list[str], environment: dict[str, str], log: str) -> None:
    from tests.faults import rigged  # noqa: PLC0415 - it belongs to the new process

    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    said = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream in (1, 2):
        os.dup2(said, stream)
    rigged.run(arguments)
