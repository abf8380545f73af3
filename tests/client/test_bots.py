"""Bots on a server, by the command line and by the library, against a real server."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import TypeVar

import pytest
from click.testing import CliRunner

from codex_naturalis.bots import GreedyBot
from codex_naturalis.cli import codex_naturalis
from codex_naturalis.client import AsyncServer, RefusedError, Server
from codex_naturalis.client.bots import BotOnServer
from codex_naturalis.client.requests import Requests
from codex_naturalis.wire.people import NewAccount, Session
from codex_naturalis.wire.programs import NewInvitation, ProgramHere
from codex_naturalis.wire.table import TableAnswer
from tests.client.test_client import best
from tests.e2e.running import Server as RunningServer
from tests.waiting import LOOK, TIMEOUT, look_until

T = TypeVar("T")
LEARNED = Path(__file__).parents[2] / "examples/learn.py"
PASSWORD = "right horse battery"  # noqa: S105 - of nobody


@pytest.fixture(scope="module")
def ada(running: RunningServer) -> str:
    """Return the token of an account on the server."""
    return sign_up(running)


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[RunningServer]:
    """Run a server that gives the seats of those who leave to stand-ins at once."""
    server = RunningServer(tmp_path)
    server.constants["left_seconds"] = 0.0
    with server:
        yield server


def sign_up(running: RunningServer) -> str:
    """Return the token of a new account on a server."""
    return ask(running, None, Session, "POST", "/account", NewAccount("Ada", PASSWORD)).token


def ask(running: RunningServer, token: str | None, kind: type[T], method: str, path: str, body: object = None) -> T:
    """Ask the server over HTTP."""
    requests = Requests(running.http, TIMEOUT)
    requests.token = token
    return asyncio.run(requests.ask(kind, method, path, body))


def command(running: RunningServer, *words: str) -> str:
    """Run `codex-naturalis bot token` with the password typed; return what it prints."""
    arguments = ["bot", "token", *words, "--server", running.http, "--account", "Ada"]
    result = CliRunner().invoke(codex_naturalis, arguments, input=f"{PASSWORD}\n")
    assert result.exit_code == 0, result.output
    assert PASSWORD not in result.output
    return result.output


def here(running: RunningServer, token: str) -> list[str]:
    """Return the names of the programs that are connected."""
    return [one.name for one in ask(running, token, tuple[ProgramHere, ...], "GET", "/programs")]


@pytest.fixture
def served(
    running: RunningServer, ada: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator["subprocess.Popen[str]"]:
    """Run `bot serve` with the greedy bot, or the one a test names, as the account Magpie until the test is over."""
    bot = getattr(request, "param", "greedy")
    kept = tmp_path / "token"
    command(running, "new", "--bot", "Magpie", "--file", str(kept))
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    words = ["bot", "serve", bot, "--server", running.http, "--token-file", str(kept)]
    program = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-u", "-m", "codex_naturalis", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "CODEX_LANGUAGE": "en"},
    )
    assert program.stdout
    assert "Magpie is at" in program.stdout.readline()
    look_until(lambda: here(running, ada))
    yield program
    program.kill()
    program.wait()


@pytest.mark.parametrize("served", ["greedy", f"{LEARNED}:Bot"], indirect=True, ids=["greedy", "learned"])
def test_a_bot_by_name_plays_where_it_is_invited_and_ends_politely(
    running: RunningServer, ada: str, served: "subprocess.Popen[str]"
) -> None:
    """Ctrl-C in the middle of a game lets it be played to its end; then the program ends without a fault.

    One of them is what `examples/learn.py` has learned.
    """
    with Server(running.http, token=ada) as server:
        table = server.open(seats=2)
        assert server.programs() == ["Magpie"]
        table.add_bot("Magpie")
        for number, view in enumerate(table.turns()):
            if number == 3:
                served.send_signal(signal.SIGINT)
            table.act(best(view))
        assert table.result is not None
        assert {seat.name for seat in table.info.seats} == {"Ada", "Magpie"}
    assert served.wait(TIMEOUT) == 0
    assert served.stdout
    *_, ended = served.stdout.read().splitlines()
    assert all(f"{seat.name} {table.result.totals[seat.seat or 0]}" in ended for seat in table.info.seats)


@pytest.mark.usefixtures("served")
def test_a_killed_server_costs_a_bot_nothing(running: RunningServer, ada: str) -> None:
    """Both players come back by themselves, and the game is played to its end."""
    with Server(running.http, token=ada) as server:
        table = server.open(seats=2)
        ask(running, ada, TableAnswer, "POST", f"/tables/{table.id}/programs", NewInvitation("Magpie"))
        for number, view in enumerate(table.turns()):
            if number == 3:
                running.kill()
                running.start()
            table.act(best(view))
        assert table.result is not None
        assert all(seat.stand_in is None for seat in table.info.seats)


def test_tokens_are_listed_and_revoked(running: RunningServer, ada: str) -> None:
    """A revoked token lets no bot in any more."""
    text = command(running, "new", "--bot", "Raven", "--name", "shed").splitlines()[-1]
    line = next(line for line in command(running, "list").splitlines() if "shed" in line)
    assert "Raven" in line
    command(running, "revoke", line.split()[0])
    with pytest.raises(RefusedError, match=r"token\.invalid"):
        asyncio.run(BotOnServer(running.http, text, "greedy", show=lambda _: None).run())
    assert ada


@pytest.mark.usefixtures("ada")
def test_a_refusal_is_told_in_words(running: RunningServer) -> None:
    """In the language of the command, not by its code."""
    words = ["--language", "fr", "bot", "token", "list", "--server", running.http, "--account", "Ada"]
    shown = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "codex_naturalis", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CODEX_PASSWORD": "not hers"},
    )
    assert shown.returncode == 1
    assert "Le nom ou le mot de passe est incorrect." in shown.stderr


def test_a_bot_that_fails_gives_its_seat_to_a_stand_in(impatient: RunningServer, tmp_path: Path) -> None:
    """It is told in one line, and the others go on at once."""
    ada, file = sign_up(impatient), tmp_path / "broken.py"
    file.write_text("def choose(view, rng):\n    raise ValueError('no idea')\n")
    text = command(impatient, "new", "--bot", "Dodo").splitlines()[-1]
    lines: list[str] = []
    player = BotOnServer(impatient.http, text, str(file), show=lines.append)
    loop = asyncio.new_event_loop()
    playing = Thread(target=lambda: loop.run_until_complete(player.run()), daemon=True)
    playing.start()
    look_until(lambda: any("Dodo is at" in line for line in lines))
    look_until(lambda: "Dodo" in here(impatient, ada))
    with Server(impatient.http, token=ada) as server:
        table = server.open(seats=2)
        ask(impatient, ada, TableAnswer, "POST", f"/tables/{table.id}/programs", NewInvitation("Dodo"))
        look_until(lambda: any(seat.stand_in for seat in table.info.seats))
    assert any("no idea" in line and "stand-in" in line for line in lines)
    asyncio.run_coroutine_threadsafe(player.quit(), loop)


async def until_here(requests: Requests, name: str) -> None:
    """Wait until a program is connected."""
    async with asyncio.timeout(TIMEOUT):
        while name not in [  # noqa: ASYNC110 - nobody rings
            one.name for one in await requests.ask(tuple[ProgramHere, ...], "GET", "/programs")
        ]:
            await asyncio.sleep(LOOK)


async def test_the_library_serves_a_bot_where_its_account_is_invited(running: RunningServer, ada: str) -> None:
    """`serve` without links takes the socket of bots, and ends when it is cancelled."""
    text = await asyncio.to_thread(command, running, "new", "--bot", "Heron")
    async with (
        AsyncServer(running.http, token=text.split()[-1]) as heron,
        AsyncServer(running.http, token=ada) as owner,
    ):
        serving = asyncio.create_task(heron.serve(GreedyBot))
        requests = Requests(running.http, 10.0)
        requests.token = ada
        await until_here(requests, "Heron")
        table = await owner.open(seats=2)
        await requests.ask(TableAnswer, "POST", f"/tables/{table.id}/programs", NewInvitation("Heron"))
        await owner.serve(GreedyBot, table.id)
        assert table.result is not None or table.ended
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving


async def test_the_library_serves_a_bot_where_a_guest_sits(running: RunningServer) -> None:
    """A person's token plays at the tables where that person sits, those to come included."""
    async with AsyncServer(running.http, name="Finch") as finch, AsyncServer(running.http, name="Host") as host:
        opened = await host.open(seats=2)
        joined = await finch.join(opened.id)
        serving = asyncio.create_task(finch.serve(GreedyBot))
        await host.serve(GreedyBot, opened.id)
        async with asyncio.timeout(TIMEOUT):
            async for view in joined.views():
                last = view
        assert last.result is not None
        serving.cancel()
