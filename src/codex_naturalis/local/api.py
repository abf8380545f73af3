"""HTTP handlers for the tables and people of this device. Paths are those of the server."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from codex_naturalis.analysis import planner_hint
from codex_naturalis.bots import names
from codex_naturalis.extras import has
from codex_naturalis.record import write_record
from codex_naturalis.seating import (
    Guest,
    add_bot,
    choose_colour,
    close_gathering,
    free_seat,
    remove_bot,
    row_for_bot,
    sit_down,
)
from codex_naturalis.views import View, view_of
from codex_naturalis.wire.analysis import AnalysisResponse, ChangedPosition, NewAnalysis, NewPosition, PositionResponse
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.explore import ExploreResponse
from codex_naturalis.wire.people import Evening, MyGames, Waiting
from codex_naturalis.wire.replays import Replay
from codex_naturalis.wire.table import (
    GuestInfo,
    NewBot,
    NewColour,
    NewGuest,
    NewPortrait,
    NewTable,
    NewWhatIf,
    Opponents,
    SeatToken,
    SoloHistory,
    TableAnswer,
    WhatIf,
)
from codex_naturalis.wire.teacher import HintResponse

from .bots import check_playable, list_levels
from .explore import load_counts_of_bots
from .finished import code_at, eyes_of, game_of, replay_of
from .history import evening_of, games_of, solo_of, waiting_of
from .positions import change, make_first, read_position
from .requests import Request, Routes
from .table import LocalTable

__all__ = ["API"]

API: Final = Routes()
"""Routes answered without a server; `local.puzzle_api` adds the puzzles."""


def _table(request: Request) -> LocalTable:
    return request.tables.table(request.parts["id"])


def _answer(table: LocalTable, request: Request) -> TableAnswer:
    return TableAnswer(table.info(), table.viewer(request.holder))


def _guest(guest: Guest) -> GuestInfo:
    return GuestInfo(guest.id, guest.name, guest.id, portrait=guest.portrait)


# People


@API.add("POST", "/guests")
async def add_guest(request: Request) -> GuestInfo:
    """Add a person."""
    return _guest(await request.tables.add_guest(request.read(NewGuest).name))


@API.add("GET", "/guests/me")
def me(request: Request) -> GuestInfo:
    """Return the caller."""
    return _guest(request.tables.guest(request.holder))


@API.add("PATCH", "/guests/me")
async def rename(request: Request) -> GuestInfo:
    """Rename the caller."""
    return _guest(await request.tables.rename(request.holder, request.read(NewGuest).name))


@API.add("PUT", "/guests/me/portrait")
async def choose_portrait(request: Request) -> GuestInfo:
    """Choose a portrait."""
    return _guest(await request.tables.choose_portrait(request.holder, request.read(NewPortrait).portrait))


@API.add("GET", "/guests/me/waiting")
def waiting(request: Request) -> Waiting:
    """Return the games in which it is the caller's turn."""
    return waiting_of(request.tables, request.holder)


@API.add("GET", "/guests/me/games")
def games(request: Request) -> MyGames:
    """Return a page of the caller's games."""
    return games_of(request.tables, request.holder, request.query.get("before"))


@API.add("GET", "/guests/me/solo")
def solo(request: Request) -> SoloHistory:
    """Return a page of the caller's solo games."""
    return solo_of(request.tables, request.holder, request.query.get("before"))


# Before play


@API.add("GET", "/bots")
def bots(_: Request) -> Sequence[str]:
    """List the bots that play here."""
    return [name for name in names() if _plays_here(name)]


def _plays_here(name: str) -> bool:
    try:
        check_playable(name)
    except ProblemError:
        return False
    return True


@API.add("GET", "/opponents")
@API.add("POST", "/opponents/prepare")
def opponents(_: Request) -> Opponents:
    """List the opponents made for people; without a compiler, those that need it are not ready."""
    return Opponents(list_levels(), ready=has("fast"), part=None, available=has("fast"))


