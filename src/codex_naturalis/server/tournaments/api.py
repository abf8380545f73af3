"""HTTP API of tournaments, and of clubs' seasons."""

from typing import Annotated, Final

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from codex_naturalis.wire.table import TableInfo

from ..lobby.request_context import NEEDS_TOKEN, Caller, CallingGuest, Origin, TheLobby
from .results import season_csv, tournament_csv
from .season import Seasons, SeasonTable
from .tournaments import Tournaments
from .wire import NewEntry, NewTournament, TournamentInfo, TournamentPulse, TournamentResponse

__all__ = ["HANDLERS"]

TheTournaments = NamedDependency[Tournaments]
TournamentId = FromPath[str]
Club = Annotated[str | None, QueryParameter()]
Year = Annotated[int, QueryParameter(ge=2000, le=2999)]
Excel = Annotated[bool, QueryParameter(description="With the mark by which Excel knows UTF-8.")]


@get("/tournaments", summary="The calendar of tournaments")
async def tournament_calendar(
    holder: Caller, tournaments: TheTournaments, club: Club = None
) -> tuple[TournamentInfo, ...]:
    """List listed tournaments and the caller's, next first, then those that are over.

    With `club`, only that club's; its members see the unlisted ones, too.
    """
    return await tournaments.list_tournaments(holder.guest, club)


@post("/tournaments", security=NEEDS_TOKEN, summary="Announce a tournament")
async def announce_tournament(
    guest: CallingGuest, origin: Origin, tournaments: TheTournaments, data: JSONBody[NewTournament]
) -> TournamentResponse:
    """Announce a tournament with the caller as host; this needs an account."""
    return await tournaments.announce(guest, data, origin)


@get("/tournaments/{tournament_id:str}", summary="One tournament")
async def one_tournament(
    tournament_id: TournamentId, holder: Caller, tournaments: TheTournaments
) -> TournamentResponse:
    """Return a tournament's players, standings and rounds."""
    return await tournaments.response(tournament_id, holder.guest)


@get("/tournaments/{tournament_id:str}/pulse", summary="How a tournament stands")
async def pulse_tournament(tournament_id: TournamentId, holder: Caller, tournaments: TheTournaments) -> TournamentPulse:
    """Return whether anything has changed, and where the caller plays; each request marks the caller as present."""
    return await tournaments.pulse(tournament_id, holder.guest)


@post("/tournaments/{tournament_id:str}/join", status_code=200, security=NEEDS_TOKEN, summary="Take part")
async def join_tournament(
    tournament_id: TournamentId, guest: CallingGuest, tournaments: TheTournaments
) -> TournamentResponse:
    """Take part in a tournament, or return after being away."""
    return await tournaments.join(guest, tournament_id)


@post("/tournaments/{tournament_id:str}/withdraw", status_code=200, security=NEEDS_TOKEN, summary="Withdraw")
async def withdraw_from(
    tournament_id: TournamentId, guest: CallingGuest, tournaments: TheTournaments
) -> TournamentResponse:
    """Stop taking part: before the start permanently, later until joining again."""
    return await tournaments.withdraw(guest, tournament_id)


@post("/tournaments/{tournament_id:str}/players", status_code=200, security=NEEDS_TOKEN, summary="Enter a bot")
async def enter_tournament(
    tournament_id: TournamentId, guest: CallingGuest, tournaments: TheTournaments, data: JSONBody[NewEntry]
) -> TournamentResponse:
    """Enter a house bot, or a program whose owner is the host or lets anyone enter it (host only)."""
    return await tournaments.enter(guest, tournament_id, data)


@delete(
    "/tournaments/{tournament_id:str}/players/{player:str}",
    status_code=200,
    security=NEEDS_TOKEN,
    summary="Remove a player",
)
async def remove_player(
    tournament_id: TournamentId, player: FromPath[str], guest: CallingGuest, tournaments: TheTournaments
) -> TournamentResponse:
    """Remove a player, who stays out until readmitted; a game under way is played on (host only)."""
    return await tournaments.remove(guest, tournament_id, player)


