"""The scheduler: who gets a slot, who waits, and who is told that there is no room."""

import asyncio
from collections.abc import Callable

import pytest

from codex_naturalis.server.scheduling.fair_queue import Client
from codex_naturalis.server.scheduling.scheduler import Bounds, Lane, Scheduler, Ticket, Urgency
from codex_naturalis.wire.errors import Code, ProblemError
from tests.waiting import until

ADA, BEA = Client("ada", "ada"), Client("bea", "bea")


class Bench:
    """Work that goes on until it is told to end, in the order in which it began."""

    def __init__(self, bounds: Bounds = Bounds()) -> None:  # noqa: B008 - frozen
        self.scheduler = Scheduler(dict.fromkeys(Lane, bounds))
        self.begun: list[str] = []
        self.tickets: dict[str, Ticket] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, asyncio.Event] = {}

    async def ask(self, name: str, client: Client, urgency: Urgency = Urgency.PERSON, lane: Lane = Lane.QUICK) -> None:
        """Ask for something of this name."""
        self._ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._work(name, client, urgency, lane))
        await asyncio.sleep(0)

    async def _work(self, name: str, client: Client, urgency: Urgency, lane: Lane) -> None:
        def queued(ticket: Ticket) -> None:
            self.tickets[name] = ticket

        async with self.scheduler.turn(lane, client, 1.0, urgency, queued):
            self.begun.append(name)
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        """Let it end."""
        self._ends[name].set()
        await asyncio.wait({self.tasks[name]})

    async def all(self) -> list[str]:
        """Let one after another end; return in which order they began."""
        ended: set[str] = set()
        while len(ended) < len(self.tasks):
            await until(lambda: any(name not in ended for name in self.begun))
            for name in [name for name in self.begun if name not in ended]:
                ended.add(name)
                await self.end(name)
        return self.begun

    def refusal(self, name: str) -> Code:
        """Return why something was refused."""
        error = self.tasks[name].exception()
        assert isinstance(error, ProblemError)
        return error.code


async def test_so_many_at_a_time() -> None:
    """The others wait until a slot is free, also if what had it fails or is cancelled."""
    bench = Bench(Bounds(slots=2))
    for name in "abcd":
        await bench.ask(name, ADA)
    assert bench.begun == ["a", "b"]
    await bench.end("a")
    assert bench.begun == ["a", "b", "c"]
    bench.tasks["b"].cancel()
    await until(lambda: bench.begun == ["a", "b", "c", "d"])
    await bench.end("c")
    await bench.end("d")
    assert bench.scheduler.running(Lane.QUICK, Urgency.PERSON) == 0


@pytest.mark.parametrize("moment", ["while it waits", "before it is given the slot", "after it was given the slot"])
async def test_whoever_gives_up_waiting_is_passed_over(moment: str) -> None:
    """No slot is lost or granted twice, even if it is granted in the moment in which its waiter gives up."""
    bench = Bench()
    for name in "acd":
        await bench.ask(name, ADA)
    if moment == "while it waits":
        bench.tasks["c"].cancel()
        await asyncio.wait({bench.tasks["c"]})
        bench._ends["a"].set()
    else:
        bench._ends["a"].set()
        if moment.startswith("after"):
            await asyncio.sleep(0)  # a has ended, and c has not woken up yet
        bench.tasks["c"].cancel()
    await until(lambda: bench.begun == ["a", "d"])
    await bench.end("d")
    assert bench.scheduler.running(Lane.QUICK, Urgency.PERSON) == 0
    assert bench.scheduler.waiting(Lane.QUICK, Urgency.PERSON) == 0


async def test_a_person_goes_before_a_clock_and_a_clock_before_what_nobody_looks_at() -> None:
    """First come, first served."""
    bench = Bench()
    await bench.ask("first", ADA)
    await bench.ask("nobody", ADA, Urgency.IDLE)
    await bench.ask("clock", ADA, Urgency.CLOCK)
    await bench.ask("person", ADA)
    assert await bench.all() == ["first", "person", "clock", "nobody"]


async def test_what_was_used_while_alone_is_not_paid_for_later() -> None:
    """After a pause all start alike: who had much done before waits no longer than who had not."""
    bench = Bench()
    for name in ("1", "2", "3"):
        await bench.ask(name, ADA)
        await bench.end(name)
    for name in ("a", "b", "c"):
        await bench.ask(name, BEA)
    await bench.ask("mine", ADA)
    assert (await bench.all())[3:5] == ["a", "mine"]


