"""Grades: the levels that play the answer of a puzzle, each from its View as in a game."""

from random import Random
from typing import Final

from codex_naturalis.analysis.puzzles import Puzzle, moment
from codex_naturalis.bots import LEVELS, bot_named
from codex_naturalis.rules import apply
from codex_naturalis.views import view_of

__all__ = ["GRADING", "solves"]

MOST: Final = 5
GRADING: Final = tuple(level.bot for level in LEVELS if level.step <= MOST)
"""Grading levels: the first five, which choose within milliseconds and the same on every machine."""


def solves(bot: str, puzzle: Puzzle) -> bool:
    """Return whether a level plays the answer, seeded by the puzzle."""
    state, seat = moment(puzzle.record)
    player, rng = bot_named(bot), Random(puzzle.id)  # noqa: S311 - the same every time, no secret
    for action in puzzle.answer:
        if player.choose(view_of(state, seat), rng) != action:
            return False
        state = apply(state, seat, action).state
    return True
