"""Teacher: hints for the seat to act, reviews of finished games, and turns to try in them.

It computes in two worker processes, one for waiting requests and one for reviews, so that neither the event loop nor
the bots wait for it; the scheduler orders their jobs. Reviews are stored in the database, so that each
is computed once.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.analysis import EDITION, REVIEW, Compared, Hint, Review, Turn, is_ready
from codex_naturalis.play import Game
from codex_naturalis.record import write_record
from codex_naturalis.rules import Draw, Phase, Seat, awaited
from codex_naturalis.seating import Holder
from codex_naturalis.views import View, view_of
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.teacher import Exercise, HintResponse, NewTry, ReviewResponse, Thinking, Tried

from ..bots.warmup import Preparation
from ..database.engine import put
from ..database.schema import reviews
from ..scheduling.fair_queue import Client
from ..scheduling.scheduler import Lane, Scheduler
from ..scheduling.worker_client import WorkerFailedError, WorkerProcess
from ..scheduling.worker_main import LOW_PRIORITY
from ..support.lifecycle import Service
from ..support.tasks import end
from ..tables.store import Store
from ..tables.table import Table
from .reviews import ReviewLeases
from .worker import AskHint, AskReview, AskTry, TeacherAnswer, TeacherQuestion

__all__ = ["Teacher", "TeacherWorker"]


_KINDS: Final[dict[type[TeacherQuestion], type[TeacherAnswer]]] = {AskHint: Hint, AskReview: Review, AskTry: Compared}
"""Type of the answer to each question."""


class TeacherWorker:
    """Worker process that computes hints, reviews and comparisons."""

    def __init__(self, *arguments: str) -> None:
        """Start the worker with `arguments` at the first question."""
        self._process = WorkerProcess(f"{__package__}.worker", *arguments)

    async def ask(
        self, question: TeacherQuestion, limit: float, on_progress: Callable[[float], None] = lambda _: None
    ) -> TeacherAnswer:
        """Return the answer within `limit` seconds, reporting progress (0 to 1); raise `WorkerFailedError`."""
        return await self._process.ask(question, _KINDS[type(question)], limit, on_progress)

    async def close(self) -> None:
        """Kill the worker."""
        await self._process.close()


T = TypeVar("T")

_FOR_A_HINT: Final = 4.0
_FOR_A_REVIEW: Final = 0.5
"""Seconds a request waits for a result before it answers with the progress."""

_QUICK: Final = 30.0
_LONG: Final = 900.0
"""Time limits of a worker, in seconds; afterwards it is replaced."""

_LOOK: Final = 0.5
"""Polling interval for a review that another server computes, in seconds."""

_HINTS: Final = 256
"""Size of the cache of hints."""

_HINT: Final = 0.25
_TRY: Final = 0.2
_ACTION: Final = 0.08
"""Estimated cost in seconds, for the scheduler: of a hint, of a tried turn, and of a review per action."""

_SEED: Final = ""
"""Seed of all reviews, so that every reader gets the same one, and of hints, so that a review agrees with them."""

_READ: Final = msgspec.json.Decoder(Review)


class _Work:
    """Computation under way, with its progress."""

    def __init__(self, run: Callable[["_Work"], Coroutine[Any, Any, Any]]) -> None:
        self.part = 0.0
        self.task = asyncio.create_task(run(self))

    @property
    def under_way(self) -> bool:
        return not self.task.done()

    def set_progress(self, part: float) -> None:
        """Note the progress, 0 to 1."""
        self.part = part

    async def wait(self, seconds: float) -> bool:
        """Wait up to `seconds`; return whether it is done."""
        done, _ = await asyncio.wait({self.task}, timeout=seconds)
        return bool(done)


class Teacher(Service):
    """Service for hints, reviews and exercises."""

    def __init__(self, store: Store, preparation: Preparation, lease: float, scheduler: Scheduler) -> None:
        """Store reviews in `store`; if the kernel is not compiled yet, let `preparation` start.

        The lease on a review that a dead server left expires after `lease` seconds. Each computation waits for its turn
        in `scheduler`.
        """
        self._scheduler = scheduler
        self._store = store
        self._reviewing = ReviewLeases(store, lease)
        self._preparation = preparation
        self._quick = TeacherWorker()
        self._patient = TeacherWorker(LOW_PRIORITY)
        self._hints: OrderedDict[tuple[str, Seat, int], _Work] = OrderedDict()
        self._reviews: dict[str, _Work] = {}

    async def close(self) -> None:
        """Cancel all computations; leases on reviews are released before this returns."""
        await end(*(work.task for work in (*self._hints.values(), *self._reviews.values())))
        await self._quick.close()
        await self._patient.close()

    # Hints

    async def hint(self, table: Table, holder: Holder, client: Client) -> HintResponse:
        """Return advice for the seat of `holder`, which must be to act, or the progress; charged to `client`."""
        seat, view = _asking(table, holder)
        return await self.advise((table.id, seat, table.version), view, client)

    async def advise(self, key: tuple[str, Seat, int], view: View, client: Client) -> HintResponse:
        """Return advice for the player of `view`, or the progress; `key` names the position, and last its version."""
        if not self._ready():
            return HintResponse("preparing", self._preparation_progress(), key[2], ())
        work = self._hints.get(key)
        if work is None or _has_failed(work):
            work = self._hints[key] = _Work(lambda work: self._hint(view, key[2], client, work.set_progress))
            _trim(self._hints)
        if not await work.wait(_FOR_A_HINT):
            return HintResponse("thinking", work.part, key[2], ())
        hint: Hint = _result(work)
        return HintResponse("ready", 1.0, key[2], hint.turns)

    async def _hint(self, view: View, version: int, client: Client, on_progress: Callable[[float], None]) -> Hint:
        async with self._scheduler.turn(Lane.HINT, client, _HINT):
            reply = await self._quick.ask(AskHint(view, f"{_SEED}:{version}"), _QUICK, on_progress)
        assert isinstance(reply, Hint)
        return reply

    # Reviews

    async def review(self, game: Game, client: Client | None = None) -> ReviewResponse:
        """Return the review of a finished game, or its progress; with a `client`, start it unless it was started."""
        key = _key(_record(game))
        work = self._at(key)
        if work is None:
            kept = await self._read_review(key)
            if kept is not None:
                return ReviewResponse("ready", 1.0, kept)
            work = self._at(key)  # perhaps by now, as others ask at the same time
        if work is None and client and self._ready():
            work = self._begin(key, game, client)
        if work is None:
            elsewhere = await self._reviewing.part(key)
            return ReviewResponse(*(self._not_begun() if elsewhere is None else ("thinking", elsewhere)), None)
        if not await work.wait(_FOR_A_REVIEW):
            return ReviewResponse("thinking", work.part, None)
        return ReviewResponse("ready", 1.0, _result(work))

    def _at(self, key: str) -> _Work | None:
        """Return the computation of a review; None if not started, or failed."""
        work = self._reviews.get(key)
        return None if work is None or _has_failed(work) else work

    def _begin(self, key: str, game: Game, client: Client) -> _Work:
        self._reviews = {other: work for other, work in self._reviews.items() if work.under_way}
        work = self._reviews[key] = _Work(lambda work: self._review(key, game, client, work.set_progress))
        return work

    def _not_begun(self) -> tuple[Thinking, float]:
        part = self._preparation.opponents().part
        return ("none", 0.0) if part is None else ("preparing", part)

    async def _review(self, key: str, game: Game, client: Client, on_progress: Callable[[float], None]) -> Review:
        """Return a review as soon as any server has computed it: this one if it gets the lease and a worker first."""
        while True:
            elsewhere = await self._reviewing.part(key)
            if elsewhere is None:
                async with self._scheduler.turn(Lane.REVIEW, client, _ACTION * len(game.history)):
                    if await self._reviewing.take(key):
                        return await self._worked_out(key, game, on_progress)
            on_progress(elsewhere or 0.0)
            await asyncio.sleep(_LOOK)
            if review := await self._read_review(key):
                return review

    async def _worked_out(self, key: str, game: Game, on_progress: Callable[[float], None]) -> Review:
        parts = [0.0]

        def note_progress(part: float) -> None:
            parts.append(part)
            on_progress(part)

        async with self._reviewing.keep_lease(key, parts):
            if review := await self._read_review(key):
                return review  # finished a moment ago
            reply = await self._patient.ask(AskReview(_record(game), _SEED), _LONG, note_progress)
            assert isinstance(reply, Review)
            await self._keep(key, reply)
        return reply

    async def _read_review(self, key: str) -> Review | None:
        (found,) = await self._store.read(select(reviews.c.review).where(reviews.c.game == key))
        try:
            return _READ.decode(found[0].review) if found else None
        except msgspec.MsgspecError:
            return None  # in another version's format: computed again

    async def _keep(self, key: str, review: Review) -> None:
        row = {"game": key, "made": time.time(), "review": msgspec.json.encode(review).decode()}

        async def job(connection: AsyncConnection) -> None:
            await put(connection, reviews, [row])

        await self._store.write(job)

    # Exercises

    def exercise(self, game: Game, version: int) -> Exercise:
        """Return a position of a finished game, as the acting seat saw it."""
        game, seat = _moment(game, version)
        return Exercise(version, seat, view_of(game.state, seat, detailed=True))

    async def compare(self, game: Game, tried: NewTry, client: Client) -> Tried:
        """Compare a turn in a position of a finished game with the best one; raise `IllegalAction` if it is illegal."""
        before, seat = _moment(game, tried.version)
        before.play(seat, tried.turn)
        if not self._ready():
            raise ProblemError(Code.TEACHER_BUSY)
        question = AskTry(view_of(before.state, seat), _SEED, tried.version, tried.turn)
        try:
            async with self._scheduler.turn(Lane.HINT, client, _TRY):
                reply = await self._quick.ask(question, _QUICK)
        except WorkerFailedError as failed:
            raise ProblemError(Code.SERVER_FAILED) from failed
        assert isinstance(reply, Compared)
        return Tried(reply, _find_turn(game, tried.version, seat))

    # Progress

    def _ready(self) -> bool:
        """Return whether the kernel is compiled; if not, start that, or raise a `ProblemError` if it has failed."""
        if is_ready():
            return True
        self._preparation.begin()
        if self._preparation.failed:
            raise ProblemError(Code.TEACHER_UNREADY)
        return False

    def _preparation_progress(self) -> float:
        return self._preparation.opponents().part or 0.0


def _asking(table: Table, holder: Holder) -> tuple[Seat, View]:
    """Return the seat that asks for a hint, and its view.

    Raises a `ProblemError` if hints are off or it is not its turn.
    """
    seat = table.viewer(holder)
    if seat is None:
        raise ProblemError(Code.SEAT_NONE)
    if table.game is None:
        raise ProblemError(Code.TABLE_WAITING)
    if not table.data.hinted:
        raise ProblemError(Code.HINT_FORBIDDEN)
    if seat not in awaited(table.game.state):
        raise ProblemError(Code.HINT_LATER)
    return seat, view_of(table.game.state, seat)


def _has_failed(work: _Work) -> bool:
    return work.task.done() and (work.task.cancelled() or work.task.exception() is not None)


def _result(work: _Work) -> Any:  # noqa: ANN401 - whatever it was about
    try:
        return work.task.result()
    except WorkerFailedError as failed:
        raise ProblemError(Code.SERVER_FAILED) from failed


def _trim(works: "OrderedDict[tuple[str, Seat, int], _Work]") -> None:
    """Evict the oldest hints beyond the cache's size; those under way stay."""
    for key in [key for key, work in works.items() if not work.under_way][: max(0, len(works) - _HINTS)]:
        del works[key]


def _record(game: Game) -> str:
    return write_record(game.record())


def _key(record: str) -> str:
    """Return the cache key of a game's review: it changes whenever the review would turn out differently."""
    return sha256(f"{EDITION} {REVIEW} {_SEED} {record}".encode()).hexdigest()


def _moment(game: Game, version: int) -> tuple[Game, Seat]:
    """Return a finished game as of `version`, and the acting seat.

    Raises a `ProblemError` if there was no choice.
    """
    if version >= game.version:
        raise ProblemError(Code.EXERCISE_NONE)
    before = game.at(version)
    if before.state.phase is Phase.DRAW:
        raise ProblemError(Code.EXERCISE_NONE)
    return before, game.history[version].seat


def _find_turn(game: Game, version: int, seat: Seat) -> Turn:
    first, *rest = (one.action for one in game.history[version : version + 2] if one.seat == seat)
    follows = [action for action in rest if isinstance(action, Draw)]
    return (first, *follows)
