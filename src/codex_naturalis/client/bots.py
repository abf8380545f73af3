"""Bot account on a server: one connection for all its games, by the Codex Bot Protocol.

Questions are answered one after the other in a thread, so that the connection stays alive while the bot thinks. After
a lost connection the server repeats open questions under the same numbers, so nothing is played twice.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from codex_naturalis.bots import Bot
from codex_naturalis.i18n import Locale
from codex_naturalis.programs import BotFaultError, ask_in_time
from codex_naturalis.programs.bot_protocol import (
    BotAccept,
    BotAnswer,
    BotAsk,
    BotDecline,
    BotGame,
    BotGameOver,
    BotHello,
    BotInvited,
    BotQuit,
    BotReady,
    BotRefused,
    BotStop,
    BotWants,
    HostMessage,
    ProgramMessage,
)
from codex_naturalis.programs.program import ProgramBot
from codex_naturalis.record import read_record
from codex_naturalis.wire.table import ProblemResponse, TableAnswer
from codex_naturalis.words import speech
from codex_naturalis.words.effects import answer_words

from .any_bot import AnyBot, bot_name, make_bot
from .errors import RefusedError, UnreachableError
from .requests import Requests, delay_before

__all__ = ["BotOnServer"]

_PATH: Final = "/api/v1/bot/socket"
_LARGEST: Final = 1 << 22
"""Size limit of a message in bytes: the last one of a game contains its record."""

_FOR_GOOD: Final = {4401: "token.invalid", 4403: "guest.banned", 4409: "limit.windows"}
"""Close codes after which the connection must not be reopened."""

_AWAY: Final = (429, 502, 503, 504)
"""HTTP statuses of a handshake after which a retry is useful."""

_LASTED: Final = 10.0
"""Seconds after which a connection counts as good."""

_ENCODE: Final = msgspec.json.Encoder().encode
_DECODER: msgspec.json.Decoder[HostMessage] = msgspec.json.Decoder(HostMessage)


class BotOnServer:
    """Bot that sits down wherever it is invited on a server, until it is stopped."""

    def __init__(
        self,
        address: str,
        token: str,
        bot: AnyBot,
        *,
        games: int | None = None,
        show: Callable[[str], None] = print,
        locale: Locale = "en",
    ) -> None:
        """Play `bot` as the account of `token`, up to `games` at once; `show` gets lines to show, in a language."""
        self._requests = Requests(address, patience=60.0)
        self._requests.token = token
        self._bot = bot
        self._games = games
        self._show = show
        self._speech = speech(locale)
        self._bots: dict[str, Bot] = {}
        """Bots by game under way."""

        self._names: dict[str, tuple[str, ...]] = {}
        """Names of their players, by seat."""

        self._thinking = ThreadPoolExecutor(1, thread_name_prefix="bot")
        self._stopped: set[int] = set()
        """Withdrawn questions."""

        self._leaving = False
        self._socket: ClientConnection | None = None

    async def run(self) -> None:
        """Play until `quit` is called and the last game is over.

        Raises `RefusedError` if the server keeps the bot out.
        """
        attempt = 0
        try:
            while not self._done:
                begun = time.monotonic()
                try:
                    await self._once()
                except (OSError, TimeoutError, WebSocketException) as error:
                    self._show_text("lost", why=_describe_error(error))
                if not self._done:
                    attempt = 0 if time.monotonic() - begun > _LASTED else attempt + 1
                    await asyncio.sleep(delay_before(attempt))
        finally:
            self._thinking.shutdown(wait=False, cancel_futures=True)

    def _show_text(self, what: str, **values: object) -> None:
        """Show one line: the text `cli.serving` + `what`."""
        self._show(self._speech(f"cli.serving.{what}", **values))

    @property
    def _done(self) -> bool:
        return self._leaving and not self._bots

    async def quit(self) -> None:
        """Accept no more invitations, and end once the games under way are over."""
        self._leaving = True
        self._show_text("leaving", count=len(self._bots))
        if self._socket:
            await self._say(BotQuit())
            if self._done:
                await self._socket.close()

    async def _say(self, message: ProgramMessage) -> None:
        if self._socket:
            await self._socket.send(_ENCODE(message).decode())

    async def _once(self) -> None:
        """Play over one connection until it is closed."""
        asks: asyncio.Queue[BotAsk] = asyncio.Queue()
        async with self._connection() as socket:
            self._socket = socket
            answering = asyncio.create_task(self._answer_all(asks))
            try:
                async for text in socket:
                    message = _DECODER.decode(text)
                    if isinstance(message, BotAsk):
                        asks.put_nowait(message)
                    else:
                        await self._hear(message)
                    if self._done:
                        await socket.close()
            finally:
                self._socket = None
                answering.cancel()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[ClientConnection]:
        """Open a connection; raise `RefusedError` if it is refused for good, now or while it is open."""
        named = {"Authorization": f"Bearer {self._requests.token}"}
        address = f"ws{self._requests.address.removeprefix('http')}{_PATH}"
        try:
            async with connect(address, additional_headers=named, max_size=_LARGEST) as socket:
                yield socket
        except InvalidStatus as error:
            problem = _problem(bytes(error.response.body or b""))
            if problem is None or error.response.status_code in _AWAY:
                raise
            raise RefusedError(problem.code, problem.facts) from None
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 0
            if code in _FOR_GOOD:
                raise RefusedError(_FOR_GOOD[code]) from None
            raise

    # What the server says

    async def _hear(self, message: HostMessage) -> None:
        match message:
            case BotHello():
                self._show_text("here", bot=message.name, server=self._requests.address)
                await self._say(self._ready())
            case BotInvited():
                await self._say(BotDecline(message.table) if self._leaving else BotAccept(message.table))
            case BotGame():
                self._bots.setdefault(message.game, make_bot(self._bot))
                self._names[message.game] = message.names
                self._show_text("plays", game=message.game[:6], names=self._speech.list(message.names))
            case BotStop():
                self._stopped.add(message.ask)
            case BotRefused():
                self._show_text("refused", why=answer_words(self._speech, message.reason, message.facts))
            case BotGameOver():
                self._over(message)
            case _:
                pass

    def _ready(self) -> BotReady:
        wants = BotWants(previews=getattr(make_bot(self._bot), "previews", False))
        return BotReady(bot_name(self._bot)[:40], wants=wants, games=self._games)

    def _over(self, message: BotGameOver) -> None:
        bot, names = self._bots.pop(message.game, None), self._names.pop(message.game, ())
        if message.result is None:
            self._show_text("closed", game=message.game[:6])
        else:
            totals = [f"{name} {total}" for name, total in zip(names, message.result.totals, strict=False)]
            winners = [names[seat] for seat in message.result.winners if seat < len(names)]
            outcome = {"points": self._speech.list(totals), "names": self._speech.list(winners)}
            self._show_text("over", game=message.game[:6], **outcome)
        if message.result is not None and message.record is not None and isinstance(bot, ProgramBot):
            bot.over(message.result, read_record(message.record))

    # What the bot answers

    async def _answer_all(self, asks: "asyncio.Queue[BotAsk]") -> None:
        while True:
            ask = await asks.get()
            bot = self._bots.setdefault(ask.game, make_bot(self._bot))
            if ask.ask in self._stopped:
                continue
            loop = asyncio.get_running_loop()
            try:
                action = await loop.run_in_executor(self._thinking, ask_in_time, bot, ask.view, ask.chance, ask.seconds)
            except BotFaultError as fault:
                await self._give_up(ask, fault)
            else:
                await self._say(BotAnswer(ask.ask, (action,)))

    async def _give_up(self, ask: BotAsk, fault: BotFaultError) -> None:
        """Leave a game, where a stand-in takes over, so that the others need not wait."""
        self._show_text("stand_in", game=ask.game[:6], fault=fault)
        with suppress(RefusedError, UnreachableError):
            await self._requests.ask(TableAnswer, "POST", f"/tables/{ask.game}/leave")


def _problem(body: bytes) -> ProblemResponse | None:
    try:
        return msgspec.json.decode(body, type=ProblemResponse)
    except msgspec.MsgspecError:
        return None


def _describe_error(error: Exception) -> str:
    return str(error) or type(error).__name__