@API.add("GET", "/tables")
@API.add("GET", "/programs")
def nothing(_: Request) -> Sequence[Any]:
    """Return an empty list: neither strangers nor programs reach this device."""
    return []


@API.add("GET", "/tables/mine")
def mine(request: Request) -> Sequence[TableAnswer]:
    """List the caller's tables, newest first."""
    found = request.tables.tables_of(request.holder)
    return [_answer(table, request) for table in sorted(found, key=lambda table: -table.data.created)]


@API.add("POST", "/tables")
async def open_table(request: Request) -> TableAnswer:
    """Open a table."""
    return _answer(await request.tables.open(request.holder, request.read(NewTable), request.key), request)


@API.add("GET", "/tables/{id}")
def table_info(request: Request) -> TableAnswer:
    """Return a table's people and stage."""
    return _answer(_table(request), request)


@API.add("POST", "/tables/{id}/join")
async def join(request: Request) -> TableAnswer:
    """Take the first empty seat, with tokens of a `colour`."""
    table = _table(request)
    row = replace(request.tables.row_for(request.holder), colour=request.colour())
    await table.change(lambda data: sit_down(data, request.holder, row))
    return _answer(table, request)


@API.add("PUT", "/tables/{id}/colour")
async def choose_own_colour(request: Request) -> TableAnswer:
    """Choose the colour of the caller's tokens."""
    table, wanted = _table(request), request.read(NewColour).colour
    await table.change(lambda data: choose_colour(data, request.holder, wanted))
    return _answer(table, request)


@API.add("POST", "/tables/{id}/leave")
async def leave(request: Request) -> TableAnswer:
    """Free the caller's seat before play; a game under way waits here."""
    table = _table(request)
    await table.change(lambda data: free_seat(data, request.holder))
    return _answer(table, request)


@API.add("POST", "/tables/{id}/close")
async def close(request: Request) -> TableAnswer:
    """Close a table before play."""
    table = _table(request)
    await table.change(lambda data: close_gathering(data, request.holder))
    return _answer(table, request)


@API.add("POST", "/tables/{id}/bots")
async def seat_bot(request: Request) -> TableAnswer:
    """Put a bot on an empty seat."""
    table, wanted = _table(request), request.read(NewBot)
    check_playable(wanted.name)
    await table.change(lambda data: add_bot(data, request.holder, row_for_bot(wanted.name), wanted.seat))
    return _answer(table, request)


@API.add("DELETE", "/tables/{id}/bots/{seat}")
async def unseat_bot(request: Request) -> TableAnswer:
    """Take a bot off its seat."""
    table, seat = _table(request), request.number("seat")
    await table.change(lambda data: remove_bot(data, request.holder, seat))
    return _answer(table, request)


@API.add("POST", "/tables/{id}/seat-token")
def seat_token(request: Request) -> SeatToken:
    """Return the token of the caller's seat: here it is the person's."""
    if _table(request).viewer(request.holder) is None:
        raise ProblemError(Code.SEAT_NONE)
    return SeatToken(request.tables.guest(request.holder).id)


# After a game


@API.add("POST", "/tables/{id}/rematch")
async def rematch(request: Request) -> TableAnswer:
    """Sit down at the rematch."""
    return _answer(await request.tables.rematch(request.holder, request.parts["id"]), request)


@API.add("DELETE", "/tables/{id}/rematch")
def decline_rematch(_: Request) -> None:
    """Do nothing: the others sit at the same device."""


@API.add("GET", "/tables/{id}/evening")
def evening(request: Request) -> Evening:
    """Return the score of an evening of rematches."""
    return evening_of(request.tables, request.holder, request.parts["id"])


@API.add("GET", "/tables/{id}/standings")
def standings(request: Request) -> Sequence[Any]:
    """Return no ratings: there are no accounts."""
    _table(request)
    return []


