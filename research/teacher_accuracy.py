"""Does accuracy rise with strength, game by game? `python -m research.teacher_accuracy [--games 4] [--to FILE]`.

Players from random to `search:1000`, each against itself, are reviewed, and every game gives two accuracies. Said are
each player's mean and range, and over all single games the rank correlation (C. Spearman, 1904) between the strength of
the player and its accuracy, with its 95 % interval, games drawn again (bootstrap). What was reviewed is kept in a file,
and the command goes on where it was stopped. A game takes some seconds. `analysis.review` likens people to levels by
these accuracies.
"""

import argparse
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from codex_naturalis.analysis import review
from codex_naturalis.play.arena import Arena, play_one
from codex_naturalis.rules import options_of

Numbers = NDArray[np.float64]

PLAYERS: Final = ("random", "level:pupil", "level:1", "greedy", "level:2", "planner", "level:4", "search:1000")
"""Weakest first, by `research/ladder.py`."""


class Reviewed(Struct, frozen=True):
    """One game of a player against itself."""

    player: str
    game: int
    accuracies: tuple[float, ...]


def main() -> None:
    """Review what is missing, and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=4)
    options.add_argument("--to", type=Path, default=Path("accuracies.jsonl"))
    asked = options.parse_args()
    lines = asked.to.read_bytes().splitlines() if asked.to.exists() else []
    found = [msgspec.json.decode(line, type=Reviewed) for line in lines]
    done = {(one.player, one.game) for one in found}
    with asked.to.open("a", encoding="utf-8") as file:
        for game in range(asked.games):
            for player in PLAYERS:
                if (player, game) not in done:
                    found.append(reviewed(player, game))
                    file.write(msgspec.json.encode(found[-1]).decode() + "\n")
                    file.flush()
    print_accuracy(found)


def reviewed(player: str, game: int) -> Reviewed:
    """Play and review one game."""
    played = play_one(Arena((player, player), options_of(2), 1, f"accuracy/{player}/{game}"), 0)
    judged = review(played.record, "accuracy")
    return Reviewed(player, game, tuple(one.accuracy for one in judged.players))


def print_accuracy(found: list[Reviewed]) -> None:
    """Print each player's accuracies, and how they follow strength."""
    for player in PLAYERS:
        own = [accuracy for one in found if one.player == player for accuracy in one.accuracies]
        if own:
            print(f"{player:12} {np.mean(own):5.1f} ({min(own):.0f}-{max(own):.0f}) in {len(own)} games")
    rng = np.random.default_rng(1)
    samples = [correlation([found[n] for n in rng.integers(0, len(found), len(found))]) for _ in range(400)]
    low, high = np.percentile(samples, (2.5, 97.5))
    print(f"rank correlation over single games {correlation(found):.2f} ({low:.2f}-{high:.2f})")


def correlation(found: list[Reviewed]) -> float:
    """Return Spearman's rank correlation between strength and accuracy."""
    rows = [(float(PLAYERS.index(one.player)), accuracy) for one in found for accuracy in one.accuracies]
    strength, accuracy = np.array(rows).T
    return float(np.corrcoef(ranks(strength), ranks(accuracy))[0, 1])


def ranks(values: Numbers) -> Numbers:
    """Return the rank of each value; equal ones share the mean of theirs."""
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = counts.cumsum()
    means: Numbers = (ends - (counts - 1) / 2)[where]
    return means


if __name__ == "__main__":
    main()
