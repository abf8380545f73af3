"""What people are to be told of their turn survives whatever ends the server, and is told once."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.faults.clients import ask, seat_two
from tests.faults.running import Server
from tests.waiting import TIMEOUT


class Program:
    """Webhook receiver that accepts every message."""

    def __init__(self) -> None:
        taken = self.taken = list[str]()

        class Hand(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                taken.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Hand)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def program() -> Iterator[Program]:
    """Return a webhook receiver."""
    running = Program()
    yield running
    running.server.shutdown()


def until_noted(server: Server, where: str) -> None:
    """Wait until there is a message of which something is so."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        with closing(sqlite3.connect(server.data / "codex.db")) as database:
            if database.execute(f"select 1 from notices where {where}").fetchone():  # noqa: S608 - our own
                return
        time.sleep(0.05)
    raise AssertionError(f"no message: {where}")


def test_a_server_that_is_killed_before_it_tells_tells_later(tmp_path: Path, program: Program) -> None:
    """The turn begins, the server is killed before the message goes; the next one sends it, once."""
    server = Server(tmp_path, notice_seconds=3600, notice_networks="127.0.0.0/8")
    try:
        server.start()
        ada, bob = seat_two(server)
        wanted = {"url": program.url, "language": "en"}
        ask(server, "/guests/me/notices/webhook", wanted, ada.token)
        ada.leave()
        bob.act(bob.choice())
        until_noted(server, "settled is null")
        server.kill()
        assert program.taken == []
        with closing(sqlite3.connect(server.data / "codex.db")) as database, database:
            database.execute("update notices set due = 0")  # as if the time had come meanwhile
        server.start()
        until_noted(server, "settled is not null")
        assert len(program.taken) == 1
    finally:
        if server.process:
            server.kill()
