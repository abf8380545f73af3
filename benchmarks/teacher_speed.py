"""Speed of the teacher's reviews and hints: `python -m benchmarks.teacher_speed [--hints 40] [--games 1]`.

The teacher reviews games of players from Lucia to a random one, whose games are the longest, and gives hints in
positions of games between players of all kinds (`kinds.py`). Reported are the CPU times of each review and of a turn
in it, and the mean and the longest of a hint. To compare two revisions on a busy machine, alternate them, the other
one with `PYTHONPATH=../other/src`.
"""

import argparse
from random import Random
from time import process_time
from typing import Final

import numpy as np

from codex_naturalis.analysis import hint, prepare, review
from codex_naturalis.play.arena import Arena, play_one
from codex_naturalis.rules import options_of
from research.kinds import KINDS, games_of
from research.teacher_stability import positions

PLAYERS: Final = ("level:4", "planner", "level:2", "random")


def main() -> None:
    """Read the options, measure, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--hints", type=int, default=40)
    options.add_argument("--games", type=int, default=1, help="of each player")
    asked = options.parse_args()
    prepare()
    for player in PLAYERS:
        for game in range(asked.games):
            turns, seconds = reviewed(player, game)
            print(f"review, {player:8} {turns} turns: {seconds:.1f} s, {seconds / turns:.3f} s a turn")
    spent = hints(asked.hints)
    print(f"{len(spent)} hints: {np.mean(spent):.3f} s, {max(spent):.3f} s at most")


def reviewed(player: str, game: int) -> tuple[int, float]:
    """Return the number of turns of a game of a player against itself, and the time its review takes."""
    played = play_one(Arena((player, player), options_of(2), 1, f"speed/{player}/{game}"), 0)
    begun = process_time()
    judged = review(played.record, "speed")
    return len(judged.turns), process_time() - begun


def hints(number: int) -> list[float]:
    """Return the times of hints."""
    spent: list[float] = []
    for kind in KINDS:
        for n, game in enumerate(games_of(kind, -(-number // (3 * len(KINDS))), "speed")):
            for view, _ in positions(game, Random(n)):
                begun = process_time()
                hint(view, "speed")
                spent.append(process_time() - begun)
    return spent[:number]


if __name__ == "__main__":
    main()
