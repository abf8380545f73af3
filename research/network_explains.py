"""What does the value network see? `python -m research.network_explains [--games 100] [--weights FILE]`.

Positions before a placement of games that the planner plays against itself. Each is played on by planners 64 times,
both decks shuffled again: the mean of the margins is what can be known of the end, their variance is chance. The
network says a margin for the same position. Said is, for all rounds and for parts of the game: by how much games vary
from what can be known, by how much positions differ in it, by how much the network is wrong about it, and the part of
the variance between positions that it explains; the noise that so few games leave in the means is taken out. ± is half
the 95 % interval, games drawn again (bootstrap). `--weights` measures another network (`make train`). Half a
minute of one core.
"""

import argparse
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from msgspec.structs import asdict

from codex_naturalis.bots.planner.weights import AT_TABLE
from codex_naturalis.bots.search.value_network import WHERE
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.layout import Array, Games
from codex_naturalis.kernel.planner.choice import play_match
from codex_naturalis.kernel.planner.weights import planner_weights_of
from codex_naturalis.kernel.value_network import PARTS as LAYERS
from codex_naturalis.kernel.value_network import VALUE_NETWORK, estimate_at, see_at
from codex_naturalis.rules import GameState, Phase

from .kinds import KINDS, Numbers, games_of

EACH: Final = 5
CONTINUED: Final = 64
PARTS: Final = {"all rounds": (0, 99), "rounds 1-4": (1, 4), "rounds 5-8": (5, 8), "round 9 on": (9, 99)}
DRAWN: Final = 400


def main() -> None:
    """Read the options, play on, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--seed", default="explains")
    options.add_argument("--weights", type=Path, default=WHERE)
    asked = options.parse_args()
    nets = network(asked.weights)
    kind = next(one for one in KINDS if one.name == "Anselm")
    rows = np.array(
        [
            (number, state.round, *known(state, f"{number}/{at}"), said(state, nets))
            for number, game in enumerate(games_of(kind, asked.games, asked.seed))
            for at, state in enumerate(chosen([step[0] for step in game.steps], f"{asked.seed}/{number}"))
        ]
    )
    for name, (first, last) in PARTS.items():
        print_explained(name, rows[(rows[:, 1] >= first) & (rows[:, 1] <= last)])


def chosen(states: list[GameState], seed: str) -> list[GameState]:
    """Return some positions of a game before a placement."""
    places = [state for state in states if state.phase is Phase.PLACE]
    return Random(seed).sample(places, min(EACH, len(places)))


def network(where: Path) -> Array:
    """Return the network for tables from a file."""
    nets = np.zeros(1, VALUE_NETWORK)
    with np.load(where) as learned:
        for part in LAYERS:
            nets[part][0] = learned[f"table_{part}"]
    return nets


def known(state: GameState, seed: str) -> tuple[float, float]:
    """Return the mean of the first seat's margins after playing on, and their variance."""
    games, rng = new_games(CONTINUED), np.random.default_rng([ord(letter) for letter in seed])
    load(games, 0, state)
    games[:] = games[0]
    games["rng"] = rng.integers(1, 1 << 62, CONTINUED)
    planners = planner_weights_of(asdict(AT_TABLE))
    for at in range(CONTINUED):
        shuffle(games, at, rng)
        play_match(games, at, planners, 0)
    margins = games["totals"][:, 0].astype(float) - games["totals"][:, 1]
    return float(margins.mean()), float(margins.var(ddof=1))


def shuffle(games: Games, at: int, rng: np.random.Generator) -> None:
    """Shuffle both decks of a record, tops included."""
    for deck in range(2):
        number = int(games[at]["decks"][deck])
        games[at]["deck"][deck, :number] = rng.permutation(games[at]["deck"][deck, :number])


def said(state: GameState, nets: Array) -> float:
    """Return the margin of the first seat as the network says it."""
    games = new_games(1)
    load(games, 0, state)
    totals = []
    for seat in (0, 1):
        now = see_at(games, 0, nets, seat)
        over = state.last_round is not None and state.last_round - state.round + (seat >= state.turn) <= 0
        totals.append(now + (0.0 if over else max(0.0, estimate_at(nets, 0))))
    return float(totals[0] - totals[1])


def parts(rows: Numbers) -> Numbers:
    """Return the spread of chance, the spread of positions, the error, and the part explained."""
    _, _, mean, variance, said_ = rows.T
    noise = variance.mean() / CONTINUED
    apart = mean.var() - noise
    wrong = ((said_ - mean) ** 2).mean() - noise
    return np.array([variance.mean() ** 0.5, apart**0.5, max(wrong, 0.0) ** 0.5, 1 - wrong / apart])


def print_explained(name: str, rows: Numbers) -> None:
    """Print how much of what can be known the network explains in some positions."""
    games, rng = np.unique(rows[:, 0]), np.random.default_rng(1)
    members = {game: rows[rows[:, 0] == game] for game in games}
    drawn = [parts(np.concatenate([members[game] for game in rng.choice(games, len(games))])) for _ in range(DRAWN)]
    chance, apart, wrong, explained = parts(rows)
    print(
        f"{name:11} {len(rows):5} positions: chance {chance:.2f}, positions differ by {apart:.2f}, "
        f"the network is wrong by {wrong:.2f}; explains {100 * explained:.0f} ± {196 * np.std(drawn, 0)[3]:.0f} %"
    )


if __name__ == "__main__":
    main()
