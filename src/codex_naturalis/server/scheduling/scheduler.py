"""One scheduler for all that is worked out beside the event loop: bots' turns, hints, reviews, tries, replays.

Each lane has so many slots, one for each process or thread that works there, so that what takes seconds never holds
what takes milliseconds. In a lane priority classes go first to last, now and then the other way, so that no class
starves; within a class turns go by fair queueing (`FairQueue`). Admission control bounds what may wait of a guest, and
in all: then the network with most waiting loses its last item, so nobody finds the queue full of somebody else's.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from enum import IntEnum, StrEnum
from typing import Final

from msgspec import Struct

from ..support.errors import Code, Problem
from .fair_queue import FairQueue, Party, QueuedItem

__all__ = ["Bounds", "Lane", "Scheduler", "Ticket", "Urgency", "lanes"]

_IN_A_ROW: Final = 7
"""Turns that may pass a lower priority class before it gets one."""


class Urgency(IntEnum):
    """The priority classes, the first in front."""

    PERSON = 0
    """Somebody looks, and waits for it."""

    CLOCK = 1
    """Nobody looks, but people play against the clock."""

    NOBODY = 2
    """Nobody waits for it now."""


class Lane(StrEnum):
    """What is worked out side by side, as it is named in figures."""

    QUICK = "quick"
    """Bots that think for milliseconds."""

    SEARCH = "search"
    """Bots that think for seconds, where somebody looks or a clock runs."""

    BACKGROUND = "background"
    """The same where nobody looks, in a process that stands back behind all others."""

    HINT = "hint"
    """Hints, and turns that are tried."""

    REVIEW = "review"
    RECORD = "record"
    """Replays, records that somebody brings along, and puzzles."""


class Bounds(Struct, frozen=True):
    """How much goes on in one lane."""

    slots: int = 1
    """At the same time."""

    each: int = 0
    """Of one guest, waiting or being worked out; 0 for any number."""

    most: int = 0
    """In all; 0 for any number."""

    full: Code = Code.SERVER_BUSY
    """How those are refused for whom there is no room."""


def lanes(bot_workers: int) -> dict[Lane, Bounds]:
    """Return what a server does beside its loop, with so many processes for quick bots and as many for others.

    Bots' turns are never refused: a table is, before it opens, when they wait at too many others.
    """
    return {
        Lane.QUICK: Bounds(bot_workers),
        Lane.SEARCH: Bounds(bot_workers),
        Lane.BACKGROUND: Bounds(min(bot_workers, 1)),
        Lane.HINT: Bounds(each=8, most=64, full=Code.TEACHER_BUSY),
        Lane.REVIEW: Bounds(each=3, most=32, full=Code.TEACHER_BUSY),
        Lane.RECORD: Bounds(each=8, most=64),  # threads share one interpreter: two of them are no faster
    }


class Ticket:
    """A place in the scheduler: first it waits, then it has a slot, then it is over."""

    def __init__(self, lane: Lane, urgency: Urgency, cost: float) -> None:
        """Begin in `lane`, for something that takes about `cost` seconds."""
        self.lane = lane
        self.urgency = urgency
        self.cost = cost
        self.waiting: QueuedItem[Ticket] | None = None
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class _Queue:
    """One lane: what waits by priority class, and how many slots are taken."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.waiting: dict[Urgency, FairQueue[Ticket]] = {urgency: FairQueue() for urgency in Urgency}
        self.running: Counter[Urgency] = Counter()
        self.mine: Counter[str] = Counter()
        """What each guest has here, waiting or being worked out."""

        self._passed = 0

    @property
    def free(self) -> bool:
        return self.running.total() < self.bounds.slots

    def next(self) -> Urgency | None:
        """Return the class whose turn it is; None where nothing waits."""
        found = [urgency for urgency, queue in self.waiting.items() if queue]
        if len(found) < 2:  # noqa: PLR2004 - nobody is passed by
            self._passed = 0
            return found[0] if found else None
        self._passed += 1
        if self._passed <= _IN_A_ROW:
            return found[0]
        self._passed = 0
        return min(found[1:], key=lambda urgency: self.waiting[urgency].oldest)


