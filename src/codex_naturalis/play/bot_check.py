"""Check of a bot: whether it plays all kinds of games legally, in time, and the same way when asked again."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from codex_naturalis.programs import Fault, FaultKind
from codex_naturalis.rules import GameOptions, SoloLevel, options_of

from .arena import Arena, ArenaGame, FaultPolicy, get_ready, play_one

__all__ = ["CheckLine", "check_bot"]

_OPPONENT: Final = "greedy"

_LATE: Final = 2
"""Late answers after which no more games of a kind are played: each costs the whole time limit."""

_KINDS: Final[tuple[tuple[str, GameOptions], ...]] = (
    *((f"{seats} players", options_of(seats)) for seats in (2, 3, 4)),
    *((f"against Tybor, {level}", options_of(1, solo=level)) for level in (SoloLevel.EASY, SoloLevel.HARD)),
)


class CheckLine(Struct, frozen=True):
    """Result of the games of one kind."""

    what: str
    games: int
    """Number of games played: fewer than asked for, if answers were late."""

    slowest: float
    """Highest mean time of a turn in a game, in seconds."""

    problems: tuple[str, ...]


def check_bot(name: str, games: int, seed: str, seconds_per_turn: float) -> Iterator[CheckLine]:
    """Let the bot `name` play `games` games over all numbers of players, and yield the result of each kind.

    A bot without any problem is fit. After a fault it plays the rest of that game at random. Raises `UnknownBotError`
    if there is no such bot.
    """
    each = max(1, games // len(_KINDS))
    arenas = [(what, _arena(name, options, each, seed, seconds_per_turn)) for what, options in _KINDS]
    get_ready(arenas[0][1])
    for what, arena in arenas:
        yield _line(what, arena)


def _arena(name: str, options: GameOptions, games: int, seed: str, seconds: float) -> Arena:
    bots = (name, *(_OPPONENT,) * (options.seats - 1))
    return Arena(bots, options, games, f"{seed}/{options.seats}", FaultPolicy.FORFEIT, seconds)


def _line(what: str, arena: Arena) -> CheckLine:
    played = _play(arena)
    slowest = max(game.seconds[0] / max(1, game.turns[0]) for game in played)
    return CheckLine(what, len(played), slowest, tuple(_problems(what, arena, played)))


def _play(arena: Arena) -> list[ArenaGame]:
    """Play the games, but stop after too many late answers."""
    played: list[ArenaGame] = []
    while len(played) < arena.games and len(_late(played)) < _LATE:
        played.append(play_one(arena, len(played)))
    return played


def _late(played: list[ArenaGame]) -> list[Fault]:
    return [fault for game in played for fault in game.faults if fault.bot == 0 and fault.kind is FaultKind.LATE]


def _problems(what: str, arena: Arena, played: list[ArenaGame]) -> Iterator[str]:
    faults = [(game, fault) for game in played for fault in game.faults if fault.bot == 0]
    if faults:
        game, fault = faults[0]
        if len(played) < arena.games:
            yield f"{what}: stopped after {len(_late(played))} late answers, {len(played)} of {arena.games} games"
        yield (
            f"{what}: {len(faults)} faults; first in game {game.number}, after {fault.version} actions:"
            f" {fault.kind}: {fault.detail}"
        )
    elif play_one(arena, 0).record != played[0].record:
        yield f"{what}: asked the same questions again, it played another game; use the chance it is given, no other"
