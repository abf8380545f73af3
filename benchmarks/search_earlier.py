"""Let a bot play the search of an earlier revision: `python benchmarks/search_earlier.py search:1000 v1.0 games=1000`.

A bot that both have grown with says little of how far the search has come; one that stays as it was does. The revision
(anything Git knows) is laid out in a folder of its own, where a program of it searches: with `games=1000`, and whatever
else of its `Manner` is to differ, as `horizon=1000` for one that never asks the network. Deals must not have changed
since. Every deal is played from each seat, at tables of three and four with `--seats` against the earlier search at all
others. Said is what `search_games.py` says, each with half its 95 % interval over deals; times are of CPU, so that a
busy machine changes both alike. Ctrl-C ends it early with what is known by then; `search_lead.py` keeps what it played.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import earlier_names  # noqa: F401  # first: gives modules of earlier revisions the names of today
import msgspec
from search_games import Timed, outcome, said
from search_regret import manner_of

import codex_naturalis
from codex_naturalis.bots import bot_named
from codex_naturalis.bots.search.tree_search import Trail, think
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import Action, GameOptions, GameState, Phase, Place, SeededShuffler, apply, awaited, deal
from codex_naturalis.views import view_of

ROOT = Path(__file__).parent.parent


class Said(msgspec.Struct, omit_defaults=True):
    """A line to the earlier program: a new deal, that it shall choose for a seat, or what a seat did."""

    seed: str = ""
    seats: int = 2
    chance: str = ""
    seat: int = 0
    action: Action | None = None


class Chosen(msgspec.Struct):
    """The answer of the earlier program."""

    action: Action
    spent: float
    """CPU time that it took, in seconds."""


class Earlier:
    """The search of an earlier revision, in a process of its own."""

    def __init__(self, folder: Path, revision: str, way: str) -> None:
        """Lay `revision` out in `folder` and start it."""
        packed = subprocess.run(["git", "archive", revision], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--answer", str(folder / "src"), way],
            env=os.environ | {"PYTHONPATH": str(folder / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.turns, self.spent = 0, 0.0

    def tell(self, said: Said) -> None:
        """Tell it of a new deal, or of an action."""
        assert self._process.stdin
        self._process.stdin.write(msgspec.json.encode(said) + b"\n")
        self._process.stdin.flush()

    def choose(self, seat: int) -> Action:
        """Return what it does, and count what it took."""
        self.tell(Said(seat=seat))
        assert self._process.stdout
        chosen = msgspec.json.decode(self._process.stdout.readline(), type=Chosen)
        self.turns += isinstance(chosen.action, Place)
        self.spent += chosen.spent
        return chosen.action

    def end(self) -> None:
        """End the program."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def play(bot: Timed, earlier: Earlier, number: int, seed: str, seats: int = 2) -> tuple[float, float, float]:
    """Play a game, on each deal from each seat in turn, and return its `outcome` for `bot`."""
    dealt, chance, own = f"{seed}/{number // seats}", f"{seed}/{number}", number % seats
    rng = Random(chance)
    earlier.tell(Said(seed=dealt, seats=seats, chance=f"{chance}/rival"))
    state = dealt_by(dealt, seats)
    while awaiting := awaited(state):
        seat = awaiting[0]
        action = bot.choose(view_of(state, seat), rng) if seat == own else earlier.choose(seat)
        earlier.tell(Said(seat=seat, action=action))
        state = apply(state, seat, action).state
    assert state.result
    return outcome(state.result, own)


def dealt_by(seed: str, seats: int) -> GameState:
    """Return the deal that both programs play."""
    return deal(catalogue(), GameOptions(seats), SeededShuffler(seed))


def answer(source: str, way: str) -> None:
    """Be the earlier program: read lines, and answer those that ask for a choice."""
    if not str(codex_naturalis.__file__).startswith(source):
        raise RuntimeError(f"{codex_naturalis.__file__} was imported, which is not below {source}")
    manner, games = manner_of(way)
    compile_kernel()
    state: Any = None
    for line in sys.stdin.buffer:
        said = msgspec.json.decode(line, type=Said)
        if said.seed:
            state, rng, trail = dealt_by(said.seed, said.seats), Random(said.chance), Trail()
        elif said.action:
            state = apply(state, said.seat, said.action).state
        else:
            begun = process_time()
            view = view_of(state, said.seat)
            fewer = games // 2 if view.phase is Phase.DRAW else games
            found = think(view, rng, iterations=fewer, manner=manner, trail=trail) if len(view.legal) > 1 else None
            action = found.considered[0].action if found else view.legal[0]
            sys.stdout.buffer.write(msgspec.json.encode(Chosen(action, process_time() - begun)) + b"\n")
            sys.stdout.buffer.flush()


def main() -> None:
    """Read the options, let both play, and print how the bot did."""
    options = argparse.ArgumentParser()
    options.add_argument("bot", help="as search:1000")
    options.add_argument("revision", help="whose search is the rival")
    options.add_argument("way", help="how that searches, as games=1000,horizon=1000")
    options.add_argument("--games", type=int, default=60)
    options.add_argument("--first", type=int, default=0, help="number of the first game")
    options.add_argument("--seed", default="earlier")
    options.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    asked = options.parse_args()
    compile_kernel()
    results: list[tuple[float, float, float]] = []
    with TemporaryDirectory() as folder:
        bot, earlier = Timed(bot_named(asked.bot)), Earlier(Path(folder), asked.revision, asked.way)
        try:
            numbers = range(asked.first, asked.first + asked.games)
            results.extend(play(bot, earlier, number, asked.seed, asked.seats) for number in numbers)
        except KeyboardInterrupt:
            print("ended early")
        earlier.end()
    print(said(asked.bot, results, asked.seats, bot, earlier))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--answer"]:
        answer(*sys.argv[2:])
    else:
        main()
