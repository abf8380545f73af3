"""Is the teacher the strongest player in its time? `python -m research.teacher_player [search:10000] [--deals 20]`.

The teacher plays as a bot: it asks for a hint before each placement and each draw, and takes the first turn of it. Its
rival is a search that takes about as long. Every deal is played from both seats; said are the part of the games that
the teacher won and the points it was ahead, each with half its 95 % interval over deals, and the CPU time of a turn of
both. What was played is kept in a file (`--to`), and the command goes on where it was stopped.
"""

import argparse
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from msgspec import Struct

from codex_naturalis.analysis import hint
from codex_naturalis.bots import bot_named
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.rules import Action
from codex_naturalis.views import View

from .ladder import Timed, ended


class Pupil:
    """Bot that does what the teacher advises first."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return the first action of the first turn of a hint."""
        return view.legal[0] if len(view.legal) == 1 else hint(view, str(rng.random())).turns[0].turn[0]


class Played(Struct, frozen=True):
    """One deal, played from both seats."""

    rival: str
    seed: str
    won: float
    """Part of the two games that the teacher won."""

    ahead: float
    """Points by which it was ahead, in the mean of both."""

    turns: tuple[int, int]
    spent: tuple[float, float]
    """Turns of the teacher and of the rival, and their CPU time in seconds."""


def main() -> None:
    """Play what is missing, and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rival", nargs="?", default="search:10000")
    options.add_argument("--deals", type=int, default=20)
    options.add_argument("--seed", default="teacher")
    options.add_argument("--to", type=Path, default=Path("teacher-player.jsonl"))
    asked = options.parse_args()
    lines = asked.to.read_bytes().splitlines() if asked.to.exists() else []
    found = [one for one in (msgspec.json.decode(line, type=Played) for line in lines) if one.rival == asked.rival]
    done = {one.seed for one in found}
    compile_kernel()
    with asked.to.open("a", encoding="utf-8") as file:
        for seed in (f"{asked.seed}/{number}" for number in range(asked.deals)):
            if seed not in done:
                found.append(_deal(asked.rival, seed))
                file.write(msgspec.json.encode(found[-1]).decode() + "\n")
                file.flush()
    print_results(found)


def print_results(found: list[Played]) -> None:
    """Print how the teacher did, and the time that both took."""
    won, ahead = np.array([(one.won, one.ahead) for one in found]).T
    print(f"{2 * len(found)} games: won {_format_mean(100 * won)} %, ahead {_format_mean(ahead)} points")
    spent, turns = (np.sum([getattr(one, name) for one in found], 0) for name in ("spent", "turns"))
    print(f"a turn: {1000 * spent[0] / turns[0]:.0f} and {1000 * spent[1] / turns[1]:.0f} ms")


def _deal(named: str, seed: str) -> Played:
    """Play one deal from both seats."""
    won = ahead = 0.0
    teacher, rival = Timed(Pupil()), Timed(bot_named(named))
    for seat in (0, 1):
        winners, totals = ended((teacher, rival) if seat == 0 else (rival, teacher), seed, Random(f"{seed}/{seat}"))
        won += (seat in winners) / len(winners) / 2
        ahead += (totals[seat] - totals[1 - seat]) / 2
    return Played(named, seed, won, ahead, (teacher.turns, rival.turns), (teacher.spent, rival.spent))


def _format_mean(values: object) -> str:
    found = np.asarray(values)
    return f"{found.mean():.1f} ± {1.96 * found.std(ddof=1) / len(found) ** 0.5:.1f}"


if __name__ == "__main__":
    main()
