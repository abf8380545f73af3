"""Scheduler for everything computed beside the event loop: bots' turns, hints, reviews, tries, replays.

Each lane has slots, one for each process or thread that works there, so that jobs of seconds never delay jobs of
milliseconds. Within a lane, priority classes go in order, with an occasional exception so that none starves; within a
class, fair queueing decides (`FairQueue`). Admission control bounds the jobs of a guest, and of all: when a queue is
full, the network with the most jobs loses its newest one, so a full queue is never someone else's fault.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from enum import IntEnum, StrEnum
from typing import Final, TypeVar

from msgspec import Struct

from codex_naturalis.wire.errors import Code, ProblemError

from .fair_queue import Client, FairQueue, QueuedItem

__all__ = ["Bounds", "Lane", "Scheduler", "Threads", "Ticket", "Urgency", "lanes"]


_IN_A_ROW: Final = 7
"""Jobs in a row that may overtake a lower priority class before it gets a slot."""


class Urgency(IntEnum):
    """Priority classes, most urgent first."""

    PERSON = 0
    """A viewer looks at the table, and waits for the result."""

    CLOCK = 1
    """No one is looking, but people play against the clock."""

    IDLE = 2
    """No one is waiting for the result now."""


class Lane(StrEnum):
    """Lanes, by their names in the metrics."""

    QUICK = "quick"
    """Bots that compute for milliseconds."""

    SEARCH = "search"
    """Bots that compute for seconds, at tables with viewers or a running clock."""

    BACKGROUND = "background"
    """Bots that compute for seconds at tables without either, in a process of low priority."""

    HINT = "hint"
    """Hints, and turns to try."""

    REVIEW = "review"
    RECORD = "record"
    """Replays, uploaded records, and puzzles."""

    PICTURE = "picture"
    """Pictures of links, and prints."""


class Bounds(Struct, frozen=True):
    """Capacity of one lane."""

    slots: int = 1
    """Jobs running at the same time."""

    each: int = 0
    """Jobs of one guest, waiting or running; 0 for no limit."""

    most: int = 0
    """Jobs waiting in all; 0 for no limit."""

    full: Code = Code.SERVER_BUSY
    """Code of the refusal when the lane is full."""


def lanes(bot_workers: int) -> dict[Lane, Bounds]:
    """Return the lanes of a server with `bot_workers` processes for quick bots, and as many for the others.

    Bots' turns are never refused here: tables with bots are, before they open, when too many turns wait.
    """
    return {
        Lane.QUICK: Bounds(bot_workers),
        Lane.SEARCH: Bounds(bot_workers),
        Lane.BACKGROUND: Bounds(min(bot_workers, 1)),
        Lane.HINT: Bounds(each=8, most=64, full=Code.TEACHER_BUSY),
        Lane.REVIEW: Bounds(each=3, most=32, full=Code.TEACHER_BUSY),
        Lane.PICTURE: Bounds(each=4, most=32),
        Lane.RECORD: Bounds(each=8, most=64),  # threads share one interpreter: two would be no faster
    }


class Ticket:
    """Job in the scheduler: it waits, then holds a slot, then is over."""

    def __init__(self, lane: Lane, urgency: Urgency, cost: float) -> None:
        """Begin in `lane`, with an estimated `cost` in seconds."""
        self.lane = lane
        self.urgency = urgency
        self.cost = cost
        self.waiting: QueuedItem[Ticket] | None = None
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class _Queue:
    """Queues and slots of one lane."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.waiting: dict[Urgency, FairQueue[Ticket]] = {urgency: FairQueue() for urgency in Urgency}
        self.running: Counter[Urgency] = Counter()
        self.mine: Counter[str] = Counter()
        """Jobs of each guest, waiting or running."""

        self._passed = 0

    @property
    def free(self) -> bool:
        return self.running.total() < self.bounds.slots

    @property
    def idle(self) -> bool:
        return not self.running.total() and not any(self.waiting.values())

    def next(self) -> Urgency | None:
        """Return the class to serve next; None if the lane is empty."""
        found = [urgency for urgency, queue in self.waiting.items() if queue]
        if len(found) < 2:  # noqa: PLR2004 - there is no other class to pass over
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
        """Called for each job that begins, with its lane, its class and the seconds it has waited."""

        self.on_refused: Callable[[Lane], None] | None = None
        """Called for each refused job."""

    def waiting(self, lane: Lane, urgency: Urgency) -> int:
        """Return the number of waiting jobs."""
        return len(self._queues[lane].waiting[urgency])

    def running(self, lane: Lane, urgency: Urgency) -> int:
        """Return the number of running jobs."""
        return self._queues[lane].running[urgency]

    @asynccontextmanager
    async def turn(
        self,
        lane: Lane,
        client: Client,
        cost: float,
        urgency: Urgency = Urgency.PERSON,
        queued: Callable[[Ticket], None] = lambda _: None,
    ) -> AsyncIterator[Ticket]:
        """Hold a slot in the block, once there is one; raise a `ProblemError` if the queue is full.

        `cost` is the estimate in seconds. `queued` receives the ticket before it waits, so that it can be moved.
        """
        queue = self._queues[lane]
        self._check(lane, client)
        queue.mine[client.guest] += 1
        ticket = Ticket(lane, urgency, cost)
        try:
            self._enter(ticket, client, time.monotonic())
            queued(ticket)
            await self._wait_slot(ticket)
            began = time.monotonic()
            try:
                yield ticket
            finally:
                self._leave(ticket, client, time.monotonic() - began - cost)
        finally:
            self._forget(queue, client)

    def move(self, ticket: Ticket, urgency: Urgency, lane: Lane | None = None) -> None:
        """Move a waiting job to another class, or lane too, keeping its arrival time; a running one stays."""
        lane = lane or ticket.lane
        waiting = ticket.waiting
        if waiting is None or (lane, urgency) == (ticket.lane, ticket.urgency):
            return
        self._queues[ticket.lane].waiting[ticket.urgency].remove(waiting)
        ticket.lane, ticket.urgency = lane, urgency
        self._enter(ticket, waiting.client, waiting.since)

    def _enter(self, ticket: Ticket, client: Client, since: float) -> None:
        queue = self._queues[ticket.lane].waiting[ticket.urgency]
        ticket.waiting = queue.put(ticket, client, ticket.cost, since)
        self._serve(ticket.lane)

    def _serve(self, lane: Lane) -> None:
        """Give free slots to the next jobs."""
        queue = self._queues[lane]
        while queue.free and (urgency := queue.next()) is not None:
            chosen = queue.waiting[urgency].take()
            chosen.item.waiting = None
            if chosen.item.turn.cancelled():
                queue.waiting[urgency].correct(chosen.client, -chosen.cost)
                continue
            queue.running[urgency] += 1
            if self.on_begun:
                self.on_begun(lane, urgency, time.monotonic() - chosen.since)
            chosen.item.turn.set_result(None)

    async def _wait_slot(self, ticket: Ticket) -> None:
        """Wait for a slot; give it up if cancelled."""
        try:
            await ticket.turn
        except BaseException:
            if ticket.waiting:
                self._queues[ticket.lane].waiting[ticket.urgency].remove(ticket.waiting)
            elif ticket.turn.done() and not ticket.turn.cancelled() and ticket.turn.exception() is None:
                self._free(ticket)
            raise

    def _leave(self, ticket: Ticket, client: Client, difference: float) -> None:
        self._queues[ticket.lane].waiting[ticket.urgency].correct(client, difference)
        self._free(ticket)

    def _free(self, ticket: Ticket) -> None:
        queue = self._queues[ticket.lane]
        queue.running[ticket.urgency] -= 1
        self._serve(ticket.lane)
        if queue.idle:
            for waiting in queue.waiting.values():
                waiting.settle()

    @staticmethod
    def _forget(queue: _Queue, client: Client) -> None:
        queue.mine[client.guest] -= 1
        if not queue.mine[client.guest]:
            del queue.mine[client.guest]

    # Admission

    def _check(self, lane: Lane, client: Client) -> None:
        """Raise a `ProblemError` if no further job of `client` may wait; drop another's if that makes room."""
        queue = self._queues[lane]
        if queue.bounds.each and queue.mine[client.guest] >= queue.bounds.each:
            self._refuse(lane, Code.LIMIT_THINKING)
        if queue.bounds.most and sum(map(len, queue.waiting.values())) >= queue.bounds.most:
            self._make_room(lane, client)

    def _refuse(self, lane: Lane, code: Code) -> None:
        if self.on_refused:
            self.on_refused(lane)
        raise ProblemError(code)

    def _make_room(self, lane: Lane, client: Client) -> None:
        """Longest queue drop: refuse the newest job of the network with the most jobs."""
        queue = self._queues[lane]
        size, last = max(filter(None, (each.longest() for each in queue.waiting.values())), key=lambda found: found[0])
        if size <= max(each.of(client)[0] for each in queue.waiting.values()) + 1:
            self._refuse(lane, queue.bounds.full)
        dropped = last.item
        queue.waiting[dropped.urgency].remove(last)
        dropped.waiting = None
        dropped.turn.set_exception(ProblemError(queue.bounds.full))
        if self.on_refused:
            self.on_refused(lane)


T = TypeVar("T")
_COST: Final = 0.02
"""Estimated cost of a replay, in seconds."""


class Threads:
    """Threads for jobs of milliseconds: replays, uploaded records, puzzles."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Use the slots of lane `record` in `scheduler`."""
        self._scheduler = scheduler

    async def run(self, work: Callable[[], T], client: Client) -> T:
        """Return the result of `work`, charged to `client`; raise a `ProblemError` if the queue is full."""
        async with self._scheduler.turn(Lane.RECORD, client, _COST):
            return await asyncio.to_thread(work)
