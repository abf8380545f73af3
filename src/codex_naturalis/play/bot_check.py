"""Check of a bot: whether it plays all kinds of games legally, in time, and the same way when it is asked again."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from codex_naturalis.rules import GameOptions, SoloLevel, options_of

from .arena import Arena, ArenaGame, FaultPolicy, get_ready, play_one

__all__ = ["CheckLine", "CheckReport", "check_bot"]

_OPPONENT: Final = "greedy"
_KINDS: Final[tuple[tuple[str, GameOptions], ...]] = (
    *((f"{seats} players", options_of(seats)) for seats in (2, 3, 4)),
    *((f"against Tybor, {level}", options_of(1, solo=level)) for level in (SoloLevel.EASY, SoloLevel.HARD)),
)


class CheckLine(Struct, frozen=True):
    """Result of the games of one kind."""

    what: str
    games: int
    slowest: float
    """Highest mean time of a turn in a game, in seconds."""

    problems: tuple[str, ...]


class CheckReport(Struct, frozen=True):
    """Result of a check."""

    lines: tuple[CheckLine, ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """Return all problems; a bot without any is fit."""
        return tuple(problem for line in self.lines for problem in line.problems)


def check_bot(name: str, games: int, seed: str, seconds_per_turn: float) -> CheckReport:
    """Let the bot `name` play `games` games over all numbers of players; raise `UnknownBotError` if there is none."""
    each = max(1, games // len(_KINDS))
    arenas = [(what, _arena(name, options, each, seed, seconds_per_turn)) for what, options in _KINDS]
    get_ready(arenas[0][1])
    return CheckReport(tuple(_line(what, arena) for what, arena in arenas))


def _arena(name: str, options: GameOptions, games: int, seed: str, seconds: float) -> Arena:
    bots = (name, *(_OPPONENT,) * (options.seats - 1))
    return Arena(bots, options, games, f"{seed}/{options.seats}", FaultPolicy.RANDOM, seconds)


def _line(what: str, arena: Arena) -> CheckLine:
    played = [play_one(arena, number) for number in range(arena.games)]
    slowest = max(game.seconds[0] / max(1, game.turns[0]) for game in played)
    return CheckLine(what, arena.games, slowest, tuple(_problems(what, arena, played)))


def _problems(what: str, arena: Arena, played: list[ArenaGame]) -> Iterator[str]:
    faults = [(game, fault) for game in played for fault in game.faults if fault.bot == 0]
    if faults:
        game, fault = faults[0]
        yield (
            f"{what}: {len(faults)} faults; first in game {game.number}, after {fault.version} actions:"
            f" {fault.kind}: {fault.detail}"
        )
    elif play_one(arena, 0).record != played[0].record:
        yield f"{what}: asked the same questions again, it played another game; use the chance it is given, no other"
