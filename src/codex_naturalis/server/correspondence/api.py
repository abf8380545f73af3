"""HTTP API of slow games: the caller's conditional turn, pinned notes, vacation, and the calendar of deadlines.

Notes are under the guest, not the table, so that access tokens for tables do not reach them.
"""

from typing import Final

from litestar import Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ..lobby.request_context import NEEDS_TOKEN, Caller, CallingGuest, TableId
from .calendar import Calendars
from .notes import PinnedNotes
from .stored_turns import ConditionalTurns
from .vacations import Vacations
from .wire import (
    CalendarInfo,
    CalendarLink,
    ConditionalTurn,
    ConditionalTurnResponse,
    NewCalendar,
    NewVacation,
    PinnedNote,
    Vacation,
)

__all__ = ["HANDLERS"]

TheTurns = NamedDependency[ConditionalTurns]
TheNotes = NamedDependency[PinnedNotes]
TheVacations = NamedDependency[Vacations]
TheCalendars = NamedDependency[Calendars]


@get("/tables/{table_id:str}/conditional-turn", security=NEEDS_TOKEN, summary="My conditional turn")
async def conditional_turn(table_id: TableId, caller: Caller, conditional_turns: TheTurns) -> ConditionalTurnResponse:
    """Return the turn stored for the caller's seat, or why it was withdrawn."""
    return await conditional_turns.response(caller, table_id)


@put("/tables/{table_id:str}/conditional-turn", security=NEEDS_TOKEN, summary="Store a conditional turn")
async def put_conditional_turn(
    table_id: TableId, caller: Caller, conditional_turns: TheTurns, data: JSONBody[ConditionalTurn]
) -> ConditionalTurnResponse:
    """Store a placement and conditional draws for the caller's next turn; the server carries them out when it comes."""
    return await conditional_turns.put(caller, table_id, data)


@delete(
    "/tables/{table_id:str}/conditional-turn",
    status_code=200,
    security=NEEDS_TOKEN,
    summary="Withdraw a conditional turn",
)
async def withdraw_turn(table_id: TableId, caller: Caller, conditional_turns: TheTurns) -> ConditionalTurnResponse:
    """Withdraw the turn of the caller's seat; one that is being carried out is returned instead."""
    return await conditional_turns.withdraw(caller, table_id)


@get("/guests/me/notes/{table_id:str}", security=NEEDS_TOKEN, summary="My notes at a table")
async def notes(table_id: TableId, guest: CallingGuest, pinned_notes: TheNotes) -> tuple[PinnedNote, ...]:
    """Return the caller's own notes at a table."""
    return await pinned_notes.of(guest.id, table_id)


@put("/guests/me/notes/{table_id:str}", security=NEEDS_TOKEN, summary="Pin a note")
async def put_note(
    table_id: TableId, guest: CallingGuest, pinned_notes: TheNotes, data: JSONBody[PinnedNote]
) -> tuple[PinnedNote, ...]:
    """Pin a note to a card, a cell or the table, replacing any that is there; an empty one removes it."""
    return await pinned_notes.put(guest.id, table_id, data)


@get("/guests/me/vacation", security=NEEDS_TOKEN, summary="My vacation")
async def vacation(guest: CallingGuest, vacations: TheVacations) -> Vacation:
    """Return the caller's days of vacation, and whether one is under way."""
    return await vacations.vacation_of(guest.id)


@put("/guests/me/vacation", security=NEEDS_TOKEN, summary="Begin a vacation")
async def begin_vacation(guest: CallingGuest, vacations: TheVacations, data: JSONBody[NewVacation]) -> Vacation:
    """Stop the caller's clocks for some days, at tables with days for each turn."""
    return await vacations.begin(guest.id, data.days)


@delete("/guests/me/vacation", status_code=200, security=NEEDS_TOKEN, summary="End a vacation")
async def end_vacation(guest: CallingGuest, vacations: TheVacations) -> Vacation:
    """Resume the caller's clocks."""
    return await vacations.end(guest.id)


@get("/guests/me/calendar", security=NEEDS_TOKEN, summary="My calendar")
async def calendar(guest: CallingGuest, calendars: TheCalendars) -> CalendarInfo:
    """Return whether the caller has a calendar of deadlines."""
    return await calendars.info(guest.id)


@post("/guests/me/calendar", security=NEEDS_TOKEN, summary="Create a calendar")
async def create_calendar(guest: CallingGuest, calendars: TheCalendars, data: JSONBody[NewCalendar]) -> CalendarLink:
    """Create the secret address of the caller's deadlines, for calendar programs; an earlier address is void."""
    return await calendars.create(guest.id, data.language)


@delete("/guests/me/calendar", security=NEEDS_TOKEN, summary="Revoke a calendar")
async def revoke_calendar(guest: CallingGuest, calendars: TheCalendars) -> None:
    """Revoke the address of the caller's calendar."""
    await calendars.revoke(guest.id)


@get("/calendar/{file:str}", media_type="text/calendar", include_in_schema=False)
async def calendar_feed(file: FromPath[str], calendars: TheCalendars) -> Response[str]:
    """Return the deadlines of a calendar's owner (iCalendar); the secret in the path is the only credential."""
    return Response(
        await calendars.read(file.removesuffix(".ics")),
        media_type="text/calendar",
        headers={"Cache-Control": "private, no-store", "Content-Disposition": 'inline; filename="codex-naturalis.ics"'},
    )


HANDLERS: Final = (
    conditional_turn,
    put_conditional_turn,
    withdraw_turn,
    notes,
    put_note,
    vacation,
    begin_vacation,
    end_vacation,
    calendar,
    create_calendar,
    revoke_calendar,
    calendar_feed,
)
