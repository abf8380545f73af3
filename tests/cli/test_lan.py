"""`play --lan`: the game on this machine for those who sit around the table."""

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

from codex_naturalis.cli.lan import lan_address, shared_with, url_at
from tests.waiting import TIMEOUT

PROGRAM = """
import codex_naturalis.cli.serve as serve
serve.lan_address = lambda: "127.0.0.2"
from codex_naturalis.cli import main
main()
"""
"""The command on a machine whose address in its network is known beforehand."""


def ask(address: str, body: object = None, token: str = "") -> dict[str, object]:
    """Ask a server."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, headers)  # noqa: S310 - our own
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310 - our own
        content: dict[str, object] = json.load(answer)
    return content


@pytest.fixture
def printed(tmp_path: Path) -> Iterator[str]:
    """Return what `play --lan` prints until it serves."""
    environment = {**os.environ, "NO_BROWSER": "1", "CODEX_DATA_DIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", PROGRAM, "play", "--lan", "--port", "0"]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdout
        lines = ""
        while "not encrypted" not in lines:
            line = process.stdout.readline()
            assert line, lines
            lines += line
        yield lines
        process.terminate()


@pytest.mark.usefixtures("english")
def test_others_are_invited_by_the_address_in_the_network(printed: str) -> None:
    """It is printed with a code and a warning, and links to tables name it."""
    found = re.search(r"is open at (http://127\.0\.0\.2:\d+/)", printed)
    assert found
    assert "█" in printed or "▀" in printed
    assert "Anyone in this network can open this page" in printed
    api = f"{found[1]}api/v1"
    token = str(ask(f"{api}/guests", {"name": "Ann"})["token"])
    table = ask(f"{api}/tables", {"seats": 2}, token)["table"]
    assert isinstance(table, dict)
    assert ask(f"{api}/tables/{table['id']}/invitation")["url"] == f"{found[1]}t/{table['id']}"


def test_the_address_is_one_that_others_can_reach() -> None:
    """Never this machine's own loopback; without a network there is none."""
    address = lan_address()
    assert address is None or not ip_address(address).is_loopback


def test_what_is_printed_names_the_address() -> None:
    """In words beside the code, for those who type it."""
    assert shared_with("http://192.168.1.20:8000/").count("http://192.168.1.20:8000/") == 1


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("codex.example.org", "http://codex.example.org:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),  # noqa: S104 - only printed
        ("::", "http://[::1]:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("fe80::1%eth0", "http://[fe80::1%25eth0]:8000/"),
    ],
)
def test_an_address_of_ipv6_stands_in_brackets(host: str, url: str) -> None:
    """In every URL that is printed, so that it can be followed."""
    assert url_at(host, 8000) == url


def _has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@pytest.mark.usefixtures("english")
@pytest.mark.skipif(not _has_ipv6(), reason="this machine has no IPv6")
def test_the_printed_url_of_ipv6_is_answered(tmp_path: Path) -> None:
    """By the server that printed it."""
    command = [
        sys.executable,
        "-m",
        "codex_naturalis",
        "serve",
        "--host",
        "::1",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
        assert process.stdout
        url = process.stdout.readline().split()[-1]
        assert ask(f"{url}api/v1/opponents")
        process.terminate()