@post(
    "/tournaments/{tournament_id:str}/players/{player:str}/readmit",
    status_code=200,
    security=NEEDS_TOKEN,
    summary="Readmit a player",
)
async def readmit_player(
    tournament_id: TournamentId, player: FromPath[str], guest: CallingGuest, tournaments: TheTournaments
) -> TournamentResponse:
    """Readmit a removed player (host only)."""
    return await tournaments.readmit(guest, tournament_id, player)


@post("/tournaments/{tournament_id:str}/begin", status_code=200, security=NEEDS_TOKEN, summary="Begin now")
async def begin_tournament(
    tournament_id: TournamentId, guest: CallingGuest, tournaments: TheTournaments
) -> TournamentResponse:
    """Let a tournament begin now (host only)."""
    return await tournaments.begin(guest, tournament_id)


@post("/tournaments/{tournament_id:str}/cancel", status_code=200, security=NEEDS_TOKEN, summary="Cancel a tournament")
async def cancel_tournament(
    tournament_id: TournamentId, guest: CallingGuest, tournaments: TheTournaments
) -> TournamentResponse:
    """Cancel a tournament that has not begun (host only)."""
    return await tournaments.cancel(guest, tournament_id)


@post("/tournaments/{tournament_id:str}/end", status_code=200, security=NEEDS_TOKEN, summary="End a tournament")
async def end_tournament(
    tournament_id: TournamentId, guest: CallingGuest, tournaments: TheTournaments
) -> TournamentResponse:
    """End a running tournament: games under way are played to their end, and no other begins (host only)."""
    return await tournaments.end(guest, tournament_id)


@get("/tournaments/{tournament_id:str}/results.csv", media_type="text/csv", summary="Results as CSV")
async def results_csv(
    tournament_id: TournamentId, tournaments: TheTournaments, *, excel: Excel = False
) -> Response[str]:
    """Get standings and games as CSV."""
    response = await tournaments.response(tournament_id, None)
    return _file(tournament_csv(response, excel=excel), f"{tournament_id[:8]}.csv")


@get("/tournaments/{tournament_id:str}/results.json", summary="Results as JSON")
async def results_json(tournament_id: TournamentId, tournaments: TheTournaments) -> Response[TournamentResponse]:
    """Get players, standings and games as a file of JSON."""
    headers = {"Content-Disposition": _attachment(f"{tournament_id[:8]}.json")}
    return Response(await tournaments.response(tournament_id, None), headers=headers)


@get("/clubs/{club_id:str}/season", summary="The season of a club")
async def club_season(club_id: FromPath[str], year: Year, seasons: NamedDependency[Seasons]) -> SeasonTable:
    """Return the results of a club's members in its tournaments of a year."""
    return await seasons.of(club_id, year)


@get("/clubs/{club_id:str}/tables", summary="Tables of members")
async def club_tables(
    club_id: FromPath[str], holder: Caller, lobby: TheLobby, seasons: NamedDependency[Seasons]
) -> list[TableInfo]:
    """List public tables at which members of a club sit."""
    return await seasons.tables(club_id, lobby, holder)


@get("/clubs/{club_id:str}/season.csv", media_type="text/csv", summary="The season of a club as CSV")
async def season_file(
    club_id: FromPath[str], year: Year, seasons: NamedDependency[Seasons], *, excel: Excel = False
) -> Response[str]:
    """Get a club's season as CSV."""
    return _file(season_csv(await seasons.of(club_id, year), excel=excel), f"{club_id[:8]}-{year}.csv")


def _file(text: str, name: str) -> Response[str]:
    return Response(text, media_type="text/csv", headers={"Content-Disposition": _attachment(name)})


def _attachment(name: str) -> str:
    return f'attachment; filename="codex-naturalis-{name}"'


HANDLERS: Final = (
    tournament_calendar,
    announce_tournament,
    one_tournament,
    pulse_tournament,
    join_tournament,
    withdraw_from,
    enter_tournament,
    remove_player,
    readmit_player,
    begin_tournament,
    cancel_tournament,
    end_tournament,
    results_csv,
    results_json,
    club_season,
    season_file,
    club_tables,
)
