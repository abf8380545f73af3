"""One guest asks for all that can be asked for, and others notice nothing: with real workers that really think.

What is looked at is the order in which jobs end, not the seconds, which a busy machine multiplies.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codex_naturalis.analysis import prepare
from codex_naturalis.record import write_record
from codex_naturalis.rules import Action
from codex_naturalis.server.bots.worker_pool import WorkerPool
from codex_naturalis.server.scheduling.scheduler import Lane, Scheduler, Urgency
from codex_naturalis.server.teacher.teacher import TeacherWorker
from codex_naturalis.server.teacher.worker import AskHint, AskReview, AskTry, TeacherAnswer, TeacherQuestion
from tests.analysis.positions import short_game
from tests.quick import soon
from tests.server.house import House, Json, Person, Player, open_house
from tests.several import Cluster
from tests.waiting import poll, until

THOUGHT = 200.0
"""Seconds within which a busy machine works out a hint: below what ends any test."""


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Compile the kernel first: what needs no thought shows nothing."""
    prepare()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Yield a server where each kind of bot has one process."""
    async with open_house(tmp_path, bot_workers=1) as house:
        yield house


async def answered(player: Player) -> None:
    """Act, and wait until the opponent has."""
    await player.until_asked()
    await player.act(soon(player.view["legal"], player.rng))
    version = player.version
    while player.version == version and not player.view["legal"]:
        await player.hear()


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of bots in the order in which they have chosen, which grows."""
    choose, names = WorkerPool.choose, list[str]()

    async def note(pool: WorkerPool, bot: str, *more: Any) -> Action:  # noqa: ANN401 - as it has them
        action = await choose(pool, bot, *more)
        names.append(bot)
        return action

    monkeypatch.setattr(WorkerPool, "choose", note)
    return names


async def awake(person: Person) -> Player:
    """Return a player at a table with the quickest opponent, whose worker process runs."""
    player = await Player.at(person, await person.open(seats=2, bots=["level:1"]))
    await answered(player)
    return player


async def test_somebodys_many_bots_do_not_hold_up_anothers(house: House, ended: list[str]) -> None:
    """Twenty-five tables with three of the strongest: the quick bot of another answers, and soon a strong one."""
    scheduler = house.services.scheduling.scheduler
    ada, bea = await house.guest("Ada"), await house.guest("Bea")
    player = await awake(bea)
    for _ in range(25):
        await ada.open(seats=4, bots=["level:5"] * 3)
    await until(lambda: scheduler.waiting(Lane.BACKGROUND, Urgency.IDLE) > 60)
    overtaken = []
    for _ in range(5):
        before = len(ended)
        await answered(player)
        overtaken.append(ended[before:].count("level:5"))
    assert min(overtaken) == 0, "it waits for none of the strong ones, which think for seconds"
    assert max(overtaken) < 10
    before = len(ended)
    await answered(await Player.at(bea, await bea.open(seats=2, bots=["level:5"])))
    assert ended[before:].count("level:5") < 25, "its process wakes up, while others think for two seconds each"
    assert scheduler.waiting(Lane.BACKGROUND, Urgency.IDLE) > 40


async def test_where_somebody_looks_they_are_asked_first(house: House) -> None:
    """Bots of a table without viewers are background jobs; opening its page moves them to the foreground."""
    scheduler = house.services.scheduling.scheduler
    ada = await house.guest("Ada")
    tables = [await ada.open(seats=3, bots=["level:5"] * 2) for _ in range(8)]
    await until(lambda: scheduler.waiting(Lane.BACKGROUND, Urgency.IDLE) > 12)
    assert not any(scheduler.running(Lane.SEARCH, urgency) for urgency in Urgency)
    player = await Player.at(ada, tables[-1])
    await until(lambda: scheduler.running(Lane.SEARCH, Urgency.PERSON) == 1)
    assert scheduler.waiting(Lane.BACKGROUND, Urgency.IDLE) <= 14
    while player.version < 2:
        await player.hear()


async def test_tables_with_a_clock_go_before_those_without(tmp_path: Path) -> None:
    """Neither table has a viewer."""
    async with open_house(tmp_path, bot_workers=1) as house:
        scheduler, ada = house.services.scheduling.scheduler, await house.guest("Ada")
        await ada.open(seats=2, bots=["level:5"])
        await ada.open(seats=2, bots=["level:5"], clock={"kind": "correspondence", "days": 3})
        await until(lambda: scheduler.running(Lane.SEARCH, Urgency.CLOCK) == 1)
        await until(lambda: scheduler.running(Lane.BACKGROUND, Urgency.IDLE) == 1)


