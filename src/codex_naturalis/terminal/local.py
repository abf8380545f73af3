"""Desk without a server: the game runs in this process, against Tybor or bots."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from secrets import token_hex

from msgspec import Struct

from codex_naturalis.analysis import Advice, hint
from codex_naturalis.bots import Bot
from codex_naturalis.extras import has
from codex_naturalis.play import Game
from codex_naturalis.programs import BotFaultError, ask, bot_at, shown_to
from codex_naturalis.rules import Action, Event, GameOptions, IllegalAction, Seat, awaited
from codex_naturalis.views import View, ViewCache, redact, view_of

from .company import ChatLine
from .desk import DeskRefusedError

__all__ = ["LocalDesk"]


class _Step(Struct, frozen=True):
    """One version, as visible to the reader."""

    version: int
    events: tuple[Event, ...]


class _Seat(Struct, frozen=True):
    """Seat and its occupant."""

    seat: Seat
    kind: str
    name: str | None
    mark: str | None = None
    colour: str | None = None


class LocalDesk:
    """Game of one person; bots play the other seats."""

    def __init__(self, options: GameOptions, bots: Sequence[str] = (), *, seed: str | None = None, name: str) -> None:
        """Deal a game by `seed`, or at random; `bots` take all seats but one, which is drawn by lot.

        Raises `UnknownBotError` if there is no bot of one of these names.
        """
        self._seed = seed or token_hex(16)
        self._rng = Random(f"{self._seed}/desk")
        self.viewer: Seat = self._rng.randrange(options.seats)
        others = [seat for seat in range(options.seats) if seat != self.viewer]
        self._bots: dict[Seat, Bot] = {seat: bot_at(bot) for seat, bot in zip(others, bots, strict=True)}
        named = dict(zip(others, bots, strict=True))
        self.seats: tuple[_Seat, ...] = tuple(
            _Seat(seat, "bot", named[seat]) if seat in named else _Seat(seat, "guest", name)
            for seat in range(options.seats)
        )
        self.game: Game = Game.from_seed(options, self._seed)
        self.steps: list[_Step] = []
        self.hints: bool = has("fast")
        self.invitation: str | None = None
        self.connected = True
        self._cache = ViewCache()
        self._changed = asyncio.Event()
        self._fault: BotFaultError | None = None
        self._playing: asyncio.Task[None] | None = None
        self.view: View = self._view()

    @property
    def ended(self) -> bool:
        """Return whether the game is over."""
        return self.game.over

    @property
    def lines(self) -> Sequence[ChatLine]:
        """Return nothing: bots do not talk."""
        return ()

    @property
    def times(self) -> Mapping[Seat, float]:
        """Return nothing: there is no clock."""
        return {}

    async def speak(self, text: str) -> None:  # noqa: ARG002 - as at any desk
        """Refuse: a game on this machine has no chat."""
        raise DeskRefusedError("offline")

    async def open(self) -> None:
        """Start the bots."""
        self._bots_to_play()

    async def act(self, actions: Sequence[Action]) -> None:
        """Play a turn, or raise `DeskRefusedError`; the bots' turns follow in the background."""
        try:
            self.follow(self.viewer, actions)
        except IllegalAction as illegal:
            raise DeskRefusedError(illegal.reason, illegal.refusal.facts) from None
        self._bots_to_play()

    async def change(self) -> None:
        """Wait for a change; raise `DeskRefusedError` if a bot has failed."""
        if self._fault is None:
            await self._changed.wait()
        if self._fault is not None:
            raise DeskRefusedError(str(self._fault))

    async def hint(self) -> tuple[Advice, ...]:
        """Return the teacher's advice, computed in a thread."""
        if not self.hints:
            raise DeskRefusedError("hint.forbidden")
        answer = await asyncio.to_thread(hint, self.view, f"{self._seed}/{self.game.version}")
        return answer.turns

    async def close(self) -> None:
        """Stop the bots."""
        if self._playing is not None:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing

    def _view(self) -> View:
        return view_of(self.game.state, self.viewer, detailed=True, cache=self._cache)

    def follow(self, seat: Seat, actions: Sequence[Action]) -> None:
        """Play `actions` for any seat, and publish them; raise `IllegalAction` if the rules refuse one."""
        before = self.game.version
        self.game = self.game.play(seat, actions)
        for version, played in enumerate(self.game.history[before:], before + 1):
            self.steps.append(_Step(version, tuple(redact(event, self.viewer) for event in played.events)))
        self.view = self._view()
        self._wake_waiters()

    def _wake_waiters(self) -> None:
        """Wake all waiters for a change."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _bots_to_play(self) -> None:
        if self._playing is None or self._playing.done():
            self._playing = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        """Let bots act while one of them is to act."""
        while (seat := self._next_bot()) is not None:
            bot = self._bots[seat]
            view = shown_to(bot, self.game.state, seat)
            try:
                action = await asyncio.to_thread(ask, bot, view, self._rng)
            except BotFaultError as fault:
                self._fault = fault
                self._wake_waiters()
                return
            self.follow(seat, (action,))

    def _next_bot(self) -> Seat | None:
        return next((seat for seat in awaited(self.game.state) if seat in self._bots), None)
