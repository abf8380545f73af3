"""HTTP API of personal data: download it, and delete the account."""

from typing import Final, cast

from litestar import Response, delete, get
from litestar.di import NamedDependency
from litestar.params import JSONBody

from codex_naturalis.wire.people import Proof

from ..lobby.request_context import NEEDS_TOKEN, Caller, CallingGuest
from ..people.accounts import Accounts
from .deletion import Deletion
from .export import Exports
from .wire import PersonalData

__all__ = ["HANDLERS"]

_PRIVATE: Final = {
    "Cache-Control": "private, no-store",
    "Content-Disposition": 'attachment; filename="codex-naturalis-account.json"',
}


@get("/account/export", security=NEEDS_TOKEN, summary="My data")
async def export(guest: CallingGuest, exports: NamedDependency[Exports]) -> Response[PersonalData]:
    """Return all data stored about the caller, with an account or without, and about the caller's programs.

    Secrets, the cards of games under way, and data about others are left out; the answer names each of these.
    """
    encoded = await exports.of(guest.id)  # beside the event loop: it may be long
    return Response(cast("PersonalData", encoded), media_type="application/json", headers=_PRIVATE)


@delete("/account", status_code=204, security=NEEDS_TOKEN, summary="Delete my account")
async def end(
    caller: Caller, accounts: NamedDependency[Accounts], deletion: NamedDependency[Deletion], data: JSONBody[Proof]
) -> None:
    """Delete the account and what was stored about its owner. Games that others played remain, without the name.

    Clubs get another admin, and tournaments that have not begun another host, or they are closed.
    """
    guest = await accounts.confirm(caller, data.password)
    await deletion.forget(guest)
    accounts.signed_out(guest)


HANDLERS: Final = (export, end)
