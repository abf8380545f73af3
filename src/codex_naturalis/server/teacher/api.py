"""HTTP API of the teacher: hints, reviews, and exercises from finished games.

Long computations are answered at once with their progress: ask again until the state is `ready`.
"""

from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody

from codex_naturalis.local.finished import LARGEST_RECORD, game_of
from codex_naturalis.play import Game
from codex_naturalis.rules import IllegalAction
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.teacher import Exercise, HintResponse, NewRecordTry, NewTry, ReviewResponse, Tried

from ..lobby.request_context import NEEDS_TOKEN, Account, AnyRequest, Beside, Caller, TableId, TheLobby
from ..scheduling.fair_queue import Client
from ..tables.registry import Tables
from .teacher import Teacher

__all__ = ["HANDLERS"]

TheTables = NamedDependency[Tables]
TheTeacher = NamedDependency[Teacher]


async def _get_finished(tables: Tables, table_id: str, client: Client) -> Game:
    return (await tables.get_finished(table_id, client.guest)).get_finished_game()


@post("/tables/{table_id:str}/hint", status_code=200, security=NEEDS_TOKEN, summary="A hint")
async def hint(
    lobby: TheLobby, caller: Caller, client: Account, table_id: TableId, teacher: TheTeacher
) -> HintResponse:
    """Advise the caller's seat, which must be to act: up to three turns, their values, and the reasons."""
    return await teacher.hint(await lobby.table(table_id), caller, client)


@get("/tables/{table_id:str}/review", summary="The review of a game")
async def review(table_id: TableId, client: Account, tables: TheTables, teacher: TheTeacher) -> ReviewResponse:
    """Return the review of a finished game, or its progress; never starts one."""
    return await teacher.review(await _get_finished(tables, table_id, client))


@post("/tables/{table_id:str}/review", status_code=200, security=NEEDS_TOKEN, summary="Start the review of a game")
async def begin_review(
    lobby: TheLobby, caller: Caller, client: Account, table_id: TableId, tables: TheTables, teacher: TheTeacher
) -> ReviewResponse:
    """Start the review of a finished game unless there is one; anyone may read it."""
    await lobby.guests.find(caller)
    return await teacher.review(await _get_finished(tables, table_id, client), client)


@post(
    "/replays/review",
    status_code=200,
    security=NEEDS_TOKEN,
    request_max_body_size=LARGEST_RECORD,
    summary="Review the game of a record",
)
async def review_record(
    lobby: TheLobby, caller: Caller, client: Account, threads: Beside, teacher: TheTeacher, request: AnyRequest
) -> ReviewResponse:
    """Review the finished game of the record in the body."""
    await lobby.guests.find(caller)
    body = await request.body()
    return await teacher.review(await threads.run(lambda: game_of(body), client), client)


@get("/tables/{table_id:str}/exercise", summary="An exercise from a finished game")
async def exercise(
    table_id: TableId, client: Account, threads: Beside, tables: TheTables, teacher: TheTeacher, version: FromQuery[int]
) -> Exercise:
    """Return a position of a finished game as the acting seat saw it, with its legal actions."""
    game = await _get_finished(tables, table_id, client)
    return await threads.run(lambda: teacher.exercise(game, max(0, version)), client)


@post("/tables/{table_id:str}/exercise", status_code=200, security=NEEDS_TOKEN, summary="Try a turn")
async def try_turn(
    lobby: TheLobby,
    caller: Caller,
    client: Account,
    table_id: TableId,
    tables: TheTables,
    teacher: TheTeacher,
    data: JSONBody[NewTry],
) -> Tried:
    """Compare a turn in a position of a finished game with the best one found, as the review does."""
    await lobby.guests.find(caller)
    try:
        return await teacher.compare(await _get_finished(tables, table_id, client), data, client)
    except IllegalAction as illegal:
        raise ProblemError(Code.EXERCISE_ILLEGAL, reason=illegal.reason.value) from None


@post(
    "/replays/exercise",
    status_code=200,
    request_max_body_size=LARGEST_RECORD,
    summary="An exercise from a record",
)
async def record_exercise(
    client: Account, threads: Beside, teacher: TheTeacher, request: AnyRequest, version: FromQuery[int]
) -> Exercise:
    """Return a position of the record in the body, as an exercise. Nothing is stored."""
    body = await request.body()
    return await threads.run(lambda: teacher.exercise(game_of(body), max(0, version)), client)


@post(
    "/replays/exercise/try",
    status_code=200,
    security=NEEDS_TOKEN,
    request_max_body_size=2 * LARGEST_RECORD,
    summary="Try a turn in a record",
)
async def try_record_turn(
    lobby: TheLobby,
    caller: Caller,
    client: Account,
    threads: Beside,
    teacher: TheTeacher,
    data: JSONBody[NewRecordTry],
) -> Tried:
    """Compare a turn in a position of a record with the best one found, as its review does."""
    await lobby.guests.find(caller)
    if len(data.record) > LARGEST_RECORD:
        raise ProblemError(Code.REQUEST_TOO_LARGE)
    try:
        game = await threads.run(lambda: game_of(data.record.encode()), client)
        return await teacher.compare(game, NewTry(data.version, data.turn), client)
    except IllegalAction as illegal:
        raise ProblemError(Code.EXERCISE_ILLEGAL, reason=illegal.reason.value) from None


HANDLERS: Final = (
    hint,
    review,
    begin_review,
    review_record,
    exercise,
    try_turn,
    record_exercise,
    try_record_turn,
)
