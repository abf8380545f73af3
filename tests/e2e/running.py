"""A real server in a process of its own, that a test may kill and start again."""

import json
from collections.abc import Sequence
from pathlib import Path

from deploy import parts
from deploy.parts import free_port
from tests import chance
from tests.faults.forking import run_forked

__all__ = ["SERVER_AWAY", "Server", "free_port"]

SERVER_AWAY = r"net::ERR_|WebSocket connection|fetching the script|status of 50[234]"
"""What browsers say in the console while there is no server: any failure of the network, since a kill may come at any
moment of a request, and what a service worker or a load balancer answers in its place."""


class Server(parts.Server):
    """`codex-naturalis serve` on a port and a folder of its own, with bots that do not wait and chance by tests' names.

    It is forked from a process that has loaded the code: a test that kills it waits for no imports. What one guest may
    say in one go is all they may say while a test runs, however long it runs.
    """

    def __init__(self, folder: Path, *faults: str, bot_delay: float = 0) -> None:
        """Keep tables below `folder`, perhaps with faults built in (`tests.faults.rigged`); nothing runs yet."""
        super().__init__("server", folder, bot_delay=bot_delay, daily_games=0, password_memory=8, chat_per_second=0.01)
        self.run_by = run_forked
        self._faults = faults

    def _command(self) -> Sequence[str]:
        python, _, _, *rest = super()._command()
        faults = [f"chance:{chance.FILE}", *self._faults, f"constants:{json.dumps(self.constants)}"]
        return [python, "-m", "tests.faults.rigged", *faults, *rest]
