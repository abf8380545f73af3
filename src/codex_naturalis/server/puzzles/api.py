"""HTTP API of the puzzles. It stores only the days on which people's accounts have solved the daily one.

Only a View goes out, never the deal; the answer is judged here.
"""

from datetime import UTC, datetime
from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from codex_naturalis.analysis.puzzles import Answered, Explained, daily_number
from codex_naturalis.local import puzzles
from codex_naturalis.wire.puzzles import NewAnswer, PuzzleHint, PuzzleResponse, Puzzles

from ..lobby.request_context import Account, Beside, Caller
from .days import PuzzleDays

__all__ = ["HANDLERS"]

Number = FromPath[int]
TheDays = NamedDependency[PuzzleDays]


@get("/puzzles", summary="All puzzles, and today's")
async def all_puzzles(threads: Beside, client: Account, holder: Caller, puzzle_days: TheDays) -> Puzzles:
    """List the puzzles, and the caller's streak; the daily one is the same everywhere, and changes at midnight UTC."""
    today = datetime.now(UTC).date()
    infos = await threads.run(puzzles.list_puzzles, client)
    streak = await puzzle_days.streak(holder, today.isoformat())
    return Puzzles(today.isoformat(), daily_number(today), infos, streak)


@get("/puzzles/{number:int}", summary="One puzzle")
async def one_puzzle(number: Number, threads: Beside, client: Account) -> PuzzleResponse:
    """Return a puzzle's position, as the View of the seat to act, with its legal actions."""
    return await threads.run(lambda: puzzles.show_puzzle(number), client)


@get("/puzzles/{number:int}/hint", summary="A hint to a puzzle")
async def hint_at(number: Number) -> PuzzleHint:
    """Return the card that the solution places."""
    return puzzles.hint_at(number)


@post("/puzzles/{number:int}/answer", status_code=200, summary="Answer a puzzle")
async def answer(
    number: Number,
    threads: Beside,
    client: Account,
    holder: Caller,
    puzzle_days: TheDays,
    data: JSONBody[NewAnswer],
) -> Answered:
    """Judge an answer: whether it is right, and its score beside the best. Today's prolongs a streak."""
    today = datetime.now(UTC).date()
    judged = await threads.run(lambda: puzzles.judge_answer(number, data), client)
    if judged.right and data.counted and number == daily_number(today):
        await puzzle_days.note_solved(holder, today.isoformat())
    return judged


@get("/puzzles/{number:int}/solution", summary="The solution of a puzzle")
async def solution(number: Number, threads: Beside, client: Account) -> Explained:
    """Return the solution, why it is right by the rules, and the score of the runner-up."""
    return await threads.run(lambda: puzzles.explain_puzzle(number), client)


HANDLERS: Final = (all_puzzles, one_puzzle, hint_at, answer, solution)
