"""Turn latency and memory of a hundred terminals on one server: `python -m benchmarks.terminals`.

Each of them is a desk at a table of its own against Tybor, which plays a whole game over the network as the terminal
does, a turn every few seconds; they share this process, so that the machine's memory does not matter. What one terminal
takes is measured on its own, as a process.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

from codex_naturalis.bots import GreedyBot
from codex_naturalis.client import AsyncServer
from codex_naturalis.terminal.remote import RemoteDesk
from deploy.parts import Server

from .terminal import begin, end, picture


async def one(server: AsyncServer, rng: Random, pause: float, took: list[float]) -> None:
    """Play a game, with a pause before each turn."""
    opened = await server.open(solo="easy")
    desk = RemoteDesk(server, opened.invitation)
    await desk.open()
    bot = GreedyBot()
    while not desk.ended:
        assert desk.view is not None
        await asyncio.sleep(rng.uniform(0, 2 * pause))
        begun = time.perf_counter()
        await desk.act((bot.choose(desk.view, rng),))
        took.append(time.perf_counter() - begun)


async def play(address: str, count: int, pause: float) -> list[float]:
    """Return the seconds that each action of `count` terminals took."""
    took: list[float] = []
    servers = [AsyncServer(address, name=f"T{at}") for at in range(count)]
    await asyncio.gather(*(one(server, Random(at), pause, took) for at, server in enumerate(servers)))
    await asyncio.gather(*(server.close() for server in servers))
    return took


def memory(pid: int) -> float:
    """Return the private memory of a process, in megabytes."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_")) / 1024


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--terminals", type=int, default=100)
    parser.add_argument("--pause", type=float, default=2.0, help="Seconds before a turn, on average.")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server("server", Path(folder), sockets_per_address=0, requests_per_second=0, guests_per_minute=0)
        server.start()
        assert server.process
        before, begun = cpu(server.process.pid), time.perf_counter()
        took = asyncio.run(play(server.http, arguments.terminals, arguments.pause))
        seconds, used = time.perf_counter() - begun, cpu(server.process.pid) - before
        print(f"{len(took)} actions of {arguments.terminals} terminals in {seconds:.0f} s")
        slow = sorted(took)[int(0.99 * len(took))]
        print(f"an action: median {1000 * statistics.median(took):.1f} ms, 99 % within {1000 * slow:.0f} ms")
        print(f"server: {100 * used / seconds:.0f} % of a core, {memory(server.process.pid):.0f} MB of its own")
        server.stop()
    pid, terminal = begin("-m", "codex_naturalis", "table", "--solo", "easy")
    picture(terminal, b"Codex Naturalis")
    print(f"a terminal: {memory(pid):.0f} MB of its own")
    end(pid, terminal)


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
