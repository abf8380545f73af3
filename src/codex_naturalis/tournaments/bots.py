"""Tournaments among bots, played here; the same plan gives the same games, however many processes play them."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import repeat
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.play.arena import Arena, ArenaGame, FaultPolicy, get_ready, play_one
from codex_naturalis.rules import GameOptions

from .rounds import Entrant, Pairing, RoundResult, TableResult
from .tournament import Tournament

__all__ = ["BotField", "BotRound", "play_bots"]


class BotField(Struct, frozen=True):
    """The bots of a tournament, and how they play."""

    bots: Mapping[Entrant, str]
    """Name or path of each entrant's bot."""

    options: GameOptions
    """House rules; the number of seats is that of each table."""

    faults: FaultPolicy = FaultPolicy.FORFEIT
    seconds_per_turn: float | None = None

    def arena(self, entrants: tuple[Entrant, ...], seed: str) -> Arena:
        """Return the arena of one table, which plays one game."""
        options = replace(self.options, seats=len(entrants))
        names = tuple(self.bots[entrant] for entrant in entrants)
        return Arena(names, options, 1, seed, self.faults, self.seconds_per_turn)


class BotRound(Struct, frozen=True):
    """One round as it was played."""

    tournament: Tournament
    """The tournament after this round."""

    games: tuple[ArenaGame, ...]


def play_bots(tournament: Tournament, field: BotField, processes: int | None = None) -> Iterator[BotRound]:
    """Play all rounds that are left, in `processes` processes (by default one for each core).

    Raises `UnknownBotError` before the first game, and `BotFailedError`.
    """
    _prepare(field)
    with _players(processes or os.cpu_count() or 1) as play:
        while not tournament.is_over:
            pairing = tournament.pair()
            arenas = [field.arena(table, tournament.deal_seed(n)) for n, table in enumerate(pairing.tables)]
            games = tuple(play(arenas))
            tournament = tournament.add(_round(pairing, games))
            yield BotRound(tournament, games)


def _prepare(field: BotField) -> None:
    """Prepare each bot once."""
    names = tuple(dict.fromkeys(field.bots.values()))
    for start in range(0, len(names), 2):
        pair = (names * 2)[start : start + 2]
        get_ready(Arena(pair, replace(field.options, seats=2), 1, ""))


@contextmanager
def _players(processes: int) -> Iterator[Callable[[Iterable[Arena]], Iterable[ArenaGame]]]:
    """Yield a function that plays a round's games, in order."""
    if processes == 1:
        yield lambda arenas: [play_one(arena, 0) for arena in arenas]
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN)) as pool:
        yield lambda arenas: pool.map(play_one, arenas, repeat(0))


def _round(pairing: Pairing, games: Iterable[ArenaGame]) -> RoundResult:
    tables = zip(pairing.tables, games, strict=True)
    return RoundResult(tuple(TableResult(seats, game.totals, game.winners) for seats, game in tables), pairing.bye)
