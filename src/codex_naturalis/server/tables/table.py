"""One table in memory: its people, its game, who watches, and how it changes: stored first, then told."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from codex_naturalis.play import FutureVersion, Game, StaleAction
from codex_naturalis.rules import Action, GameState, Seat
from codex_naturalis.views import Viewer

from ..database.appends import Append
from ..support.errors import Code, Problem
from ..support.tokens import Holder
from ..wire.socket import ClocksTold
from ..wire.table import SeatKind, TableInfo, TableStage, Version
from .audience import Audience, Watcher
from .bus import Bus
from .changes import TableChanges, read_changes
from .data import Answer, Stored, TableData
from .hibernation import HibernatedGame, hibernated
from .seating import begin_play, bots_asked, seat_of
from .solo import result_of
from .store import Store, VersionConflict, action_json, clock_columns
from .view_cache import ViewCache

__all__ = ["Table"]

_ENCODER: Final = msgspec.json.Encoder()
Stands = tuple[Version, int]
"""How far a table has come: its version, and its revision, which counts changes of its people."""

_TRIES = 3
"""How often to look again when somebody else changed the table first."""


class Table:
    """A table that somebody is using."""

    def __init__(self, stored: Stored, store: Store, bus: Bus) -> None:
        """Take up what is `stored`; raise a `Problem` if it is damaged."""
        self._store = store
        self._timekeeper = store.timekeeper
        self._bus = bus
        self._lock = asyncio.Lock()
        self.audience = Audience()
        self.behind = False
        """Whether others have changed it since it was read, and nobody here has asked for it."""

        self.used = 0.0
        """When somebody last asked for this table, by the monotonic clock."""

        self.closed = False
        """Whether it is gone: everybody left before play began, or the host of the server took it out."""

        self._take(stored)

    def _take(self, stored: Stored) -> None:
        self.data = stored.data
        self._answers = dict(stored.answers)
        game = _game(stored)
        self._show(ViewCache(game) if game else None)

    def _show(self, shown: ViewCache | None) -> None:
        """Go on with a game that is not put away."""
        self._shown = shown
        self._resting: HibernatedGame | None = None
        self._rested: HibernatedGame | None = None
        """What this very game was made again from."""

        self._stirred = True

    def _show_next(self, game: Game) -> None:
        self._show(self._shown.after(game) if self._shown else ViewCache(game))

    # What is to be seen

    @property
    def id(self) -> str:
        """Return the unguessable name."""
        return self.data.id

    @property
    def game(self) -> Game | None:
        """Return the game, made again if it rests; None before play."""
        self._wake()
        return self._shown.game if self._shown else None

    @property
    def rests(self) -> bool:
        """Return whether the game is put away for now."""
        return self._resting is not None

    @property
    def version(self) -> Version:
        """Return how many actions were played."""
        known = self._resting or (self._shown and self._shown.game)
        return known.version if known else 0

    @property
    def idle(self) -> bool:
        """Return whether nobody needs this table in memory."""
        return not self.audience.watchers and not self._lock.locked()

    @property
    def looked_at(self) -> bool:
        """Return whether anybody looks at it just now."""
        return self.audience.looked_at

    def info(self) -> TableInfo:
        """Return the table as everybody may see it."""
        return replace(self.people(), version=self.version)

    def people(self) -> TableInfo:
        """Return all that everybody may see but the version: the same object as long as nothing else has changed."""
        return self.audience.info(self.data, self._timekeeper.stand_in)

    def watch(self, watcher: Watcher) -> None:
        """Let `watcher` look, and the others know."""
        self.audience.add(watcher)
        self.ring()

    def unwatch(self, watcher: Watcher) -> None:
        """Let `watcher` look no longer, and the others know."""
        self.audience.discard(watcher)
        self.ring()

    def viewer(self, holder: Holder) -> Viewer:
        """Return the seat that `holder` plays, or None."""
        return seat_of(self.data, holder)

    @property
    def shown(self) -> ViewCache | None:
        """Return what people are shown of the game, made again if it rests; None before play."""
        self._wake()
        self._stirred = True
        return self._shown

    def rest(self) -> bool:
        """Let go of what can be made again, unless something has happened since this was asked last.

        Return whether there was something to let go of. Whoever asks for the game wakes it.
        """
        stirred, self._stirred = self._stirred, False
        if stirred or self._shown is None or self._lock.locked():
            return False
        rests = self._rested or hibernated(self._shown.game, self._answers)
        self._show(None)
        self._answers, self._resting = {}, rests
        return True

    def _wake(self) -> None:
        if rested := self._resting:
            game, self._answers = rested.woken(self.data)
            self._show(ViewCache(game))
            self._rested = rested

    def clocks_told(self) -> ClocksTold | None:
        """Return how it stands with everybody's time; None where there is nothing to tell."""
        return self._timekeeper.told(self.data, self._now())

    def _now(self) -> float:
        return self._store.served.now()

    def ring(self) -> None:
        """Wake everybody who watches."""
        self._bus.ring(self.id)

    # How it changes

    async def act(self, seat: Seat, actions: tuple[Action, ...], seen: Version, act_id: str | None = None) -> Version:
        """Play `actions` for `seat`, all or none, and return the version they made.

        Raises `IllegalAction` for what the rules refuse and a `Problem` for the rest.
        """
        async with self._lock:
            payload = _ENCODER.encode(actions).decode()
            answer = await self._play(seat, actions, seen, act_id, payload)
        self.ring()
        return answer.version

    def _known(self, seat: Seat, act_id: str | None, payload: str) -> Answer | None:
        """Return what an act came to that was asked for before, perhaps through another server."""
        known = None if act_id is None else self._answers.get((seat, act_id))
        if known and known.payload != payload:
            raise Problem(Code.CONFLICT_ACTION_ID)
        return known

    async def _play(
        self, seat: Seat, actions: tuple[Action, ...], seen: Version, act_id: str | None, payload: str
    ) -> Answer:
        self._wake()
        for _ in range(_TRIES):
            if known := self._known(seat, act_id, payload):
                return known
            before, game = self.game, self._plan(seat, actions, seen, person=act_id is not None)
            assert before
            data = self._timekeeper.acted(self.data, seat, before.state, game.state, self._now())
            new = Append(
                self.id,
                self.version,
                data.revision,
                time.time(),
                seat,
                tuple([action_json(action) for action in actions]),
                act_id,
                payload,
                clocks=None if data is self.data else clock_columns(data),
                over=game.over,
                solo=result_of(self.data, game),
                bots=bool(bots_asked(data, game.state)),
            )
            try:
                await self._store.append(new)
            except VersionConflict:
                await self._read_on()
                continue
            except Problem:
                await self._doubt()
                raise
            self.data, self.behind = data, False
            return self._adopt(game, seat, act_id, Answer(payload, game.version))
        raise Problem(Code.STORAGE_FAILED)

    def _plan(self, seat: Seat, actions: tuple[Action, ...], seen: Version, *, person: bool) -> Game:
        if self.data.stage is TableStage.CLOSED:
            raise Problem(Code.TABLE_CLOSED)
        if self.game is None:
            raise Problem(Code.TABLE_WAITING)
        stand_in = self.data.stood_in(seat)
        if person and stand_in:
            raise Problem(Code.SEAT_STOOD_IN)
        if not person and stand_in is None and self.data.person_at(seat):
            raise Problem(Code.VERSION_STALE, seen=seen, asked=self.version)  # the owner came back meanwhile
        try:
            return self.game.play(seat, actions, seen)
        except StaleAction as stale:
            raise Problem(Code.VERSION_STALE, seen=stale.seen, asked=stale.asked) from None
        except FutureVersion as future:
            raise Problem(Code.VERSION_FUTURE, seen=future.seen, version=future.version) from None

    def _adopt(self, game: Game, seat: Seat, act_id: str | None, answer: Answer) -> Answer:
        self._show_next(game)
        if game.over:
            self.data = _ended(self.data)
        if act_id is not None:
            self._answers[seat, act_id] = answer
        return answer

    async def change(self, alter: Callable[[TableData], TableData]) -> None:
        """Store what `alter` makes of the table, begin to play if that fills it, and tell everybody.

        `alter` may raise a `Problem`, and may be asked again if somebody else was first.
        """
        async with self._lock:
            for _ in range(_TRIES):
                data = alter(self.data)
                if data is self.data:
                    return
                data = replace(data, revision=self.data.revision + 1)
                if data.full and data.gathering:
                    data = begin_play(data)
                data = self._timekeeper.timed(data, self._now(), self.version)
                if await self._stored(data):
                    break
            else:
                raise Problem(Code.STORAGE_FAILED)
        self.ring()

    async def strike(self) -> None:
        """Do what is due by now."""
        await self.change(lambda data: self._timekeeper.struck(data, self._state, self._now(), self.version))

    async def leave(self, seat: Seat) -> None:
        """Let a bot play on for `seat` soon: its owner leaves."""
        await self.change(lambda data: self._timekeeper.leaving(data, seat, self._now(), self.version))

    async def call(self, seat: Seat) -> None:
        """Let a bot play on for `seat` unless its owner, who is away, comes back in time."""
        await self.change(lambda data: self._timekeeper.called(data, seat, self._now(), self.version))

    async def stay(self, seat: Seat) -> None:
        """Take note that the owner of `seat` is there."""
        await self.change(lambda data: self._timekeeper.stayed(data, seat, self._now(), self.version))

    async def take_back(self, seat: Seat) -> None:
        """Give `seat` back to its owner."""

        def alter(data: TableData) -> TableData:
            state = self._state  # as it is now: whoever acted a moment ago is to act no more
            return self._timekeeper.returned(data, seat, state, self._now(), self.version) if state else data

        await self.change(alter)

    @property
    def _state(self) -> GameState | None:
        return self.game.state if self.game else None

    async def _stored(self, data: TableData) -> bool:
        try:
            if _deserted(data):
                await self._store.drop_table(data, self.version)
                self.closed = True
            else:
                await self._store.change_table(data, self.version)
        except VersionConflict:
            await self._reload()
            return False
        self.data, self.behind = data, False
        if data.begun and self.game is None and data.deal:
            self._show(ViewCache(Game.begun(data.options, data.deal, rules=data.rules)))
        return True

    async def add_rematch(self, rematch: TableData) -> str:
        """Store the table where the same people play again, unless there is one; return its id."""
        async with self._lock:
            if self.data.rematch is None:
                before = replace(self.data, rematch=rematch.id, revision=self.data.revision + 1)
                try:
                    await self._store.add_table(rematch, before)
                    self.data = before
                except VersionConflict:
                    await self._reload()
            if self.data.rematch is None:
                raise Problem(Code.STORAGE_FAILED)
        self.ring()
        return self.data.rematch

    async def refresh(self) -> None:
        """Read the table again: it was changed elsewhere."""
        async with self._lock:
            await self._reload()
        self.ring()

    @property
    def stands(self) -> Stands:
        """Return how far the table has come."""
        return self.version, self.data.revision

    def passed(self, stored: Stands | None, before: Stands) -> bool:
        """Return whether what is stored is known here: it lies between how it was `before` that was read, and now."""
        if stored is None:
            return False
        return all(old <= one <= now for old, one, now in zip(before, stored, self.stands, strict=True))

    async def catch_up(self, stored: Stands | None, before: Stands) -> None:
        """Read what other processes made of the table, unless what is `stored` is known here since `before`."""
        if self.passed(stored, before):
            return
        async with self._lock:
            await self._reload()

    async def take_in(self, news: TableChanges | None) -> None:
        """Go on with what others have played; read all of it if that is not the whole story."""
        if self._heard(news):
            return
        async with self._lock:
            if self._heard(news):
                return
            await self._take_news(news)

    async def _read_on(self) -> None:
        """Go on with what another process was quicker to store."""
        news = None
        if self._store.shared:
            known = {self.id: self.version}
            news = (await self._store.ask(lambda lines: read_changes(lines, known))).get(self.id)
        await self._take_news(news)

    async def _take_news(self, news: TableChanges | None) -> None:
        news = news and news.since(self.version)
        if news is None or news.after != self.version or not news.whole or not self._played_on(news):
            await self._reload()

    def _played_on(self, news: TableChanges) -> bool:
        """Go on with what was played, if nothing else has changed; return whether that is so."""
        data, game = self.data, _followed(self.game, news.actions)
        if game and game.over and data.stage is TableStage.PLAYING:
            data = _ended(data)
        if news.revision != data.revision:
            return False
        self._take_on(news.stored(data), game)
        return True

    def _heard(self, news: TableChanges | None) -> bool:
        """Return whether there is nothing new in `news`."""
        return news is not None and self.passed((news.version, news.revision), (news.after, self.data.revision))

    async def _reload(self) -> None:
        stored = await self._store.load(self.id, after=self.version)
        back = stored is not None and stored.version < self.version  # the database was set back
        stored = await self._store.load(self.id) if back else stored
        if stored is None:
            self.closed = True
            raise Problem(Code.TABLE_UNKNOWN)
        if back:
            self._take(stored)
        else:
            self._take_on(stored, _followed(self.game or _game(replace(stored, actions=())), stored.actions))

    def _take_on(self, stored: Stored, game: Game | None) -> None:
        """Go on with what was stored after our version, which led to `game`."""
        self.data = stored.data
        self._answers |= stored.answers
        if game is not None and game is not self.game:
            self._show_next(game)

    async def _doubt(self) -> None:
        """After a fault of the database, trust nothing but what it has, as soon as it answers."""
        try:
            await self._reload()
        except Problem:
            return  # it still does not answer; `VersionConflict` will tell if we were wrong


def _deserted(data: TableData) -> bool:
    return data.gathering and all(place.kind is not SeatKind.GUEST for place in data.places)


def _ended(data: TableData) -> TableData:
    """Return the table when its game has come to its end."""
    return replace(data, stage=TableStage.OVER, revision=data.revision + 1, deadline=None)


def _followed(game: Game | None, played: tuple[tuple[Seat, Action], ...]) -> Game | None:
    """Return the game after what others played; raise a `Problem` if nobody could have."""
    if not played:
        return game
    try:
        assert game, "played before play began"
        return game.followed(played)
    except Exception as error:
        raise Problem(Code.TABLE_DAMAGED) from error


def _game(stored: Stored) -> Game | None:
    if not stored.data.begun:
        return None
    try:
        return stored.data.replayed(stored.actions)
    except Exception as error:
        raise Problem(Code.TABLE_DAMAGED) from error
