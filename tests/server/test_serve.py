"""The commands `play` and `serve`, as they behave at a terminal."""

import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from codex_naturalis.server.database.upgrade import upgrade
from deploy.parts import free_port
from tests.server.database.test_recovery import serving, until_ready
from tests.timing import within
from tests.waiting import TIMEOUT


@pytest.mark.usefixtures("english")
def test_play_says_where_it_is_and_ends_quietly_on_ctrl_c(tmp_path: Path) -> None:
    """One friendly line with the address; Ctrl-C stores what is to be stored, and leaves no trace of an error."""
    port = free_port()
    with serving(tmp_path, port) as process:
        until_ready(process, port)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert out.splitlines() == [f"Codex Naturalis is open at http://127.0.0.1:{port}/ (Ctrl-C closes it)"]
    assert err.strip() == ""


@pytest.mark.timing
def test_sigterm_ends_within_moments_even_with_open_sockets(tmp_path: Path) -> None:
    """An open table does not hold the server up, and its client is told that the server restarts."""
    from websockets.exceptions import ConnectionClosed  # noqa: PLC0415
    from websockets.sync.client import connect  # noqa: PLC0415

    port = free_port()
    with serving(tmp_path, port) as process:
        until_ready(process, port)
        http = httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1")
        token = http.post("/guests", json={"name": "Ada"}).json()["token"]
        answer = http.post("/tables", json={"seats": 2}, headers={"Authorization": f"Bearer {token}"})
        table = answer.json()["table"]["id"]
        with connect(f"ws://127.0.0.1:{port}/api/v1/tables/{table}/socket", compression="deflate") as client:
            assert client.response
            assert "Sec-WebSocket-Extensions" not in client.response.headers
            client.send('{"type": "hello"}')
            client.recv()
            began = time.monotonic()
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                client.recv(timeout=TIMEOUT)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1012
            process.communicate(timeout=TIMEOUT)
        assert time.monotonic() - began < within(4)
    http.close()


def test_what_few_need_is_not_loaded_at_the_start(tmp_path: Path) -> None:
    """A start imports nothing that migrates, hashes, mails, pushes, writes calendars or thinks."""
    upgrade(tmp_path / "codex.db")
    asked = f"""
import os, sys, click

def tell(_):
    print(*sys.modules, flush=True)
    os._exit(0)

click.echo = tell  # when it can be reached
from codex_naturalis.cli import main
main(["serve", "--port", "0", "--data", {str(tmp_path)!r}])
"""
    result = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603
    loaded = set(result.stdout.split())
    assert "codex_naturalis.server.app" in loaded
    seldom = {"alembic", "argon2", "asyncpg", "cryptography", "httpx", "icalendar", "nats", "numba", "numpy", "smtplib"}
    assert not loaded & seldom


def test_what_computes_aside_gives_the_interpreter_back_soon(tmp_path: Path) -> None:
    """A thread keeps it for a millisecond at most while the loop waits, instead of the usual five."""
    asked = f"""
import os, sys
from pathlib import Path
from codex_naturalis.server.serve import bind, run
from codex_naturalis.server.support.settings import Settings

def tell():
    print(sys.getswitchinterval(), flush=True)
    os._exit(0)

run(Settings.from_environment(Path({str(tmp_path)!r})), bind("127.0.0.1", 0), tell)
"""
    output = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert float(output) == pytest.approx(0.001)


@pytest.mark.usefixtures("english")
def test_a_taken_port_is_named(tmp_path: Path) -> None:
    """The sentence says what to do."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with serving(tmp_path, port) as process:
            out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 1
    assert out == ""
    assert err == f"Error: port {port} is taken; choose another one with PORT={port + 1}\n"


@pytest.mark.usefixtures("english")
def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    """The second says so and leaves the first alone."""
    port = free_port()
    with serving(tmp_path, port) as first:
        until_ready(first, port)
        with serving(tmp_path, free_port()) as second:
            _, err = second.communicate(timeout=TIMEOUT)
        assert second.returncode == 1
        assert "another server is using" in err
        assert len(err.splitlines()) == 1
        assert first.poll() is None


@pytest.mark.usefixtures("english")
def test_a_newer_database_stops_the_start_in_one_sentence(tmp_path: Path) -> None:
    """No stack trace."""
    upgrade(tmp_path / "codex.db")
    with closing(sqlite3.connect(tmp_path / "codex.db")) as connection, connection:
        connection.execute("update alembic_version set version_num = '9999'")
    with serving(tmp_path, free_port()) as process:
        _, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 1
    assert "newer version" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [[], ["-X", "dev"]])
def test_a_trace_in_the_logs_shows_no_values(arguments: list[str]) -> None:
    """Tokens and hands live in variables, so those are not printed."""
    code = """
import structlog
from codex_naturalis.server.support.log import set_up_logging

set_up_logging()
def fail(token):
    raise RuntimeError("told")
try:
    fail("a" + "bc" * 3)
except RuntimeError:
    structlog.get_logger("x").exception("failed")
"""
    command = [sys.executable, *arguments, "-c", code]
    err = subprocess.run(command, capture_output=True, text=True, check=True).stderr  # noqa: S603
    assert "told" in err
    assert "abcbcbc" not in err


def test_serve_explains_itself() -> None:
    """The options are listed."""
    command = [sys.executable, "-m", "codex_naturalis", "serve", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert all(option in shown for option in ("--host", "--port", "--data"))
