"""HTTP API of reports, blocks and moderation."""

from typing import Final

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ..lobby.request_context import NEEDS_TOKEN, CallingGuest
from .complaints import Complaints
from .moderators import Moderators
from .wire import BlockedPerson, Measure, NewBlock, NewReport, ReportResponse

__all__ = ["HANDLERS"]

TheComplaints = NamedDependency[Complaints]
TheModerators = NamedDependency[Moderators]


@post("/reports", status_code=204, security=NEEDS_TOKEN, summary="Report a person")
async def report(guest: CallingGuest, complaints: TheComplaints, data: JSONBody[NewReport]) -> None:
    """Report a line of chat, a name, a portrait or behaviour to the moderators. The person never learns by whom."""
    await complaints.report(guest, data)


@get("/blocks", security=NEEDS_TOKEN, summary="Whom I have blocked")
async def list_blocked(guest: CallingGuest, complaints: TheComplaints) -> tuple[BlockedPerson, ...]:
    """List the people whom the caller has blocked."""
    return await complaints.list_blocked(guest)


@post("/blocks", status_code=204, security=NEEDS_TOKEN, summary="Block a person")
async def block(guest: CallingGuest, complaints: TheComplaints, data: JSONBody[NewBlock]) -> None:
    """Block a person: hide their chat and their listed tables, and never share a table. They are not notified."""
    await complaints.block(guest, data)


@delete("/blocks/{person:str}", status_code=204, security=NEEDS_TOKEN, summary="Lift a block")
async def unblock(guest: CallingGuest, complaints: TheComplaints, person: FromPath[str]) -> None:
    """Lift the block of a person; nothing changes if there is none."""
    await complaints.unblock(guest, person)


@get("/moderation/reports", security=NEEDS_TOKEN, summary="Open reports")
async def open_reports(guest: CallingGuest, moderators: TheModerators) -> tuple[ReportResponse, ...]:
    """List the open reports, oldest first (moderators only)."""
    return await moderators.open(guest)


@post("/moderation/reports/{number:int}", status_code=204, security=NEEDS_TOKEN, summary="Decide on a report")
async def decide(
    guest: CallingGuest, moderators: TheModerators, number: FromPath[int], data: JSONBody[Measure]
) -> None:
    """Dismiss a report, mute, rename or ban the person (moderators only)."""
    await moderators.decide(guest, number, data)


HANDLERS: Final = (report, list_blocked, block, unblock, open_reports, decide)
