"""A game over several servers in two browsers, while one server after another is killed.

The servers are those of `python -m deploy.one_machine`, started as its page says.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from deploy.parts import Nats, Nginx, Postgres, free_port
from tests.e2e.conftest import Served, Visit
from tests.e2e.lobby import lay_table, sign, sit_down
from tests.e2e.playing import finish, in_turn, lay, play_on, scores, set_out, wait_for
from tests.e2e.quick import hurry
from tests.e2e.running import SERVER_AWAY
from tests.e2e.test_resilience import laid
from tests.several import there

TIMEOUT = 180.0
ROOT = Path(__file__).resolve().parents[2]


class Town:
    """Installation with several servers: its output, and the address of its load balancer."""

    def __init__(self, folder: Path) -> None:
        """Start it through its command line."""
        there(lambda: (Postgres(folder / "there"), Nats(folder), Nginx(folder, [])))
        self._log = folder / "output"
        port = free_port()
        command = [sys.executable, "-m", "deploy.one_machine", "--folder", str(folder / "town"), "--port", str(port)]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)  # noqa: S603 - our own
        self.http = f"http://127.0.0.1:{port}"
        self._until(lambda: f"is open at {self.http}" in self.read_log())

    def read_log(self) -> str:
        """Return what it has said."""
        return self._log.read_text("utf-8")

    def servers(self) -> dict[str, tuple[int, str]]:
        """Return process and address of each server that runs, by name."""
        words = [line.removeprefix("again: ").split() for line in self.read_log().splitlines()]
        return {each[0]: (int(each[2]), each[3]) for each in words if each[0].startswith("server-")}

    def kill(self, name: str) -> None:
        """Kill a server, as a power cut would."""
        os.kill(self.servers()[name][0], signal.SIGKILL)

    def back(self, name: str, before: int) -> None:
        """Wait until a server that was killed answers again, another process than `before`."""
        self._until(lambda: self.servers()[name][0] != before and _answers(self.servers()[name][1]))

    def _until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + TIMEOUT
        while not true():
            assert self._process.poll() is None, self.read_log()
            assert time.monotonic() < deadline, self.read_log()
            time.sleep(0.1)

    def stop(self) -> None:
        """End everything by Ctrl-C."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(TIMEOUT) == 0, self.read_log()


def _answers(address: str) -> bool:
    with suppress(OSError), urllib.request.urlopen(f"{address}/readyz", timeout=TIMEOUT):  # noqa: S310 - our own
        return True
    return False


@pytest.fixture
def town() -> Iterator[Town]:
    """Run PostgreSQL, NATS, three servers, two workers and nginx."""
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        Path(folder).chmod(0o755)  # for the user of the database
        running = Town(Path(folder))
        try:
            yield running
        finally:
            running.stop()


@pytest.mark.timeout(900)
def test_a_game_goes_on_while_one_server_after_another_is_killed(visits: Callable[[Served], Visit], town: Town) -> None:
    """No reload, no lost turn, and both read the same scores at the end; what was killed is started again."""
    visit = visits(town)
    ann = visit(forgive=SERVER_AWAY, keeps=True)
    sign(ann, "Ann")
    bea = visit(lay_table(ann), forgive=SERVER_AWAY, keeps=True)
    sit_down(bea, "Bea")
    set_out(ann, bea)
    players = in_turn(ann, bea)
    first, *_ = names = sorted(town.servers())
    dead = town.servers()
    for number, name in enumerate(names):
        if number == 2:
            town.back(first, dead[first][0])  # one of three is always there
        town.kill(name)
        for player in players:
            wait_for(player, "card")
            lay(player)
            finish(player)
    wait_for(players[0], "card")
    for page in players:
        laid(page, 4)
    hurry(town, *players)
    assert play_on(*in_turn(ann, bea)) >= 2
    assert scores(ann) == scores(bea)
    for name in names:
        town.back(name, dead[name][0])
