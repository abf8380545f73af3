"""Arena: matches between bots, every deal from every seat; the same seed gives the same games.

Game `n` is dealt by the seed `SEED/d`, where `d` is `n` divided by the number of seats: that many consecutive games
share a deal, and in each of them every bot sits one seat further. Each bot's random stream depends only on the seed,
the game and its place among the bots; the number of processes makes no difference. A bot that raises, is late or
answers with an illegal action has a fault, which is counted.
"""

import os
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ProcessPoolExecutor
from enum import StrEnum
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Final

from msgspec import Struct

from codex_naturalis.bots import Preparing
from codex_naturalis.programs import BotFaultError, Fault, bot_at, is_path
from codex_naturalis.record import Record, seeded_deal
from codex_naturalis.rules import (
    Action,
    GameOptions,
    Phase,
    Result,
    Seat,
    apply,
    awaited,
    begin,
    check_options,
)

from .contestant import Contestant

__all__ = [
    "Arena",
    "ArenaGame",
    "BotFailedError",
    "FaultPolicy",
    "get_ready",
    "play_arena",
    "play_one",
]


_SECONDS_PER_TURN: Final = 10.0


class BotFailedError(Exception):
    """A bot gave no legal answer in time, and the arena must stop."""


class FaultPolicy(StrEnum):
    """Consequence of a bot's fault."""

    FORFEIT = "forfeit"
    """The bot loses this game and ends it with random actions, so that the others can play on."""

    RANDOM = "random"
    """A random action takes the place of the answer."""

    STOP = "stop"
    """The arena ends."""


class Arena(Struct, frozen=True):
    """Parameters of an arena."""

    bots: tuple[str, ...]
    """Names of the bots, one for each seat."""

    options: GameOptions
    games: int
    seed: str
    faults: FaultPolicy = FaultPolicy.FORFEIT
    seconds_per_turn: float | None = None
    """Time limit of a whole turn for every bot; without it, only bots by path have one, of 10 seconds."""

    no_timeout: bool = False
    """Whether there is no time limit at all, for debugging."""

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

    faults: tuple[Fault, ...] = ()
    forfeited: tuple[int, ...] = ()
    """Index of each bot that forfeited the game."""

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the points of each seat: none for a seat that forfeited."""
        rows = zip(self.seating, self.result.totals, strict=True)
        return tuple(0 if bot in self.forfeited else total for bot, total in rows)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that won. If all winners forfeited, the others with most points win instead."""
        winners = tuple(seat for seat in self.result.winners if self.seating[seat] not in self.forfeited)
        heirs = [seat for seat, bot in enumerate(self.seating) if bot not in self.forfeited]
        if winners or not self.forfeited or not heirs:
            return winners
        best = max(self.result.totals[seat] for seat in heirs)
        return tuple(seat for seat in heirs if self.result.totals[seat] == best)


def play_arena(
    arena: Arena, processes: int | None = None, on_progress: Callable[[str, float], None] = lambda _, __: None
) -> Generator[ArenaGame, None, None]:
    """Play all games, in `processes` processes (by default one for each core), and yield them in order.

    Bots that need a warm-up do it first, once for all processes; `on_progress` is called with the name of the bot and
    the progress, 0 to 1. Raises `UnknownBotError` before the first game, and `BotFailedError`. Closing the iterator
    ends all processes.
    """
    get_ready(arena, on_progress)
    processes = min(processes or os.cpu_count() or 1, arena.games)
    if processes <= 1:
        return _play_here(arena)
    return _play_in_processes(arena, processes)


def get_ready(arena: Arena, on_progress: Callable[[str, float], None] = lambda _, __: None) -> None:
    """Prepare all bots of `arena` that need it; raises `UnknownBotError`."""
    for name in arena.bots:
        bot = bot_at(name)
        if isinstance(bot, Preparing):
            bot.prepare(partial(on_progress, name))


def _play_here(arena: Arena) -> Generator[ArenaGame, None, None]:
    for number in range(arena.games):
        yield play_one(arena, number)


def _play_in_processes(arena: Arena, processes: int) -> Generator[ArenaGame, None, None]:
    """Play in a process pool with a bounded queue: memory does not grow with games."""
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
    players = [Contestant(arena.bots[bot], f"{arena.seed}/{number}/{bot}", _limit(arena, bot)) for bot in range(seats)]
    state = begin(arena.options, deal)
    played: list[tuple[Seat, Action]] = []
    faults: list[Fault] = []
    while state.phase is not Phase.OVER:
        for seat in awaited(state):
            player = players[seating[seat]]
            try:
                action = player.choose(state, seat, len(played))
            except BotFaultError as fault:
                faults.append(_record_fault(arena, number, seating[seat], seat, len(played), fault, player))
                action = player.random_action(state, seat)
            state = apply(state, seat, action, events=False).state
            played.append((seat, action))
    assert state.result is not None
    record = Record.of(arena.options, deal, played)
    for player in players:
        player.over(state.result, record)
    return ArenaGame(
        number,
        seating,
        record,
        state.result,
        state.tybor.score if state.tybor else None,
        tuple(player.turns for player in players),
        tuple(player.seconds for player in players),
        tuple(faults),
        tuple(bot for bot, player in enumerate(players) if player.forfeited),
    )


def _limit(arena: Arena, bot: int) -> float | None:
    """Return the time limit of a bot's turn, in seconds."""
    if arena.no_timeout or arena.seconds_per_turn is not None:
        return None if arena.no_timeout else arena.seconds_per_turn
    return _SECONDS_PER_TURN if is_path(arena.bots[bot]) else None


def _record_fault(  # the parts of a fault
    arena: Arena, number: int, bot: int, seat: Seat, version: int, fault: BotFaultError, player: Contestant
) -> Fault:
    """Return the fault; under `FaultPolicy.STOP` raise `BotFailedError`, under `FORFEIT` let the bot forfeit."""
    if arena.faults is FaultPolicy.STOP:
        raise BotFailedError(f"{arena.bots[bot]} in game {number}, after {version} actions: {fault}") from fault
    player.forfeited |= arena.faults is FaultPolicy.FORFEIT
    return Fault(bot, seat, version, fault.kind, fault.detail, player.chance(version))
