"""Arena: matches between bots, every deal from every seat; the same seed gives the same games.

Game `n` is dealt by the seed `SEED/d`, where `d` is `n` divided by the number of seats: as many games in a row share a
deal, and in each of them every bot sits one seat further. Each bot's random stream comes from the seed, the game and
its place among the bots alone; how many processes play makes no difference.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from random import Random
from signal import SIG_IGN, SIGINT, signal
from time import perf_counter

from msgspec import Struct

from codex_naturalis.bots import Bot, Preparing, bot_named
from codex_naturalis.record import Record, seeded_deal
from codex_naturalis.rules import (
    Action,
    GameOptions,
    GameState,
    IllegalAction,
    Phase,
    Place,
    Result,
    Seat,
    apply,
    awaited,
    begin,
    check_options,
)
from codex_naturalis.views import view_of

from .elo import elo_ratings

__all__ = [
    "Arena",
    "ArenaGame",
    "BotFailed",
    "BotStanding",
    "Standings",
    "Tally",
    "get_ready",
    "play_arena",
    "play_one",
]


class BotFailed(Exception):  # noqa: N818  # reads as the sentence it is
    """A bot answered with an illegal action, or with no answer at all."""


class Arena(Struct, frozen=True):
    """Parameters of an arena."""

    bots: tuple[str, ...]
    """Names of the bots, one for each seat."""

    options: GameOptions
    games: int
    seed: str

    def __post_init__(self) -> None:
        """Refuse a number of bots that is not the number of seats, and options that no new game may have."""
        check_options(self.options)
        if len(self.bots) != self.options.seats:
            raise ValueError(f"{self.options.seats} seats need as many bots, not {len(self.bots)}")


class ArenaGame(Struct, frozen=True):
    """Result of one game of an arena."""

    number: int
    seating: tuple[int, ...]
    """Index of the bot in each seat."""

    record: Record
    result: Result
    tybor: int | None
    """Tybor's score in a solo game."""

    turns: tuple[int, ...]
    """Number of placements of each bot."""

    seconds: tuple[float, ...]
    """Thinking time of each bot, in seconds."""


class BotStanding(Struct, frozen=True):
    """Standing of one bot."""

    name: str
    wins: int
    """Games won alone."""

    draws: int
    """Victories shared with others."""

    mean_total: float
    ms_per_turn: float
    elo: float
    """Rating in Elo; 0 is the average of the bots, or Tybor."""

    elo_error: float
    """Error of the rating: half the width of the 95 % interval."""


class Standings(Struct, frozen=True):
    """Standings of all bots."""

    games: int
    bots: tuple[BotStanding, ...]
    seconds: float


def play_arena(
    arena: Arena, processes: int | None = None, tell: Callable[[str, float], None] = lambda _, __: None
) -> Generator[ArenaGame, None, None]:
    """Play all games, in `processes` processes (by default one for each core), and yield them in order.

    Bots that have to get ready do so first, once for all processes; `tell` is called with the name of the bot and the
    progress, 0 to 1. Raises `UnknownBot` before the first game, and `BotFailed`. Closing the iterator ends all
    processes.
    """
    get_ready(arena, tell)
    processes = min(processes or os.cpu_count() or 1, arena.games)
    if processes <= 1:
        return _play_here(arena)
    return _play_in_processes(arena, processes)


def get_ready(arena: Arena, tell: Callable[[str, float], None] = lambda _, __: None) -> None:
    """Prepare all bots of `arena` that have to; raises `UnknownBot`."""
    for name in arena.bots:
        bot = bot_named(name)
        if isinstance(bot, Preparing):
            bot.prepare(partial(tell, name))


def _play_here(arena: Arena) -> Generator[ArenaGame, None, None]:
    for number in range(arena.games):
        yield play_one(arena, number)


