"""Handlers for the packaged puzzles; solutions by people are not stored."""

from datetime import UTC, datetime

from codex_naturalis.analysis.puzzles import Answered, Explained, daily_number
from codex_naturalis.wire.puzzles import NewAnswer, PuzzleHint, PuzzleResponse, Puzzles

from .api import API
from .puzzles import explain_puzzle, hint_at, judge_answer, list_puzzles, show_puzzle
from .requests import Request

__all__: list[str] = []


@API.add("GET", "/puzzles")
def all_puzzles(_: Request) -> Puzzles:
    """List the puzzles; the daily one changes at midnight UTC."""
    today = datetime.now(UTC).date()
    return Puzzles(today.isoformat(), daily_number(today), list_puzzles(), None)


@API.add("GET", "/puzzles/{number}")
def one_puzzle(request: Request) -> PuzzleResponse:
    """Return a puzzle's position."""
    return show_puzzle(request.number("number"))


@API.add("GET", "/puzzles/{number}/hint")
def puzzle_hint(request: Request) -> PuzzleHint:
    """Return the card that the solution places."""
    return hint_at(request.number("number"))


@API.add("POST", "/puzzles/{number}/answer")
def answer(request: Request) -> Answered:
    """Judge an answer."""
    return judge_answer(request.number("number"), request.read(NewAnswer))


@API.add("GET", "/puzzles/{number}/solution")
def solution(request: Request) -> Explained:
    """Return the solution and its explanation."""
    return explain_puzzle(request.number("number"))
