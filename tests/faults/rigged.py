"""Run the command line with faults built in: `python -m tests.faults.rigged FAULT… serve …`.

`kill-AT:N` ends the process without warning at the N-th action of a client: `before-write`, `in-transaction`,
`after-commit`, or after the `first-send` or `second-send` of what it caused. `clock` lets the wall clock jump an hour
back and forth; `day:DATE` begins at noon of that day. `patience:MS` is how long the database waits for a lock.
`deal:SEED` deals every game from one seed, `chance:FILE` draws every seed by the text that is in a file just then.
`counted` counts addresses of this machine too. `narrow` lets the system keep little of what is on its way to a client.
`constants:JSON` gives other values to constants of the server.
"""

import os
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from codex_naturalis.cli import main
from codex_naturalis.play import Game
from codex_naturalis.seating import chance
from codex_naturalis.server import serve as running
from codex_naturalis.server.bots import worker, worker_pool
from codex_naturalis.server.database import sqlite as durable
from codex_naturalis.server.database import sqlite_appends
from codex_naturalis.server.database.appends import Append
from codex_naturalis.server.limits import networks
from codex_naturalis.server.sockets import channel
from codex_naturalis.server.tables import store
from codex_naturalis.views import View
from deploy.with_constants import use_constants

_count = 0


def die() -> None:
    """End now, as by a power cut."""
    os.kill(os.getpid(), signal.SIGKILL)


def kill(where: str, at: int) -> None:
    """Die at the `at`-th action of a client."""
    append, put = store.Store.append_actions, channel.Channel.put
    sent = 0

    async def counted(self: store.Store, new: Append) -> None:
        global _count  # noqa: PLW0603 - one process, one count
        _count += new.id is not None
        if where == "before-write" and _count == at:
            die()
        await append(self, new)
        if where == "after-commit" and _count == at:
            die()

    def put_and_kill(self: channel.Channel, messages: Iterable[Any]) -> None:
        nonlocal sent
        listed = list(messages)
        put(self, listed)
        if _count == at and any(isinstance(message, bytes) for message in listed):
            sent += 1
            if (where, sent) in (("first-send", 1), ("second-send", 2)):
                time.sleep(0.05)  # the system has it, the client gets it
                die()

    setattr(store.Store, "append_actions", counted)  # noqa: B010 - a fault is built in
    setattr(channel.Channel, "put", put_and_kill)  # noqa: B010 - likewise
    if where == "in-transaction":
        sqlite_appends.put = in_file(sqlite_appends.put, at)


def in_file(put: Callable[..., None], at: int) -> Callable[..., None]:
    """Die before a file of SQLite's is told to keep what was written."""

    def written(connection: Any, new: list[Append]) -> None:  # noqa: ANN401
        put(connection, new)
        if _count == at:
            die()

    return written


def jumping_clock() -> None:
    """Let every second look at the wall clock be an hour late or early."""
    true, jumps = time.time, [0.0, 3600.0, 0.0, -3600.0]

    def wrong() -> float:
        jumps.append(jumps.pop(0))
        return true() + jumps[0]

    time.time = wrong


def patience(milliseconds: int) -> None:
    """Wait for locks as long as that."""
    kept = [pragma for pragma in durable._PRAGMAS if "busy_timeout" not in pragma]
    durable._PRAGMAS = (*kept, f"busy_timeout={milliseconds}")  # type: ignore[misc,assignment]


def begin_at_noon(day: str) -> None:
    """Let the wall clock show noon of a day in UTC now, and go on from there."""
    true, noon = time.time, datetime.fromisoformat(f"{day}T12:00:00+00:00").timestamp()
    ahead = noon - true()
    time.time = lambda: true() + ahead


def one_deal(seed: str) -> None:
    """Deal every game from `seed`."""
    drawn = Game.from_seed
    setattr(chance, "Game", SimpleNamespace(from_seed=lambda options, _: drawn(options, seed)))  # noqa: B010 - a fault


def chance_by_name(file: str) -> None:
    """Draw every seed by the text of `file`, which names what goes on: the first, second … by one text differ.

    Bots choose by it and by what they may do, so that it does not matter which of two is asked first.
    """
    counts = Counter[str]()

    def draw(*parts: object) -> str:
        return sha256(" ".join(map(str, parts)).encode()).hexdigest()

    def draw_seed(_: int) -> str:
        name = Path(file).read_text("utf-8")
        counts[name] += 1
        return draw(name, counts[name])

    def ask(bot: str, view: View, seed: str, player: str, *rest: Any) -> worker.BotQuestion:  # noqa: ANN401
        own = seed if seed == player else draw(Path(file).read_text("utf-8"), bot, view.viewer, view.legal)
        return worker.BotQuestion(bot, view, own, player, *rest)

    setattr(chance, "secrets", SimpleNamespace(token_hex=draw_seed))  # noqa: B010 - a fault
    setattr(worker_pool, "draw_seed", str)  # noqa: B010 - what bots are asked counts for nothing
    setattr(worker_pool, "BotQuestion", ask)  # noqa: B010 - likewise


def counted_addresses() -> None:
    """Count those who come from this machine."""
    networks._here = lambda address: False  # noqa: ARG005 - it is a fault


def narrow_lines() -> None:
    """Let the system keep a few kilobytes of what a client does not read, instead of megabytes."""
    bound = running.bind

    def narrowly(host: str, port: int) -> socket.socket:
        listening = bound(host, port)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # as each connection that it accepts has, too
        return listening

    running.bind = narrowly


_FAULTS: dict[str, Callable[[], None]] = {
    "clock": jumping_clock,
    "counted": counted_addresses,
    "narrow": narrow_lines,
}


def rig(fault: str) -> None:
    """Build a fault in."""
    name, _, number = fault.partition(":")
    if name.startswith("kill-"):
        kill(name.removeprefix("kill-"), int(number))
    elif name == "patience":
        patience(int(number))
    elif name == "constants":
        use_constants(number)
    elif name == "deal":
        one_deal(number)
    elif name == "day":
        begin_at_noon(number)
    elif name == "chance":
        chance_by_name(number)
    else:
        _FAULTS[name]()


def run(arguments: Sequence[str]) -> None:
    """Run the command line with the faults that are named before the command."""
    commands = [at for at, word in enumerate(arguments) if word in ("serve", "worker")]
    for fault in arguments[: commands[0]]:
        rig(fault)
    main(arguments[commands[0] :])


if __name__ == "__main__":
    run(sys.argv[1:])