def _play_in_processes(arena: Arena, processes: int) -> Generator[ArenaGame, None, None]:
    """Play in a process pool with a bounded queue: millions of games need no more memory than some."""
    before = set(active_children())
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context, initializer=signal, initargs=(SIGINT, SIG_IGN)) as pool:
        try:
            chunk = max(1, min(8, arena.games // (4 * processes)))
            starts = iter(range(0, arena.games, chunk))
            waiting: deque[Future[list[ArenaGame]]] = deque()
            for start in islice(starts, 4 * processes):
                waiting.append(pool.submit(_play_some, arena, start, chunk))
            while waiting:
                yield from waiting.popleft().result()
                for start in islice(starts, 1):
                    waiting.append(pool.submit(_play_some, arena, start, chunk))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - before:
                process.terminate()
            raise


def _play_some(arena: Arena, start: int, number: int) -> list[ArenaGame]:
    return [play_one(arena, game) for game in range(start, min(start + number, arena.games))]


def play_one(arena: Arena, number: int) -> ArenaGame:
    """Play game `number` of `arena`, counted from 0."""
    seats = arena.options.seats
    seating = tuple((seat + number) % seats for seat in range(seats))
    deal = seeded_deal(arena.options, f"{arena.seed}/{number // seats}")
    players = [_Player(name, f"{arena.seed}/{number}/{index}") for index, name in enumerate(arena.bots)]
    state = begin(arena.options, deal)
    played: list[tuple[Seat, Action]] = []
    while state.phase is not Phase.OVER:
        for seat in awaited(state):
            action = players[seating[seat]].choose(state, seat)
            state = _apply(state, seat, action, f"{players[seating[seat]].name} in game {number}")
            played.append((seat, action))
    assert state.result is not None
    return ArenaGame(
        number,
        seating,
        Record.of(arena.options, deal, played),
        state.result,
        state.tybor.score if state.tybor else None,
        tuple(player.turns for player in players),
        tuple(player.seconds for player in players),
    )


def _apply(state: GameState, seat: Seat, action: Action, who: str) -> GameState:
    try:
        return apply(state, seat, action).state
    except IllegalAction as refused:
        raise BotFailed(f"{who}: {refused.reason}: {action}") from None


class _Player:
    """Bot in one game, with its own random stream and its own clock."""

    def __init__(self, name: str, seed: str) -> None:
        self.name = name
        self._bot: Bot = bot_named(name)
        self._rng = Random(seed)
        self.turns = 0
        self.seconds = 0.0

    def choose(self, state: GameState, seat: Seat) -> Action:
        view = view_of(state, seat)
        begun = perf_counter()
        action = self._bot.choose(view, self._rng)
        self.seconds += perf_counter() - begun
        self.turns += isinstance(action, Place)
        return action


class Tally:
    """Accumulator of games."""

    def __init__(self, arena: Arena) -> None:
        """Begin without games."""
        self._arena = arena
        bots = len(arena.bots)
        self._games = 0
        self._wins = [0] * bots
        self._draws = [0] * bots
        self._totals = [0] * bots
        self._turns = [0] * bots
        self._seconds = [0.0] * bots
        opponents = bots + (arena.options.solo is not None)
        self._scores = [[0.0] * opponents for _ in range(opponents)]
        self._begun = perf_counter()

    def add(self, game: ArenaGame) -> None:
        """Count one more game."""
        self._games += 1
        winners = [game.seating[seat] for seat in game.result.winners]
        for bot in winners:
            self._wins[bot] += len(winners) == 1
            self._draws[bot] += len(winners) > 1
        for seat, bot in enumerate(game.seating):
            self._totals[bot] += game.result.totals[seat]
            self._turns[bot] += game.turns[bot]
            self._seconds[bot] += game.seconds[bot]
        self._compare(_places(game))

    def _compare(self, places: Sequence[tuple[int, int]]) -> None:
        """Count every pair once, by rank."""
        for a, own in enumerate(places):
            for b, other in enumerate(places):
                if a != b:
                    self._scores[a][b] += 1.0 if own > other else 0.5 if own == other else 0.0

    def standings(self) -> Standings:
        """Return the standings of all bots so far."""
        ratings = elo_ratings(self._scores)
        tybor = ratings[-1][0] if self._arena.options.solo else 0.0
        spread = 2 if self._arena.options.solo else 1
        """Against Tybor, who is at 0, the error is that of the difference: twice that of each about their mean."""
        return Standings(
            self._games,
            tuple(
                BotStanding(
                    name,
                    self._wins[bot],
                    self._draws[bot],
                    round(self._totals[bot] / max(1, self._games), 3),
                    round(1000 * self._seconds[bot] / max(1, self._turns[bot]), 3),
                    round(ratings[bot][0] - tybor, 1),
                    round(ratings[bot][1] * spread, 1),
                )
                for bot, name in enumerate(self._arena.bots)
            ),
            round(perf_counter() - self._begun, 3),
        )


def _places(game: ArenaGame) -> list[tuple[int, int]]:
    """Return the sort key of each bot, and of Tybor last: victory, then the total."""
    places = [(0, 0)] * len(game.seating)
    for seat, bot in enumerate(game.seating):
        places[bot] = (int(seat in game.result.winners), game.result.totals[seat])
    if game.tybor is not None:
        places.append((int(not game.result.winners), game.tybor))
    return places
