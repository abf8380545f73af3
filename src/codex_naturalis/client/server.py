"""A server, for ordinary programs: `AsyncServer` on a loop in a thread."""

from collections.abc import Iterable
from types import TracebackType
from typing import Self, Unpack

from codex_naturalis.play.clock import Clock
from codex_naturalis.rules import HouseRules, Preset, SoloLevel
from codex_naturalis.wire.table import Colour, GuestInfo, TableAnswer, TableInfo

from .any_bot import AnyBot
from .async_server import AsyncServer
from .background import BackgroundLoop
from .table import RemoteTable

__all__ = ["Server"]


class Server:
    """A server: who one is there, and the tables to open, join or watch.

    Use it as a context manager, or call `close` in the end. What is asked is asked again while the server is away, for
    `patience` seconds; then `UnreachableError` is raised.
    """

    def __init__(self, address: str, *, token: str | None = None, name: str = "Guest", patience: float = 60.0) -> None:
        """Talk to the server at `address`, such as `https://codex.example.org`, as the guest of `token`.

        Without a token, a guest called `name` is created when one is needed first.
        """
        self._server = AsyncServer(address, token=token, name=name, patience=patience)
        self._loop = BackgroundLoop()

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return self._server.address

    @property
    def token(self) -> str | None:
        """Return the token to keep, if the guest is to be the same the next time. The server may renew it."""
        return self._server.token

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to all tables."""
        self._loop.run(self._server.close())
        self._loop.close()

    def me(self) -> GuestInfo:
        """Return the own guest, created if there is none yet."""
        return self._loop.run(self._server.me())

    def sign_in(self, name: str, password: str) -> None:
        """Become the guest of an account."""
        self._loop.run(self._server.sign_in(name, password))

    def open(  # noqa: PLR0913 - the options of a table
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
        history: bool = False,
        previews: bool = True,
        **house_rules: Unpack[HouseRules],
    ) -> RemoteTable:
        """Open a table and sit down as its host: against Tybor with `solo` and one seat.

        Play begins when all seats are taken: at once if `bots` take the others. `house_rules` are those of
        `HouseRules`; without them the edition decides.
        """
        opened = self._server.open(
            seats,
            bots=bots,
            solo=solo,
            preset=preset,
            listed=listed,
            hints=hints,
            clock=clock,
            colour=colour,
            history=history,
            previews=previews,
            **house_rules,
        )
        return RemoteTable(self._loop.run(opened), self._loop)

    def join(
        self,
        invitation: str,
        *,
        colour: Colour | str | None = None,
        history: bool = False,
        previews: bool = True,
    ) -> RemoteTable:
        """Take the first empty seat at the table of a link or id, or go back to one's own seat there.

        A private link of a seat needs no joining: it is played at once. `colour` is that of the tokens, None for one
        that is left when play begins.
        """
        joined = self._server.join(invitation, colour=colour, history=history, previews=previews)
        return RemoteTable(self._loop.run(joined), self._loop)

    def watch(self, invitation: str, *, history: bool = False, previews: bool = False) -> RemoteTable:
        """Look at a table without joining; where one has a seat already, it can be played."""
        watched = self._server.watch(invitation, history=history, previews=previews)
        return RemoteTable(self._loop.run(watched), self._loop)

    def tables(self) -> list[TableInfo]:
        """Return the listed tables, those that wait for guests first."""
        return self._loop.run(self._server.tables())

    def mine(self) -> list[TableAnswer]:
        """Return the tables where one sits or sat, the newest first."""
        return self._loop.run(self._server.mine())

    def bots(self) -> list[str]:
        """Return the names of the bots that can be seated, the weakest first."""
        return self._loop.run(self._server.bots())

    def serve(self, bot: AnyBot, *invitations: str, seed: str | None = None) -> None:
        """Let `bot` play: at the tables of these links, all at once, until their games are over.

        Without links it sits down wherever it is invited, if the token is that of a bot account; else it plays at every
        table where the own guest sits, those it joins later included, until interrupted. `bot` is a bot, a class or
        function that makes one for each game, or the name or path of one, as in the arena.
        """
        self._loop.run(self._server.serve(bot, *invitations, seed=seed))
