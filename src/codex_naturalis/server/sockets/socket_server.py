"""Socket server: authenticates and admits the sockets of tables, and runs their sessions."""

import asyncio

from codex_naturalis.seating import Holder
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.socket import Hello

from ..bans.bans import Bans
from ..limits.limits import RateLimiter
from ..lobby.chat import Chats
from ..people.accounts import GUEST, Accounts
from ..support.settings import Settings
from ..tables.bus import Bus
from ..tables.registry import Tables
from .admission import Admission
from .channel import Channel, SessionErrors
from .session import ViewerSession

__all__ = ["SocketServer"]


class SocketServer:
    """Socket server: authenticates and admits sockets, and runs their sessions."""

    def __init__(
        self,
        tables: Tables,
        chats: Chats,
        accounts: Accounts,
        bus: Bus,
        settings: Settings,
        limits: RateLimiter,
        bans: Bans,
    ) -> None:
        """Open sessions at `tables` within `limits`; banned guests and addresses are refused."""
        self._limits = limits
        self._admission = Admission(limits, settings)
        self._tables = tables
        self._chats = chats
        self._accounts = accounts
        self._bus = bus
        self._settings = settings
        self._bans = bans
        self._sessions: dict[ViewerSession, None] = {}
        self._checks: set[asyncio.Task[None]] = set()
        bus.on_change(self._on_change, "person")
        bans.on_new(self._recheck_bans)

    async def serve(self, channel: Channel, table_id: str, address: str | None = None) -> None:
        """Serve one client, from `address`, until it leaves or is dismissed."""
        async with SessionErrors(channel, "socket failed"):
            self._bans.check(None, address)
            await self._admit(channel, table_id, address)

    async def _hello(self, channel: Channel, address: str | None) -> Hello:
        try:
            async with asyncio.timeout(self._settings.hello_seconds) as timeout:
                with self._admission.silent(address, timeout):
                    message = await channel.receive()
        except TimeoutError:
            raise ProblemError(Code.HELLO_LATE) from None
        if not isinstance(message, Hello):
            raise ProblemError(Code.MESSAGE_UNEXPECTED)
        return message

    async def _admit(self, channel: Channel, table_id: str, address: str | None) -> None:
        """Authenticate a client and run its session; the handshake's data does not stay in memory meanwhile."""
        pressed = self._is_pressed(address)
        if not pressed:
            await self._tables.get(table_id)
        hello = await self._hello(channel, address)
        holder = Holder() if hello.token is None else await self._accounts.holder(hello.token)
        if pressed:
            self._count_session(holder)
        session = await self._session_for(channel, table_id, hello, holder, address)
        if pressed and session.owner is None:
            raise ProblemError(Code.LIMIT_CONNECTIONS)
        self._admission.admit(session)
        self._sessions[session] = None
        try:
            await asyncio.create_task(session.run())  # of its own, so that a message resumes no more than the session
        finally:
            self._sessions.pop(session, None)
            self._admission.release(session)

    def _is_pressed(self, address: str | None) -> bool:
        """Return whether an address opens sockets too fast, so that each must first prove that it shows a seat."""
        try:
            self._limits.new_sockets.take(address)
        except ProblemError:
            return True
        return False

    def _count_session(self, holder: Holder) -> None:
        """Let each guest open a few windows nevertheless; raise a `ProblemError` beyond these, and for watchers."""
        who = holder.guest or holder.key
        if who is None or self._limits.new_sessions.spend(who):
            raise ProblemError(Code.LIMIT_CONNECTIONS)

    async def _session_for(
        self, channel: Channel, table_id: str, hello: Hello, holder: Holder, address: str | None
    ) -> ViewerSession:
        table = await self._tables.get(table_id)
        if holder.key is not None and table.viewer(holder) is None:
            raise ProblemError(Code.TOKEN_INVALID)  # a link to another table's seat, or to one that was given up
        self._bans.check_seat(table.data, holder)
        table.check_watched(holder)
        await self._tables.check_deal(table, holder.guest or holder.key)
        chat = await self._chats.cursor(table, holder)
        return ViewerSession(channel, table, chat, self._bus, hello, holder, address)

    def _on_change(self, called: str) -> None:
        """Bus callback: check again whether the windows of a guest may stay open."""
        if not called.startswith(GUEST):
            return
        guest = called.removeprefix(GUEST)
        for session in [one for one in self._sessions if guest in (one.owner, one.holder.guest)]:
            check = asyncio.create_task(self._check(session))
            self._checks.add(check)
            check.add_done_callback(self._checks.discard)

    def _recheck_bans(self) -> None:
        """Close the sockets of guests and addresses that have been banned."""
        for session in list(self._sessions):
            try:
                self._bans.check(session.holder.guest, session.address)
                self._bans.check_seat(session.table.data, session.holder)
            except ProblemError as problem:
                session.dismiss(problem)

    async def _check(self, session: ViewerSession) -> None:
        try:
            await self._accounts.check(session.holder)
            if session.holder.key is not None:
                await _check_key(session)
        except ProblemError as problem:
            session.dismiss(problem)


async def _check_key(session: ViewerSession) -> None:
    """Raise a `ProblemError` if the private link of a session no longer opens a seat."""
    await session.table.refresh()
    if session.table.viewer(session.holder) is None:
        raise ProblemError(Code.TOKEN_INVALID)
