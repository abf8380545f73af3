"""Self-play in batches: deals by the rules, games in the kernel, records out.

Needs the extra `fast`. Its games follow the rules: tests replay them.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

import numpy as np
from msgspec.structs import asdict

from codex_naturalis.bots.levels import weights_of
from codex_naturalis.catalogue import Side
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.layout import CELLS, DRAW, OBJECTIVE, SIDE
from codex_naturalis.kernel.mcts.worlds import HIDDEN
from codex_naturalis.kernel.planner.weights import planner_weights_of
from codex_naturalis.record import Record, action_text, seeded_deal
from codex_naturalis.rules import ChooseObjective, ChooseSide, Draw, GameOptions, Place, Source, begin

from .planning import play_many

__all__ = ["play_planners"]

_GAMES: Final = 250
_ACTIONS: Final = 180
_SIDES: Final = tuple(Side)
_SOURCES: Final = tuple(Source)


def play_planners(options: GameOptions, bot: str, seeds: Sequence[str]) -> Iterator[Record]:
    """Yield the game that a planner plays in every seat of each deal, by the weights of `bot` (`bots.levels`).

    Its chance comes from the seed, too: the same seed gives the same game.
    """
    planners = planner_weights_of(asdict(weights_of(bot, solo=options.solo is not None)))
    games, hidden = new_games(_GAMES + 1), np.zeros(1, HIDDEN)
    acts, numbers = np.zeros((_GAMES, _ACTIONS, 6), np.int16), np.zeros(_GAMES, np.int64)
    seen, where = np.zeros((4, 81), np.uint8), np.zeros((CELLS, 2), np.int16)
    for first in range(0, len(seeds), _GAMES):
        some = seeds[first : first + _GAMES]
        for at, seed in enumerate(some):
            load(games, at, begin(options, seeded_deal(options, seed)))
            games[at]["rng"] = _chance(seed)
        play_many(games, planners, hidden, seen, where, acts, numbers, len(some))
        longest = int(numbers[: len(some)].max())
        for seed, rows, number in zip(some, acts[:, :longest].tolist(), numbers.tolist(), strict=False):
            yield Record(options, seed=seed, actions=tuple([_text(*row) for row in rows[:number]]))


def _chance(seed: str) -> int:
    """Return the state of the kernel's generator that a seed gives: 64 bits of its SHA-256, never 0."""
    return int.from_bytes(sha256(seed.encode()).digest()[:8], "big") | 1


@lru_cache(maxsize=1 << 17)
def _text(seat: int, phase: int, what: int, side: int, u: int, v: int) -> str:
    """Return an action of `kernel_replay.ACT` as a record writes it."""
    if phase == SIDE:
        return action_text(seat, ChooseSide(_SIDES[what]))
    if phase == OBJECTIVE:
        return action_text(seat, ChooseObjective(what))
    if phase == DRAW:
        return action_text(seat, Draw(_SOURCES[what]))
    return action_text(seat, Place(what, _SIDES[side], (u + v, u - v)))
