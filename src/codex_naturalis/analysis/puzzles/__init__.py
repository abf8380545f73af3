"""Puzzles: positions of games that were played, a question about each, and exactly one answer.

The answers rest on a View, as a player's would, and on the rules: every turn is tried (`solve`), nothing is estimated.
"""

from .asking import Incomplete, explain, judge, needs_draw
from .packaged import daily_number, line_of, moment, puzzles, shown
from .solving import Solved, level_of, solve, turns_left
from .values import Answered, Explained, Gain, Kind, Outcome, Puzzle, PuzzleQuestion

__all__ = [
    "Answered",
    "Explained",
    "Gain",
    "Incomplete",
    "Kind",
    "Outcome",
    "Puzzle",
    "PuzzleQuestion",
    "Solved",
    "daily_number",
    "explain",
    "judge",
    "level_of",
    "line_of",
    "moment",
    "needs_draw",
    "puzzles",
    "shown",
    "solve",
    "turns_left",
]
