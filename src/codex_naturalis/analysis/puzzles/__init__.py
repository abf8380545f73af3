"""Puzzles: positions of games that were played, a question about each, and exactly one answer.

The answers rest on a View, as a player's would, and on the rules: every turn is tried (`solve`), nothing is estimated.
"""

from codex_naturalis.judgements.puzzles import Answered, Explained, Gain, Kind, Outcome, Puzzle, PuzzleQuestion

from .asking import IncompleteError, explain, judge, needs_draw
from .packaged import current_puzzles, daily_number, laid_in, line_of, moment, puzzles, view_of_puzzle
from .solving import Solved, grade_of, solve, turns_left

__all__ = [
    "Answered",
    "Explained",
    "Gain",
    "IncompleteError",
    "Kind",
    "Outcome",
    "Puzzle",
    "PuzzleQuestion",
    "Solved",
    "current_puzzles",
    "daily_number",
    "explain",
    "grade_of",
    "judge",
    "laid_in",
    "line_of",
    "moment",
    "needs_draw",
    "puzzles",
    "solve",
    "turns_left",
    "view_of_puzzle",
]
