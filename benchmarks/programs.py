"""Cost of bot programs: a question over standard input, games in the arena, and a whole game over a server.

`python -m benchmarks.programs [question] [arena] [server]` compiles `first_legal.cpp` with `g++`, and prints a line of
JSON for each. CPU seconds are those of all processes of the arena together; nothing else should run meanwhile.
"""

import asyncio
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from codex_naturalis.bots import bot_named
from codex_naturalis.client.bots import BotOnServer
from codex_naturalis.client.requests import Requests
from codex_naturalis.play import Game
from codex_naturalis.programs import ask, bot_at, close_all, shown_to
from codex_naturalis.rules import GameState, Seat, apply, awaited, options_of
from codex_naturalis.server.support.tokens import Scope
from codex_naturalis.wire.people import MadeToken, NewAccount, NewToken, Session
from codex_naturalis.wire.programs import NewProgram, ProgramInfo
from codex_naturalis.wire.table import NewTable, TableAnswer, TableStage
from deploy import parts

SOURCE = Path(__file__).with_name("first_legal.cpp")
GAMES = 2000


def compiled(folder: Path) -> str:
    """Compile the smallest program; return the name of the bot."""
    compiler = shutil.which("g++")
    assert compiler, "this needs g++"
    subprocess.run([compiler, "-O2", "-std=c++17", "-o", str(folder / "first_legal"), str(SOURCE)], check=True)
    return f"exec:{folder / 'first_legal'}"


def moments(games: int) -> Iterator[tuple[GameState, Seat]]:
    """Yield the moments of random games of two."""
    rng, player = Random("programs"), bot_named("random")
    for number in range(games):
        state = Game.from_seed(options_of(2), f"programs {number}").state
        while state.result is None:
            seat = awaited(state)[0]
            yield state, seat
            state = apply(state, seat, player.choose(shown_to(player, state, seat), rng)).state


def question(folder: Path) -> dict[str, float]:
    """Measure the cost of asking a program, without that of the view, which any bot needs."""
    player, rng = bot_at(compiled(folder)), Random(0)
    views = [shown_to(player, state, seat) for state, seat in moments(20)]
    ask(player, views[0], rng)
    took = []
    for view in views:
        begun = time.perf_counter()
        ask(player, view, rng)
        took.append(1000 * (time.perf_counter() - begun))
    close_all()
    return {"questions": len(took), "median_ms": statistics.median(took), "p90_ms": sorted(took)[len(took) * 9 // 10]}


def arena(folder: Path) -> dict[str, float]:
    """Measure games per second and core of the smallest program against `random`."""
    words = [sys.executable, "-m", "codex_naturalis", "arena", compiled(folder), "random", "--games", str(GAMES)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    subprocess.run([*words, "--processes", "1", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"games": GAMES, "games_per_second": GAMES / wall, "games_per_cpu_second": GAMES / cpu}


def server(folder: Path) -> dict[str, float]:
    """Measure a whole game of the smallest program against `random` over a server."""
    running = parts.Server("server", folder, bots="open", daily_games=0, password_memory=8)
    running.start()
    try:
        took = asyncio.run(_games(running.http, compiled(folder)))
    finally:
        running.stop()
    return {"games": len(took), "median_seconds": statistics.median(took), "fastest": min(took), "slowest": max(took)}


async def _games(address: str, bot: str) -> list[float]:
    requests = Requests(address, 10.0)
    requests.token = (await requests.ask(Session, "POST", "/account", NewAccount("Ada", "right horse battery"))).token
    await requests.ask(ProgramInfo, "POST", "/account/programs", NewProgram("First"))
    made = await requests.ask(MadeToken, "POST", "/account/tokens", NewToken("bench", Scope.PLAY, "First"))
    player = BotOnServer(address, made.token, bot, show=lambda _: None)
    playing = asyncio.create_task(player.run())
    requests.token = made.token
    took = [await _game(requests) for _ in range(12)]
    await player.quit()
    await playing
    return took[2:]  # the first ones start workers


async def _game(requests: Requests) -> float:
    begun = time.perf_counter()
    table = (await requests.ask(TableAnswer, "POST", "/tables", NewTable(2, bots=("random",)))).table
    while table.stage is not TableStage.OVER:
        await asyncio.sleep(0.02)
        table = (await requests.ask(TableAnswer, "GET", f"/tables/{table.id}")).table
    return time.perf_counter() - begun


MEASURES: dict[str, Callable[[Path], dict[str, float]]] = {"question": question, "arena": arena, "server": server}


def main() -> None:
    """Measure the named items, or all."""
    for name in sys.argv[1:] or MEASURES:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps({"measure": name, **MEASURES[name](Path(folder))}), flush=True)


if __name__ == "__main__":
    main()
