"""The teacher at the tables: hints for whoever is to act, reviews of finished games, and turns to try in them.

It thinks in worker processes of its own, one for those who wait and one for reviews, so that neither the event loop nor
the bots wait for it; whose turn it is there the scheduler says. Reviews are kept in the database; asked again, they are
there at once.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.analysis import EDITION, REVIEW, Hint, Review, Turn, is_ready
from codex_naturalis.play import Game
from codex_naturalis.record import write_record
from codex_naturalis.rules import Draw, Phase, Seat, awaited
from codex_naturalis.views import View, view_of

from ..bots.warmup import Preparation
from ..database.engine import put
from ..database.schema import reviews
from ..scheduling.fair_queue import Party
from ..scheduling.scheduler import Lane, Scheduler
from ..support.errors import Code, Problem
from ..support.tasks import end
from ..support.tokens import Holder
from ..tables.store import Store
from ..tables.table import Table
from .reviews import ReviewLeases
from .wire import Exercise, HintTold, NewTry, ReviewTold, Thinking, Tried
from .worker import AskHint, AskReview, AskTry, Comparison, Hinted, ReviewReply
from .worker_process import ProcessFailed, WorkerProcess

__all__ = ["Teacher"]

T = TypeVar("T")

_FOR_A_HINT: Final = 4.0
_FOR_A_REVIEW: Final = 0.5
"""Seconds a request waits for an answer that is under way before it says how far it is."""

_QUICK: Final = 30.0
_LONG: Final = 900.0
"""Seconds after which a worker that still thinks is given up."""

_LOOK: Final = 0.5
"""Seconds between two looks at a review that another server works out."""

_HINTS: Final = 256
"""Hints remembered."""

_HINT: Final = 0.4
_TRY: Final = 0.15
_ACTION: Final = 0.05
"""Seconds that a hint takes, a turn that is tried, and a review for each action of the game, about."""

_SEED: Final = ""
"""Of all reviews, so that everybody reads the same one."""

_READ: Final = msgspec.json.Decoder(Review)


class _Work:
    """Something that the teacher thinks about."""

    def __init__(self, run: Callable[["_Work"], Coroutine[Any, Any, Any]]) -> None:
        self.part = 0.0
        self.task = asyncio.create_task(run(self))

    @property
    def under_way(self) -> bool:
        return not self.task.done()

    def moved(self, part: float) -> None:
        """Note how much is done."""
        self.part = part

    async def wait(self, seconds: float) -> bool:
        """Wait so long at most; return whether it is done."""
        done, _ = await asyncio.wait({self.task}, timeout=seconds)
        return bool(done)


class Teacher:
    """Answers questions about turns."""

    def __init__(self, store: Store, preparation: Preparation, lease: float, scheduler: Scheduler) -> None:
        """Keep reviews in `store`; if this machine is not ready, let the `preparation` begin.

        A review that a server left undone may be begun by another after `lease` seconds. Each thought waits for its
        turn in the `scheduler`.
        """
        self._scheduler = scheduler
        self._store = store
        self._reviewing = ReviewLeases(store, lease)
        self._preparation = preparation
        self._quick = WorkerProcess()
        self._patient = WorkerProcess("--patient")
        self._hints: OrderedDict[tuple[str, Seat, int], _Work] = OrderedDict()
        self._reviews: dict[str, _Work] = {}

    async def close(self) -> None:
        """Stop thinking; what was taken over from other servers is given up by then."""
        await end(*(work.task for work in (*self._hints.values(), *self._reviews.values())))
        await self._quick.close()
        await self._patient.close()

    # Hints

    async def hint(self, table: Table, holder: Holder, party: Party) -> HintTold:
        """Return advice for the seat of `holder`, who is to act, or how far it is; it counts for `party`."""
        seat, view = _asking(table, holder)
        if not self._ready():
            return HintTold("preparing", self._prepared(), table.version, ())
        key = table.id, seat, table.version
        work = self._hints.get(key)
        if work is None or _failed(work):
            work = self._hints[key] = _Work(lambda work: self._hint(view, party, work.moved))
            _trim(self._hints)
        if not await work.wait(_FOR_A_HINT):
            return HintTold("thinking", work.part, key[2], ())
        hint: Hint = _result(work)
        return HintTold("ready", 1.0, key[2], hint.turns)

    async def _hint(self, view: View, party: Party, tell: Callable[[float], None]) -> Hint:
        async with self._scheduler.turn(Lane.HINT, party, _HINT):
            reply = await self._quick.ask(AskHint(view, secrets.token_hex(8)), _QUICK, tell)
        assert isinstance(reply, Hinted)
        return reply.hint

    # Reviews

    async def review(self, game: Game, party: Party | None = None) -> ReviewTold:
        """Return the review of a finished game, or how far it is; for a `party`, begin it if nobody has."""
        key = _key(_record(game))
        work = self._at(key)
        if work is None:
            kept = await self._kept(key)
            if kept is not None:
                return ReviewTold("ready", 1.0, kept)
            work = self._at(key)  # by now, perhaps: others ask at the same moment
        if work is None and party and self._ready():
            work = self._begin(key, game, party)
        if work is None:
            elsewhere = await self._reviewing.part(key)
            return ReviewTold(*(self._not_begun() if elsewhere is None else ("thinking", elsewhere)), None)
        if not await work.wait(_FOR_A_REVIEW):
            return ReviewTold("thinking", work.part, None)
        return ReviewTold("ready", 1.0, _result(work))

    def _at(self, key: str) -> _Work | None:
        """Return the work on a review, unless nobody has begun it or it failed."""
        work = self._reviews.get(key)
        return None if work is None or _failed(work) else work

    def _begin(self, key: str, game: Game, party: Party) -> _Work:
        self._reviews = {other: work for other, work in self._reviews.items() if work.under_way}
        work = self._reviews[key] = _Work(lambda work: self._review(key, game, party, work.moved))
        return work

    def _not_begun(self) -> tuple[Thinking, float]:
        part = self._preparation.opponents().part
        return ("none", 0.0) if part is None else ("preparing", part)

    async def _review(self, key: str, game: Game, party: Party, tell: Callable[[float], None]) -> Review:
        """Return a review as soon as anybody has worked it out, this server if it is the first with room for it."""
        while True:
            elsewhere = await self._reviewing.part(key)
            if elsewhere is None:
                async with self._scheduler.turn(Lane.REVIEW, party, _ACTION * len(game.history)):
                    if await self._reviewing.take(key):
                        return await self._worked_out(key, game, tell)
            tell(elsewhere or 0.0)
            await asyncio.sleep(_LOOK)
            if review := await self._kept(key):
                return review

    async def _worked_out(self, key: str, game: Game, tell: Callable[[float], None]) -> Review:
        parts = [0.0]

        def told(part: float) -> None:
            parts.append(part)
            tell(part)

        async with self._reviewing.kept(key, parts):
            if review := await self._kept(key):
                return review  # done a moment ago
            reply = await self._patient.ask(AskReview(_record(game), _SEED), _LONG, told)
            assert isinstance(reply, ReviewReply)
            await self._keep(key, reply.review)
        return reply.review

    async def _kept(self, key: str) -> Review | None:
        (found,) = await self._store.read(select(reviews.c.review).where(reviews.c.game == key))
        try:
            return _READ.decode(found[0].review) if found else None
        except msgspec.MsgspecError:
            return None  # of another form than ours: it is worked out again

    async def _keep(self, key: str, review: Review) -> None:
        row = {"game": key, "made": time.time(), "review": msgspec.json.encode(review).decode()}

        async def job(connection: AsyncConnection) -> None:
            await put(connection, reviews, [row])

        await self._store.write(job)

    # Exercises

    def exercise(self, game: Game, version: int) -> Exercise:
        """Return a moment of a finished game as whoever was to act saw it."""
        game, seat = _moment(game, version)
        return Exercise(version, seat, view_of(game.state, seat, detailed=True))

    async def compare(self, game: Game, tried: NewTry, party: Party) -> Tried:
        """Return how a turn compares at a moment of a finished game; raise `IllegalAction` if it cannot be played."""
        before, seat = _moment(game, tried.version)
        before.play(seat, tried.turn)
        if not self._ready():
            raise Problem(Code.TEACHER_BUSY)
        question = AskTry(view_of(before.state, seat), _SEED, tried.version, tried.turn)
        try:
            async with self._scheduler.turn(Lane.HINT, party, _TRY):
                reply = await self._quick.ask(question, _QUICK)
        except ProcessFailed as failed:
            raise Problem(Code.SERVER_FAILED) from failed
        assert isinstance(reply, Comparison)
        return Tried(reply.compared, _played(game, tried.version, seat))

    # How far it is

    def _ready(self) -> bool:
        """Return whether this machine can think; if not, see that it will, or raise a `Problem` if that failed."""
        if is_ready():
            return True
        self._preparation.begin()
        if self._preparation.failed:
            raise Problem(Code.TEACHER_UNREADY)
        return False

    def _prepared(self) -> float:
        return self._preparation.opponents().part or 0.0


def _asking(table: Table, holder: Holder) -> tuple[Seat, View]:
    """Return who asks for a hint, and what they see; raise a `Problem` if this is not the moment."""
    seat = table.viewer(holder)
    if seat is None:
        raise Problem(Code.SEAT_NONE)
    if table.game is None:
        raise Problem(Code.TABLE_WAITING)
    if not table.data.hinted:
        raise Problem(Code.HINT_FORBIDDEN)
    if seat not in awaited(table.game.state):
        raise Problem(Code.HINT_LATER)
    return seat, view_of(table.game.state, seat)


def _failed(work: _Work) -> bool:
    return work.task.done() and (work.task.cancelled() or work.task.exception() is not None)


def _result(work: _Work) -> Any:  # noqa: ANN401 - whatever it was about
    try:
        return work.task.result()
    except ProcessFailed as failed:
        raise Problem(Code.SERVER_FAILED) from failed


def _trim(works: "OrderedDict[tuple[str, Seat, int], _Work]") -> None:
    """Forget the oldest hints; those that somebody waits for are few, and stay."""
    for key in [key for key, work in works.items() if not work.under_way][: max(0, len(works) - _HINTS)]:
        del works[key]


def _record(game: Game) -> str:
    return write_record(game.record())


def _key(record: str) -> str:
    """Return the name of a game's review: it changes when the game would be reviewed differently."""
    return sha256(f"{EDITION} {REVIEW} {_SEED} {record}".encode()).hexdigest()


def _moment(game: Game, version: int) -> tuple[Game, Seat]:
    """Return a finished game as it was, and who acted then; raise a `Problem` if there is nothing to choose there."""
    if version >= game.version:
        raise Problem(Code.EXERCISE_NONE)
    before = game.at(version)
    if before.state.phase is Phase.DRAW:
        raise Problem(Code.EXERCISE_NONE)
    return before, game.history[version].seat


def _played(game: Game, version: int, seat: Seat) -> Turn:
    first, *rest = (one.action for one in game.history[version : version + 2] if one.seat == seat)
    follows = [action for action in rest if isinstance(action, Draw)]
    return (first, *follows)
