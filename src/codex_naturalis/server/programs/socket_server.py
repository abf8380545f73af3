"""Socket server of programs: authenticates them in the handshake, and runs their sessions."""

import asyncio
from collections.abc import Iterable
from typing import Final

from codex_naturalis.seating import Guest, Holder
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import NameMark

from ..bans.bans import Bans
from ..limits.limits import RateLimiter
from ..people.accounts import GUEST, Accounts
from ..sockets.channel import SessionErrors
from ..support.tokens import Scope
from .bot_accounts import check_on
from .channel import ProgramChannel
from .session import ProgramSession
from .session_services import SessionServices

__all__ = ["PATH", "ProgramSockets"]

PATH: Final = "/api/v1/bot/socket"
"""Address of the socket."""


class ProgramSockets:
    """Socket server of programs."""

    def __init__(self, services: SessionServices, accounts: Accounts, limits: RateLimiter, bans: Bans) -> None:
        """Carry games for programs whose token `accounts` know."""
        self._services = services
        self._accounts = accounts
        self._limits = limits
        self._bans = bans
        self._sessions: dict[ProgramSession, None] = {}
        self._checks: set[asyncio.Task[None]] = set()
        services.bus.on_change(self._on_change, "person")
        bans.on_new(lambda: self._check_all(list(self._sessions)))

    async def admit(self, headers: Iterable[tuple[bytes, bytes]], address: str | None) -> tuple[Holder, Guest]:
        """Return the holder of the token in a socket's headers; raise a `ProblemError` if it is no program."""
        check_on(self._services.settings)
        self._bans.check(None, address)
        self._limits.new_sockets.take(address)
        scheme, _, token = dict(headers).get(b"authorization", b"").decode("latin-1").partition(" ")
        if not token:
            raise ProblemError(Code.TOKEN_MISSING)
        holder = await self._accounts.holder(token.strip() if scheme.lower() == "bearer" else "")
        guest = await self._services.lobby.guests.find(holder)
        program = await self._services.store.mark_of(guest) is NameMark.PROGRAM
        if not program or holder.scope is not Scope.PLAY:
            raise ProblemError(Code.PROGRAM_ONLY)
        return holder, guest

    async def serve(self, channel: ProgramChannel, holder: Holder, guest: Guest) -> None:
        """Serve one program until it leaves or is dismissed."""
        session = ProgramSession(channel, guest, holder, self._services)
        self._sessions[session] = None
        try:
            async with SessionErrors(channel, "socket of a program failed"):
                await session.run()
        finally:
            self._sessions.pop(session, None)

    def _on_change(self, called: str) -> None:
        """Bus callback: check again whether the connections of a guest may stay open."""
        if called.startswith(GUEST):
            guest = called.removeprefix(GUEST)
            self._check_all([one for one in self._sessions if one.guest.id == guest])

    def _check_all(self, sessions: list[ProgramSession]) -> None:
        for session in sessions:
            check = asyncio.create_task(self._check(session))
            self._checks.add(check)
            check.add_done_callback(self._checks.discard)

    async def _check(self, session: ProgramSession) -> None:
        try:
            await self._accounts.check(session.holder)
        except ProblemError as problem:
            session.dismiss(problem)