async def test_one_guests_reviews_and_tries_do_not_hold_up_anothers_hint(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen records and a hundred tries: the many are refused by name, and a hint comes after one of them."""
    scheduler, (ada, bea) = house.services.scheduling.scheduler, [await house.guest(name) for name in ("Ada", "Bea")]
    tables = [await bea.open(seats=1, solo="easy") for _ in range(2)]
    await hint(bea, tables[0])  # the process is there
    begun, go = hold_tries(monkeypatch)
    records = [write_record(short_game(*["planner"] * seats, cards=cards)) for cards in range(8) for seats in (2, 3)]
    tried = {"record": records[0], "version": 4, "turn": await turn_at(ada, records[0], 4)}
    tries = [ada.ask("POST", "/replays/exercise/try", tried) for _ in range(100)]
    asking = [asyncio.create_task(each) for each in tries[:5]]  # eight records at most are read for one person
    await until(lambda: begun and hints_waiting(scheduler) == 4)
    asked = [*(ada.ask("POST", "/replays/review", raw(record)) for record in records), *tries[5:]]
    asking += [asyncio.create_task(each) for each in asked]
    await until(lambda: sum(not each.done() for each in asking) == 1 + hints_waiting(scheduler))
    waiting = hints_waiting(scheduler)
    hinting = asyncio.create_task(hint(bea, tables[1]))
    await until(lambda: hints_waiting(scheduler) == waiting + 1)
    go.set()
    await hinting
    assert begun.index(AskHint) <= 2, "one try was under way, others waited"
    answers = await asyncio.gather(*asking)
    codes = [answer.json().get("code") for answer in answers]
    assert set(codes) == {None, "limit.thinking"}
    assert codes.count("limit.thinking") > 90
    text = house.services.monitoring.metrics.text().decode()
    assert 'codex_jobs_refused_total{lane="review"}' in text
    assert 'codex_job_wait_seconds_count{lane="hint",urgency="person"}' in text


async def test_who_has_bots_due_at_many_tables_opens_no_more(tmp_path: Path) -> None:
    """Until they have acted; tables without bots are another matter, and so is another guest while there is room."""
    async with open_house(tmp_path, bot_workers=0, bot_tables_per_guest=3, bot_tables=4) as house:
        ada, bea = await house.guest("Ada"), await house.guest("Bea")
        tables = [await ada.open(seats=2, bots=["random"]) for _ in range(3)]
        refused = await ada.refused("POST", "/tables", {"seats": 2, "bots": ["random"]})
        assert (refused["code"], refused["status"]) == ("limit.bots", 429)
        await ada.open(seats=2)
        await bea.open(seats=2, bots=["random"])
        assert (await bea.refused("POST", "/tables", {"seats": 2, "bots": ["random"]}))["code"] == "limit.bots"
        assert len(tables) == 3


def raw(record: str) -> Json:
    """Return a record as the body of a request."""
    return msgspec.Raw(record.encode())


async def turn_at(person: Person, record: str, version: int) -> Json:
    """Return a turn that can be tried there."""
    answer = await person.ask("POST", f"/replays/exercise?version={version}", raw(record))
    return [answer.json()["view"]["legal"][0]]


async def hint(person: Person, table: str) -> None:
    """Ask until there is one."""
    await poll(
        lambda: person.post(f"/tables/{table}/hint"), lambda answer: answer["state"] == "ready", patience=THOUGHT
    )


def hints_waiting(scheduler: Scheduler) -> int:
    """Return how many hints and tries wait for a worker."""
    return scheduler.waiting(Lane.HINT, Urgency.PERSON)


def hold_tries(monkeypatch: pytest.MonkeyPatch) -> tuple[list[type[TeacherQuestion]], asyncio.Event]:
    """Let no turn be tried until the event is set; return the kinds of hints and tries in the order they begin in."""
    ask, begun, go = TeacherWorker.ask, list[type[TeacherQuestion]](), asyncio.Event()

    async def held(
        worker: TeacherWorker,
        question: TeacherQuestion,
        limit: float,
        on_progress: Callable[[float], None] = lambda _: None,
    ) -> TeacherAnswer:
        if not isinstance(question, AskReview):
            begun.append(type(question))
        if isinstance(question, AskTry):
            await go.wait()
        return await ask(worker, question, limit, on_progress)

    monkeypatch.setattr(TeacherWorker, "ask", held)
    return begun, go


async def test_who_looks_through_another_server_is_seen(tmp_path: Path, postgres: Cluster) -> None:
    """A background job of one server moves to the foreground when the table's page is opened at another."""
    shared: dict[str, Json] = {"database_url": postgres.database()}
    async with (
        open_house(tmp_path / "thinks", bot_workers=1, **shared) as thinks,
        open_house(tmp_path / "shows", bot_workers=0, **shared) as shows,
    ):
        scheduler, ada = thinks.services.scheduling.scheduler, await shows.guest("Ada")
        tables = [await ada.open(seats=3, bots=["level:5"] * 2) for _ in range(5)]
        await until(lambda: scheduler.waiting(Lane.BACKGROUND, Urgency.IDLE) >= 9)
        player = await Player.at(ada, tables[-1])
        await until(lambda: scheduler.running(Lane.SEARCH, Urgency.PERSON) == 1)
        while player.version < 2:
            await player.hear()
