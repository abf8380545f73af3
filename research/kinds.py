"""Games between players of all kinds, for measures of the teacher: from searches to people who are learning.

No games of people are at hand, so players who learn stand for them: the lower levels, against each other, and players
who take a turn in seven without care. What comes of a position is known better than one game can tell where the
players have compiled twins: then it is played on many times with the cards that are still hidden in the decks drawn
again.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from codex_naturalis.analysis.expectations import PlayedTurn, turns_of
from codex_naturalis.analysis.worlds import open_worlds
from codex_naturalis.bots import Bot, bot_named
from codex_naturalis.bots.levels import _goldsmith, _novice
from codex_naturalis.bots.planner.weights import AT_TABLE, Weights
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import code_of
from codex_naturalis.kernel.chance import seed, unit
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import DRAW, OVER, Array, Games
from codex_naturalis.kernel.planner.choice import choose
from codex_naturalis.kernel.planner.choice import seat_to_act as to_act
from codex_naturalis.kernel.planner.weights import planner_weights_of
from codex_naturalis.kernel.playout import step
from codex_naturalis.kernel.turns import act
from codex_naturalis.rules import Action, GameState, Phase, Place, SeededShuffler, apply, awaited, deal, options_of
from codex_naturalis.views import View, view_of

Numbers = NDArray[np.float64]

CARELESS: Final = 1 / 7
"""Share of turns that careless players take at random."""


class Kind(NamedTuple):
    """Players who meet: the name of each one's bot, and the share of turns they take without care."""

    name: str
    bots: tuple[str, str]
    careless: float = 0.0

    @property
    def twins(self) -> bool:
        """Return whether all have compiled twins."""
        return all(bot in MINDS for bot in self.bots)


MINDS: Final[dict[str, Weights]] = {"level:1": _novice(AT_TABLE), "level:2": _goldsmith(AT_TABLE), "planner": AT_TABLE}
"""Weights of the players that have compiled twins."""

KINDS: Final = (
    Kind("Lucia", ("level:4", "level:4")),
    Kind("Anselm", ("planner", "planner")),
    Kind("Berta", ("level:2", "level:2")),
    Kind("Odo", ("level:1", "level:1")),
    Kind("Berta and Odo", ("level:2", "level:1"), CARELESS),
    Kind("Anselm and Berta", ("planner", "level:2"), CARELESS),
)

SEARCHES: Final = (
    *(Kind(bot, (bot, bot)) for bot in ("search:200", "search:1000", "search:2000")),
    Kind("search:200 and Anselm", ("search:200", "planner")),
)
"""Bots that search, and one that does with a planner."""


class Played(NamedTuple):
    """Game as it was played: each state with the action that followed, and the state in the end."""

    kind: Kind
    bots: tuple[str, ...]
    steps: tuple[tuple[GameState, int, Action], ...]
    end: GameState

    @property
    def turns(self) -> list[PlayedTurn]:
        """Turns of the game, choices of setup left out."""
        return [one for one in turns_of(self.steps) if isinstance(one.turn[0], Place)]


class Careless:
    """Bot that takes a share of its turns at random, setup excepted."""

    def __init__(self, bot: Bot, share: float) -> None:
        """Play as `bot`, but for a `share` of the decisions."""
        self._bot, self._share = bot, share

    def choose(self, view: View, rng: Random) -> Action:
        """Return what the bot would do, or anything."""
        if view.phase in (Phase.PLACE, Phase.DRAW) and rng.random() < self._share:
            return rng.choice(view.legal)
        return self._bot.choose(view, rng)


def games_of(kind: Kind, number: int, seed_: str) -> Iterator[Played]:
    """Yield games of a kind; in every second one the players have changed places."""
    for n in range(number):
        bots = kind.bots if n % 2 == 0 else kind.bots[::-1]
        yield _game(kind, bots, f"{seed_}/{kind.name}/{n}")


def _game(kind: Kind, names: tuple[str, ...], seed_: str) -> Played:
    rng, state = Random(seed_), deal(catalogue(), options_of(2), SeededShuffler(seed_))
    bots, steps = [Careless(bot_named(name), kind.careless) for name in names], []
    while seats := awaited(state):
        action = bots[seats[0]].choose(view_of(state, seats[0]), rng)
        steps.append((state, seats[0], action))
        state = apply(state, seats[0], action).state
    return Played(kind, names, tuple(steps), state)


def came(state: GameState, turn: tuple[Action, ...], bots: tuple[str, ...], careless: float, chance: str) -> Numbers:
    """Return what comes of a position after `turn`, in the mean of many games by twins, drawing the decks again.

    A row for each seat: the points ahead, and the part of the victory.
    """
    worlds = open_worlds(state, Random(chance), CONTINUED)
    seat = state.turn
    planners = np.concatenate([planner_weights_of(asdict(MINDS[bot])) for bot in bots])
    codes = np.array([*(code_of(state, seat, action) for action in turn), -1, -1][:2])
    ends = np.zeros((CONTINUED, len(bots), 2))
    play_on_by(worlds.games, planners, careless, codes, ends)
    means: Numbers = ends.mean(0)
    return means


CONTINUED: Final = 48
"""Games that twins play from a position."""


@njit
def play_on_by(games: Games, planners: Array, careless: float, codes: Array, ends: Array) -> None:
    """Play each record but the last to the end, by a planner for each seat, after the turn of these codes."""
    for at in range(len(games) - 1):
        g = games[at]
        seed(g, at)
        act(g, codes[0])
        if codes[1] >= 0 and g.phase == DRAW:
            act(g, codes[1])
        while g.phase != OVER:
            if unit(g) < careless:
                step(g)
            else:
                act(g, choose(g, planners[to_act(g)], to_act(g)))
        for seat in range(2):
            ends[at, seat, 0] = g.totals[seat] - g.totals[1 - seat]
            ends[at, seat, 1] = (g.winners >> seat & 1) / max(1, (g.winners & 1) + (g.winners >> 1))
