"""Is the teacher the strongest player in its time? `python benchmarks/teacher_player.py [search:10000] [--deals 20]`.

The teacher plays as a bot: it asks for a hint before each placement and each draw, and takes the first turn of it. Its
rival is a search that takes about as long. Every deal is played from both seats; said are the part of the games that
the teacher won and the points it was ahead, each with half its 95 % interval over deals, and the CPU time of a turn of
both. Ctrl-C ends it early with what is known by then.
"""

import argparse
from contextlib import suppress
from random import Random

import numpy as np
from ladder import Timed, ended

from codex_naturalis.analysis import hint
from codex_naturalis.bots import bot_named
from codex_naturalis.kernel.ready import compile_kernel
from codex_naturalis.rules import Action
from codex_naturalis.views import View


class Pupil:
    """Bot that does what the teacher advises first."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return the first action of the first turn of a hint."""
        return view.legal[0] if len(view.legal) == 1 else hint(view, str(rng.random())).turns[0].turn[0]


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rival", nargs="?", default="search:10000")
    options.add_argument("--deals", type=int, default=20)
    options.add_argument("--seed", default="teacher")
    asked = options.parse_args()
    compile_kernel()
    teacher, rival = Timed(Pupil()), Timed(bot_named(asked.rival))
    found: list[tuple[float, float]] = []
    with suppress(KeyboardInterrupt):
        found.extend(_deal(teacher, rival, f"{asked.seed}/{number}") for number in range(asked.deals))
    won, ahead = np.array(found).T
    print(f"{2 * len(found)} games: won {_told(100 * won)} %, ahead {_told(ahead)} points")
    print(f"a turn: {1000 * teacher.spent / teacher.turns:.0f} and {1000 * rival.spent / rival.turns:.0f} ms")


def _deal(teacher: Timed, rival: Timed, seed: str) -> tuple[float, float]:
    """Return the part of two games on one deal that the teacher won, and the points by which it was ahead."""
    won = ahead = 0.0
    for seat in (0, 1):
        winners, totals = ended((teacher, rival) if seat == 0 else (rival, teacher), seed, Random(f"{seed}/{seat}"))
        won += (seat in winners) / len(winners) / 2
        ahead += (totals[seat] - totals[1 - seat]) / 2
    return won, ahead


def _told(values: object) -> str:
    found = np.asarray(values)
    return f"{found.mean():.1f} ± {1.96 * found.std(ddof=1) / len(found) ** 0.5:.1f}"


if __name__ == "__main__":
    main()
