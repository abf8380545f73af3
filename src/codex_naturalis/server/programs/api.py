"""HTTP API of programs: an owner's bot accounts, those that are connected, their ratings, and invitations."""

from typing import Final

from litestar import delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from codex_naturalis.wire.people import Standing
from codex_naturalis.wire.programs import NewInvitation, NewProgram, ProgramHere, ProgramInfo, ProgramSettings
from codex_naturalis.wire.table import TableAnswer

from ..lobby.request_context import NEEDS_TOKEN, Caller, RatedSeats, TableId, table_answer
from ..people.accounts import Accounts
from ..people.history import People
from .bot_accounts import BotAccounts
from .invitations import Invitations
from .presence import ProgramsHere

__all__ = ["HANDLERS"]

TheAccounts = NamedDependency[Accounts]
ThePrograms = NamedDependency[BotAccounts]


@get("/account/programs", security=NEEDS_TOKEN, summary="My programs")
async def my_programs(caller: Caller, accounts: TheAccounts, bot_accounts: ThePrograms) -> tuple[ProgramInfo, ...]:
    """List the bot accounts of the caller's account."""
    return await bot_accounts.of(await accounts.mine(caller))


@post("/account/programs", security=NEEDS_TOKEN, summary="Create a program")
async def new_program(
    caller: Caller, accounts: TheAccounts, bot_accounts: ThePrograms, data: JSONBody[NewProgram]
) -> ProgramInfo:
    """Create a bot account. It has no password: its owner issues tokens for it."""
    return await bot_accounts.create(await accounts.mine(caller), data.name)


@put("/account/programs/{name:str}", security=NEEDS_TOKEN, summary="Set up a program")
async def set_up_program(
    caller: Caller,
    accounts: TheAccounts,
    bot_accounts: ThePrograms,
    name: FromPath[str],
    data: JSONBody[ProgramSettings],
) -> ProgramInfo:
    """Set whether anyone may enter a program in tournaments."""
    return await bot_accounts.set_up(await accounts.mine(caller), name, data)


@delete("/account/programs/{name:str}", status_code=204, security=NEEDS_TOKEN, summary="Remove a program")
async def remove_program(caller: Caller, accounts: TheAccounts, bot_accounts: ThePrograms, name: FromPath[str]) -> None:
    """Remove a bot account and its tokens. Games that others played with it remain, without its name."""
    await bot_accounts.remove(await accounts.mine(caller), name)


@get("/programs", summary="Programs that are here")
async def programs(programs_here: NamedDependency[ProgramsHere]) -> tuple[ProgramHere, ...]:
    """List the programs that are connected, and may be invited."""
    return await programs_here.list_programs()


@get("/programs/leaders", summary="Leaderboard of programs")
async def program_leaders(people: NamedDependency[People], seats: RatedSeats = 2) -> tuple[Standing, ...]:
    """Return the hundred highest ratings of bot accounts that are not provisional, in games of `seats` seats."""
    return await people.leaders(seats, of_programs=True)


@post("/tables/{table_id:str}/programs", status_code=200, security=NEEDS_TOKEN, summary="Invite a program")
async def invite_program(
    caller: Caller, invitations: NamedDependency[Invitations], table_id: TableId, data: JSONBody[NewInvitation]
) -> TableAnswer:
    """Invite a program to an empty seat, and wait until it has sat down (host only)."""
    return table_answer(await invitations.invite(caller, table_id, data.name, data.seat), caller)


HANDLERS: Final = (my_programs, new_program, set_up_program, remove_program, programs, program_leaders, invite_program)