class Scheduler:
    """Gives out the slots of all lanes."""

    def __init__(self, lanes: Mapping[Lane, Bounds]) -> None:
        """Begin with all slots free."""
        self._queues = {lane: _Queue(bounds) for lane, bounds in lanes.items()}
        self.on_begun: Callable[[Lane, Urgency, float], None] | None = None
        """Is told of what begins: its lane and class, and how many seconds it has waited."""

        self.on_refused: Callable[[Lane], None] | None = None
        """Is told of what is refused."""

    def waiting(self, lane: Lane, urgency: Urgency) -> int:
        """Return how much waits."""
        return len(self._queues[lane].waiting[urgency])

    def running(self, lane: Lane, urgency: Urgency) -> int:
        """Return how much is being worked out."""
        return self._queues[lane].running[urgency]

    @asynccontextmanager
    async def turn(
        self,
        lane: Lane,
        party: Party,
        cost: float,
        urgency: Urgency = Urgency.PERSON,
        queued: Callable[[Ticket], None] = lambda _: None,
    ) -> AsyncIterator[Ticket]:
        """Hold a slot while the context lasts; raise a `Problem` if this may not even wait.

        `cost` says how many seconds it may take. `queued` gets the ticket before it waits, so that it can be moved.
        """
        queue = self._queues[lane]
        self._check(lane, party)
        queue.mine[party.guest] += 1
        ticket = Ticket(lane, urgency, cost)
        try:
            self._enter(ticket, party, time.monotonic())
            queued(ticket)
            await self._given(ticket)
            began = time.monotonic()
            try:
                yield ticket
            finally:
                self._leave(ticket, party, time.monotonic() - began - cost)
        finally:
            self._forget(queue, party)

    def move(self, ticket: Ticket, urgency: Urgency, lane: Lane | None = None) -> None:
        """Let what waits go on waiting in another class, perhaps in another lane, without losing its time."""
        lane = lane or ticket.lane
        waiting = ticket.waiting
        if waiting is None or (lane, urgency) == (ticket.lane, ticket.urgency):
            return
        self._queues[ticket.lane].waiting[ticket.urgency].remove(waiting)
        ticket.lane, ticket.urgency = lane, urgency
        self._enter(ticket, waiting.party, waiting.since)

    def _enter(self, ticket: Ticket, party: Party, since: float) -> None:
        queue = self._queues[ticket.lane].waiting[ticket.urgency]
        ticket.waiting = queue.put(ticket, party, ticket.cost, since)
        self._serve(ticket.lane)

    def _serve(self, lane: Lane) -> None:
        """Give free slots to whoever is next."""
        queue = self._queues[lane]
        while queue.free and (urgency := queue.next()) is not None:
            chosen = queue.waiting[urgency].take()
            chosen.item.waiting = None
            if chosen.item.turn.cancelled():
                queue.waiting[urgency].correct(chosen.party, -chosen.cost)
                continue
            queue.running[urgency] += 1
            if self.on_begun:
                self.on_begun(lane, urgency, time.monotonic() - chosen.since)
            chosen.item.turn.set_result(None)

    async def _given(self, ticket: Ticket) -> None:
        """Wait for a slot; whoever stops waiting gives it up."""
        try:
            await ticket.turn
        except BaseException:
            if ticket.waiting:
                self._queues[ticket.lane].waiting[ticket.urgency].remove(ticket.waiting)
            elif ticket.turn.done() and not ticket.turn.cancelled() and ticket.turn.exception() is None:
                self._free(ticket)
            raise

    def _leave(self, ticket: Ticket, party: Party, difference: float) -> None:
        self._queues[ticket.lane].waiting[ticket.urgency].correct(party, difference)
        self._free(ticket)

    def _free(self, ticket: Ticket) -> None:
        self._queues[ticket.lane].running[ticket.urgency] -= 1
        self._serve(ticket.lane)

    @staticmethod
    def _forget(queue: _Queue, party: Party) -> None:
        queue.mine[party.guest] -= 1
        if not queue.mine[party.guest]:
            del queue.mine[party.guest]

    # Admission

    def _check(self, lane: Lane, party: Party) -> None:
        """Raise a `Problem` if no more of `party` may wait, or make room for it."""
        queue = self._queues[lane]
        if queue.bounds.each and queue.mine[party.guest] >= queue.bounds.each:
            self._refuse(lane, Code.LIMIT_THINKING)
        if queue.bounds.most and sum(map(len, queue.waiting.values())) >= queue.bounds.most:
            self._make_room(lane, party)

    def _refuse(self, lane: Lane, code: Code) -> None:
        if self.on_refused:
            self.on_refused(lane)
        raise Problem(code)

    def _make_room(self, lane: Lane, party: Party) -> None:
        """Refuse the last item of the network that has most waiting: longest queue drop."""
        queue = self._queues[lane]
        size, last = max(filter(None, (each.longest() for each in queue.waiting.values())), key=lambda found: found[0])
        if size <= max(each.of(party)[0] for each in queue.waiting.values()) + 1:
            self._refuse(lane, queue.bounds.full)
        dropped = last.item
        queue.waiting[dropped.urgency].remove(last)
        dropped.waiting = None
        dropped.turn.set_exception(Problem(queue.bounds.full))
        if self.on_refused:
            self.on_refused(lane)
