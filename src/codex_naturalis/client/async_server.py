"""A server, for programs on asyncio."""

import asyncio
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack
from uuid import uuid4

from codex_naturalis.play.clock import Clock
from codex_naturalis.rules import HouseRules, Preset, SoloLevel, answers_of
from codex_naturalis.wire.people import Session, SignIn
from codex_naturalis.wire.programs import ProgramHere
from codex_naturalis.wire.table import BotPace, Colour, GuestInfo, NewGuest, NewTable, TableAnswer, TableInfo

from .async_table import AsyncRemoteTable
from .invitations import Invitation
from .requests import Requests

if TYPE_CHECKING:
    from .any_bot import AnyBot

__all__ = ["AsyncServer"]


class AsyncServer:
    """Server: the caller's identity there, and the tables to open, join or watch.

    Use it as a context manager, or call `close` at the end. Requests are retried while the server is away, for
    `patience` seconds; then `UnreachableError` is raised.
    """

    def __init__(self, address: str, *, token: str | None = None, name: str = "Guest", patience: float = 60.0) -> None:
        """Use the server at `address`, such as `https://codex.example.org`, as the guest of `token`.

        Without a token, a guest called `name` is created when one is needed first.
        """
        self._requests = Requests(address, patience)
        self._requests.token = token
        self._name = name
        self._tables: set[AsyncRemoteTable] = set()

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return self._requests.address

    @property
    def token(self) -> str | None:
        """Return the token, to be kept if the guest is to be the same next time. The server may renew it."""
        return self._requests.token

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections to all tables."""
        tables, self._tables = self._tables, set()
        await asyncio.gather(*(table.close() for table in tables))

    # Who one is

    async def me(self) -> GuestInfo:
        """Return the caller's guest, created if there is none yet."""
        if self._requests.token is None:
            guest = await self._requests.ask(GuestInfo, "POST", "/guests", NewGuest(self._name))
            self._requests.token = guest.token
            return guest
        return await self._requests.ask(GuestInfo, "GET", "/guests/me")

    async def sign_in(self, name: str, password: str) -> None:
        """Become the guest of an account."""
        session = await self._requests.ask(Session, "POST", "/account/session", SignIn(name, password))
        self._requests.token = session.token

    # Tables

    async def open(  # noqa: PLR0913 - the options of a table
        self,
        seats: int = 2,
        *,
        bots: Iterable[str] = (),
        solo: SoloLevel | str | None = None,
        preset: Preset | str = Preset.EN,
        listed: bool = False,
        hints: bool | None = None,
        clock: Clock | None = None,
        colour: Colour | str | None = None,
        pace: BotPace | str = BotPace.INSTANT,
        history: bool = False,
        previews: bool = True,
        **house_rules: Unpack[HouseRules],
    ) -> AsyncRemoteTable:
        """Open a table and sit down as its host: against Tybor with `solo` and one seat.

        Play begins when all seats are taken: at once if `bots` take the others. They act at once; at the
        `pace` of `people` they wait a moment before. `house_rules` are those of `HouseRules`; without them the edition
        decides.
        """
        answers: Any = answers_of(house_rules)
        wanted = NewTable(
            1 if solo else seats,
            Preset(preset),
            SoloLevel(solo) if solo else None,
            tuple(bots),
            listed=listed,
            hints=hints,
            clock=clock,
            pace=BotPace(pace),
            colour=Colour(colour) if colour else None,
            **answers,
        )
        await self._be_someone()
        once = {"Idempotency-Key": uuid4().hex}
        answer = await self._requests.ask(TableAnswer, "POST", "/tables", wanted, headers=once)
        return await self._follow(Invitation(answer.table.id), history=history, previews=previews)

    async def join(
        self,
        invitation: str,
        *,
        colour: Colour | str | None = None,
        history: bool = False,
        previews: bool = True,
    ) -> AsyncRemoteTable:
        """Take the first empty seat at the table of a link or id, or return to the caller's seat there.

        A private link of a seat needs no joining. `colour` is that of the tokens, None for one that is left when play
        begins.
        """
        asked = self._read(invitation)
        if asked.key is None:
            await self._be_someone()
            chosen = f"?colour={Colour(colour)}" if colour else ""
            await self._requests.ask(TableAnswer, "POST", f"/tables/{asked.table}/join{chosen}")
        return await self._follow(asked, history=history, previews=previews)

    async def watch(self, invitation: str, *, history: bool = False, previews: bool = False) -> AsyncRemoteTable:
        """Watch a table without joining; a seat that the caller already has there can be played."""
        return await self._follow(self._read(invitation), history=history, previews=previews)

    async def tables(self) -> list[TableInfo]:
        """Return the listed tables, those waiting for guests first."""
        return await self._requests.ask(list[TableInfo], "GET", "/tables")

    async def mine(self) -> list[TableAnswer]:
        """Return the tables where the caller sits or sat, newest first."""
        await self._be_someone()
        return await self._requests.ask(list[TableAnswer], "GET", "/tables/mine")

    async def bots(self) -> list[str]:
        """Return the names of the bots that can be seated, weakest first."""
        return await self._requests.ask(list[str], "GET", "/bots")

    async def programs(self) -> list[str]:
        """Return the names of the connected programs, which may be invited."""
        return [each.name for each in await self._requests.ask(list[ProgramHere], "GET", "/programs")]

    async def serve(self, bot: "AnyBot", *invitations: str, seed: str | None = None) -> None:
        """Let `bot` play: at the tables of these links, all at once, until their games are over.

        Without links it sits down wherever it is invited, if the token is that of a bot account; else it plays at every
        table where the guest sits, including those it joins later, until cancelled. `bot` is a bot, a class or
        function that makes one per game, or the name or path of one, as in the arena.
        """
        from .playing import play_all  # noqa: PLC0415 - brings bots and words, which no other call needs

        await play_all(self, bot, invitations, seed)

    async def _be_someone(self) -> None:
        if self._requests.token is None:
            await self.me()

    def _read(self, invitation: str) -> Invitation:
        asked = Invitation.read(invitation)
        if asked.server is not None and asked.server != self.address:
            raise ValueError(f"{invitation} leads to another server than {self.address}")
        return asked

    async def _follow(self, asked: Invitation, *, history: bool, previews: bool) -> AsyncRemoteTable:
        table = AsyncRemoteTable(self._requests, asked.table, asked.key, history=history, previews=previews)
        self._tables.add(table)
        await table.connect()
        return table
