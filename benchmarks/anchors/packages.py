"""Anchors from other people's packages: `python benchmarks/anchors/packages.py NAME`, in an environment that has them.

It imports nothing of ours but for `codex_openspiel`, which is our game in the loop of OpenSpiel's own. Each number of
seconds that it reads it answers with the actions, or steps, in a second of CPU time of whole random games.
"""

import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, Final


def texas_holdem() -> Callable[[int], int]:
    """Play PettingZoo's classic game, by its cycle."""
    from pettingzoo.classic import texas_holdem_v4  # noqa: PLC0415 - each has only its own package

    env = texas_holdem_v4.env()

    def play(seed: int) -> int:
        env.reset(seed=seed)
        chance, steps = Random(seed).random, 0
        while env.agents:
            observation, _, ended, cut, _ = env.last()
            legal = observation["action_mask"].nonzero()[0]
            env.step(None if ended or cut else int(legal[int(chance() * len(legal))]))
            steps += not (ended or cut)
        return steps

    return play


def catanatron() -> Callable[[int], int]:
    """Play Catan by the rules of Catanatron, in Python."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415

    def play(seed: int) -> int:
        game: Any = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
        game.play()
        return len(game.state.actions)

    return play


def gin_rummy() -> Callable[[int], int]:
    """Play OpenSpiel's game in C++, called from Python."""
    return _openspiel("gin_rummy")


def codex_openspiel() -> Callable[[int], int]:
    """Play our game by the interface of OpenSpiel."""
    import codex_naturalis.rl.openspiel  # noqa: F401, PLC0415 - registers it

    return _openspiel("python_codex_naturalis")


def _openspiel(name: str) -> Callable[[int], int]:
    import pyspiel  # noqa: PLC0415

    game: Any = pyspiel.load_game(name)

    def play(seed: int) -> int:
        chance, state, steps = Random(seed).random, game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            steps += 1
        return steps

    return play


GAMES: Final = {each.__name__: each for each in (texas_holdem, catanatron, gin_rummy, codex_openspiel)}


def main() -> None:
    """Answer each line of standard input."""
    play = GAMES[sys.argv[1]]()
    seed = steps = play(0) * 0
    for line in sys.stdin:
        steps, begun = 0, process_time()
        while (passed := process_time() - begun) < float(line):
            seed += 1
            steps += play(seed)
        print(steps / passed, flush=True)


if __name__ == "__main__":
    main()
