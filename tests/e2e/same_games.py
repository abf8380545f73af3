"""A hundred games that follow from their seeds, for a Python anywhere: the code as text, and what it gives here."""

from typing import Any, Final

__all__ = ["GAMES", "play_all"]

GAMES: Final = """
from random import Random

from codex_naturalis.bots import bot_named
from codex_naturalis.play import Game
from codex_naturalis.record import write_record
from codex_naturalis.rules import SoloLevel, awaited, options_of
from codex_naturalis.views import view_of

BOTS = ("planner", "level:1", "level:3", "greedy", "random")


def play(seed):
    seats = 1 + seed % 4
    options = options_of(seats, solo=[*SoloLevel][seed % 3] if seats == 1 else None)
    rng, game = Random(seed), Game.from_seed(options, str(seed))
    bots = [bot_named(BOTS[(seed + seat) % len(BOTS)]) for seat in range(seats)]
    while not game.over:
        seat = awaited(game.state)[0]
        game = game.play(seat, [bots[seat].choose(view_of(game.state, seat), rng)])
    return write_record(game.record())


def play_all():
    return [play(seed) for seed in range(100)]
"""


def play_all() -> list[str]:
    """Return the records of the hundred games, played by this Python."""
    names: dict[str, Any] = {}
    exec(GAMES, names)  # noqa: S102 - the text above
    records: list[str] = names["play_all"]()
    return records