@API.add("GET", "/tables/{id}/record")
def record(request: Request) -> bytes:
    """Return the record of a finished game."""
    table = _table(request)
    return (write_record(table.get_finished_game().record(table.data.seal)) + "\n").encode()


@API.add("GET", "/tables/{id}/replay")
def replay(request: Request) -> Replay:
    """Return a finished game step by step."""
    game = _table(request).get_finished_game()
    return replay_of(game, eyes_of(request.query.get("seat"), game.options.seats))


@API.add("POST", "/tables/{id}/what-if")
async def what_if(request: Request) -> TableAnswer:
    """Play on from the middle of a finished game."""
    wanted, game = request.read(NewWhatIf), _table(request).get_finished_game()
    origin = WhatIf(request.parts["id"], wanted.version)
    return _answer(await request.tables.what_if(request.holder, game, origin, wanted), request)


@API.add("GET", "/tables/{id}/position")
def position(request: Request) -> PositionResponse:
    """Return the code of a position."""
    table = _table(request)
    if "version" in request.query:
        return PositionResponse(code_at(table.get_finished_game(), request.number("version")))
    if table.game is None:
        raise ProblemError(Code.TABLE_WAITING)
    return PositionResponse(view_of(table.game.state, table.viewer(request.holder)).code())


# Records and positions


@API.add("POST", "/replays")
def replay_record(request: Request) -> Replay:
    """Return the game of a record step by step."""
    game = game_of(request.body)
    return replay_of(game, eyes_of(request.query.get("seat"), game.options.seats))


@API.add("POST", "/replays/what-if")
async def what_if_record(request: Request) -> TableAnswer:
    """Play on from the middle of a record's game."""
    version, seat = request.number("version"), request.number("seat")
    wanted = NewWhatIf(version, seat, request.query.get("bot", "planner"))
    table = await request.tables.what_if(request.holder, game_of(request.body), WhatIf(None, version), wanted)
    return _answer(table, request)


@API.add("POST", "/replays/position")
def record_position(request: Request) -> PositionResponse:
    """Return the code of a position in a record."""
    return PositionResponse(code_at(game_of(request.body), request.number("version")))


@API.add("POST", "/analysis")
def analyse(request: Request) -> AnalysisResponse:
    """Return the legal actions of a position."""
    view = read_position(request.read(NewAnalysis))
    return AnalysisResponse(view.code(), view.viewer, view)


@API.add("POST", "/analysis/setup")
def begin_setup(request: Request) -> PositionResponse:
    """Return an initial position."""
    return make_first(request.read(NewPosition))


@API.add("POST", "/analysis/change")
def change_by_hand(request: Request) -> PositionResponse:
    """Return a position after one change."""
    wanted = request.read(ChangedPosition)
    return change(wanted.code, wanted.change)


@API.add("POST", "/analysis/hint")
def advise(request: Request) -> HintResponse:
    """Return the planner's advice in a position."""
    return _advice(read_position(request.read(NewAnalysis)), 0)


@API.add("POST", "/tables/{id}/hint")
def hint(request: Request) -> HintResponse:
    """Return the planner's advice for the caller's seat, which must be the one to act."""
    table = _table(request)
    seat, game = table.viewer(request.holder), table.game
    if seat is None:
        raise ProblemError(Code.SEAT_NONE)
    if game is None:
        raise ProblemError(Code.TABLE_WAITING)
    if not table.data.hinted:
        raise ProblemError(Code.HINT_FORBIDDEN)
    return _advice(view_of(game.state, seat), table.version)


def _advice(view: View, version: int) -> HintResponse:
    if view.viewer is None or view.viewer not in view.awaited:
        raise ProblemError(Code.HINT_LATER)
    return HintResponse("ready", 1.0, version, planner_hint(view).turns)


@API.add("GET", "/explore")
def explore(_: Request) -> ExploreResponse:
    """Return the packaged counts of games among bots."""
    return ExploreResponse(load_counts_of_bots())