async def test_no_class_starves() -> None:
    """A background job gets a turn after seven that passed it by."""
    bench = Bench()
    await bench.ask("first", ADA)
    await bench.ask("nobody", BEA, Urgency.IDLE)
    for number in range(12):
        await bench.ask(f"person {number}", ADA)
    assert (await bench.all()).index("nobody") == 8


async def test_what_waits_goes_on_waiting_where_it_is_moved() -> None:
    """A viewer comes: it is urgent now, and in a lane where a slot is free it begins at once."""
    bench = Bench()
    await bench.ask("first", ADA)
    await bench.ask("person", ADA)
    await bench.ask("nobody", BEA, Urgency.IDLE)
    bench.scheduler.move(bench.tickets["nobody"], Urgency.PERSON)
    assert bench.scheduler.waiting(Lane.QUICK, Urgency.IDLE) == 0
    await bench.end("first")
    assert bench.begun == ["first", "nobody"]
    bench.scheduler.move(bench.tickets["person"], Urgency.PERSON, Lane.SEARCH)
    await until(lambda: bench.begun == ["first", "nobody", "person"])
    bench.scheduler.move(bench.tickets["person"], Urgency.IDLE)  # it is at work: too late
    await bench.all()
    assert not any(bench.scheduler.running(lane, urgency) for lane in Lane for urgency in Urgency)


async def test_one_guest_has_so_much_to_wait_for() -> None:
    """What is one too many is refused at once; when something is done there is room again."""
    bench = Bench(Bounds(each=3))
    for name in "abcd":
        await bench.ask(name, ADA)
    await asyncio.wait({bench.tasks["d"]})
    assert bench.refusal("d") is Code.LIMIT_THINKING
    await bench.end("a")
    await bench.ask("e", ADA)
    assert not bench.tasks["e"].done()
    await bench.end("b")
    await bench.end("c")
    await bench.end("e")


async def test_a_full_queue_loses_the_last_of_whoever_has_most() -> None:
    """One client cannot fill the queue for others; the client with the most jobs is refused."""
    bench = Bench(Bounds(most=4))
    refused: list[Lane] = []
    bench.scheduler.on_refused = refused.append
    await bench.ask("first", ADA)
    for number in range(4):
        await bench.ask(f"ada {number}", ADA)
    await bench.ask("ada 4", ADA)
    await asyncio.wait({bench.tasks["ada 4"]})
    await bench.ask("bea", BEA)
    await asyncio.wait({bench.tasks["ada 3"]})
    assert (bench.refusal("ada 4"), bench.refusal("ada 3")) == (Code.SERVER_BUSY, Code.SERVER_BUSY)
    assert refused == [Lane.QUICK] * 2
    await bench.end("first")
    del bench.tasks["ada 4"], bench.tasks["ada 3"], bench.tasks["first"]
    bench.begun.remove("first")
    assert (await bench.all())[:1] == ["bea"]


@pytest.mark.parametrize("end", [lambda bench: bench.end("a"), lambda bench: bench.tasks["b"].cancel()])
async def test_it_is_told_what_begins_and_what_waits(end: Callable[[Bench], object]) -> None:
    """With the lane, the class and the seconds; figures go up and down."""
    bench = Bench()
    begun: list[tuple[Lane, Urgency, float]] = []
    bench.scheduler.on_begun = lambda *what: begun.append(what)
    await bench.ask("a", ADA)
    await bench.ask("b", ADA, Urgency.CLOCK)
    assert [each[:2] for each in begun] == [(Lane.QUICK, Urgency.PERSON)]
    assert begun[0][2] < 1
    assert bench.scheduler.running(Lane.QUICK, Urgency.PERSON) == 1
    assert bench.scheduler.waiting(Lane.QUICK, Urgency.CLOCK) == 1
    ended = end(bench)
    if asyncio.iscoroutine(ended):
        await ended
    await until(lambda: bench.scheduler.waiting(Lane.QUICK, Urgency.CLOCK) == 0)
    for task in bench.tasks.values():
        task.cancel()
    await asyncio.wait(bench.tasks.values())
