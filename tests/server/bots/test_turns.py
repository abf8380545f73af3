"""Bots in their worker processes: what they get, and what happens when they fail."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from codex_naturalis.bots import bot_named
from codex_naturalis.play import Game
from codex_naturalis.rules import Action, GameState, options_of
from codex_naturalis.server.bots import turns as bots
from codex_naturalis.server.bots.worker import BotQuestion
from codex_naturalis.server.bots.worker_pool import WorkerPool, expected_seconds
from codex_naturalis.server.database.bot_leases import OF_HOST, renew_leases, take_jobs
from codex_naturalis.server.database.engine import NOW
from codex_naturalis.server.scheduling.scheduler import Lane
from codex_naturalis.server.scheduling.worker_client import WorkerFailedError
from codex_naturalis.server.tables.store import Store
from codex_naturalis.views import View, view_of
from tests.server.house import House, Player, open_house
from tests.several import Cluster
from tests.waiting import poll, until, until_set

LONG = 60.0
"""Seconds within which a worker has woken up on any machine."""

VIEW = view_of(Game.from_seed(options_of(2), "bots").state, 0)


def processes(pool: WorkerPool) -> list[asyncio.subprocess.Process]:
    """Return the processes of the workers that have one."""
    return [worker.process for worker in pool._workers if worker.process]


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    """Return one worker, not yet started."""
    pool = WorkerPool(1, LONG)
    yield pool
    await pool.close()


async def test_a_bot_chooses_what_is_legal(pool: WorkerPool) -> None:
    """One worker answers one question after another."""
    actions = await asyncio.gather(*(pool.choose(bot, VIEW) for bot in ("random", "greedy", "planner") * 3))
    assert set(actions) <= set(VIEW.legal)
    assert len(processes(pool)) == 1


def test_a_bot_gets_a_view_and_nothing_more() -> None:
    """What goes to a worker is read there as a `View`: the truth about a game does not even have the form."""
    assert [field.type for field in msgspec.structs.fields(BotQuestion) if field.name == "view"] == [View]
    question = msgspec.json.encode(BotQuestion("random", VIEW, "seed"))
    assert msgspec.json.decode(question, type=BotQuestion).view == VIEW
    state = msgspec.json.encode({"bot": "random", "seed": "seed", "view": Game.from_seed(options_of(2), "bots").state})
    assert msgspec.json.decode(state)["view"].keys() == {field.name for field in msgspec.structs.fields(GameState)}
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(state, type=BotQuestion)


async def test_a_failing_bot_says_so_and_its_worker_lives_on(pool: WorkerPool) -> None:
    """A bot that raises ends its question only."""
    with pytest.raises(WorkerFailedError, match="no bot named"):
        await pool.choose("nobody", VIEW)
    assert await pool.choose("random", VIEW) in VIEW.legal
    assert len(processes(pool)) == 1


async def test_a_dead_worker_is_replaced(pool: WorkerPool) -> None:
    """The question it died over fails, or is already answered by another; the next one is."""
    await pool.choose("random", VIEW)
    (worker,) = processes(pool)
    os.kill(worker.pid, signal.SIGKILL)
    with contextlib.suppress(WorkerFailedError):
        await pool.choose("random", VIEW)
    assert await pool.choose("random", VIEW) in VIEW.legal


async def test_a_late_worker_is_ended() -> None:
    """A bot that thinks for too long loses its worker, and another question gets a new one."""
    pool = WorkerPool(1, LONG)
    await pool.choose("random", VIEW)
    (worker,) = processes(pool)
    os.kill(worker.pid, signal.SIGSTOP)
    pool._limit = 0.1
    with pytest.raises(WorkerFailedError):
        await pool.choose("random", VIEW)
    assert worker.returncode == -signal.SIGKILL
    pool._limit = LONG
    assert await pool.choose("random", VIEW) in VIEW.legal
    await pool.close()
    assert not processes(pool)


async def test_a_game_goes_on_when_no_bot_ever_answers(tmp_path: Path) -> None:
    """Something legal is played in its place, so that the others need not wait for ever."""
    async with open_house(tmp_path, bot_limit=0.001) as house:
        ada = await house.guest()
        player = await Player.at(ada, await ada.open(seats=2, bots=["planner"]))
        await player.play_on(2)
        while player.version < 4:
            await player.hear()


async def test_a_bot_that_never_answers_holds_up_its_own_table_only(tmp_path: Path) -> None:
    """While it thinks, the server answers everybody else."""
    async with open_house(tmp_path, bot_limit=3600.0) as house:
        pool = house.services.bots.bot_turns._pools[Lane.QUICK]
        await pool.choose("random", VIEW)
        (worker,) = processes(pool)
        os.kill(worker.pid, signal.SIGSTOP)
        ada = await house.guest()
        stuck = await ada.open(seats=2, bots=["random"])
        player = await Player.at(ada, await ada.open(seats=1, solo="easy"))
        await player.until_over()
        assert (await ada.get(f"/tables/{stuck}"))["table"]["version"] == 0
        os.kill(worker.pid, signal.SIGCONT)
        await (await Player.at(ada, stuck)).until_over()


async def test_no_bot_begins_while_the_server_ends(house: House) -> None:
    """An action that was on its way is stored and calls for the next bot, which is left to the next server."""
    ada = await house.guest("Ada")
    player = await Player.at(ada, await ada.open(seats=2, bots=["random"]))
    while player.version < 1:
        await player.hear()
    await house.services.bots.bot_turns.close()
    await player.act({"type": "side", "side": "front"})
    house.services.bots.bot_turns.on_change(player.table["id"])
    assert not house.services.bots.bot_turns._turns


async def test_whose_lease_is_lost_lets_no_bot_act_any_more(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has taken the table over, and asks its own bots: ours are interrupted in their thoughts."""
    asked: list[str] = []

    async def think(_: WorkerPool, bot: str, *__: object) -> Action:
        asked.append(bot)
        await asyncio.Event().wait()
        raise AssertionError("nobody lets it go on")

    monkeypatch.setattr(WorkerPool, "choose", think)
    async with open_house(tmp_path, database_url=postgres.database(), lease_seconds=1.0, bot_workers=2) as house:
        ada = await house.guest("Ada")
        await ada.open(seats=3, bots=["random", "greedy"])
        await until(lambda: len(asked) == 2)
        assert house.services.bots.bot_turns._turns
        lost = text(f"update jobs set holder = 'another', until = {NOW} + 1000")  # noqa: S608 - no values of others
        await house.services.store.write(lambda connection: connection.execute(lost))
        await until(lambda: not house.services.bots.bot_turns._turns)
        assert sorted(asked) == ["greedy", "random"]


async def test_a_turn_that_ends_as_the_lease_is_lost_is_the_last(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat that is awaited then is left to the process that serves the table."""
    async with open_house(tmp_path, database_url=postgres.database(), bot_workers=0) as house:
        ada = await house.guest("Ada")
        table, bot_turns = await ada.open(seats=2, bots=["random"]), house.services.bots.bot_turns
        begun: list[bool] = []

        async def act(*_: object) -> None:
            begun.append(playing.cancel())

        monkeypatch.setattr(bot_turns, "_act", act)
        playing = asyncio.create_task(bot_turns.play_at(table))
        await asyncio.wait({playing})
        for _ in range(10):  # so long as another turn takes to begin
            await asyncio.sleep(0)
        assert (playing.cancelled(), begun) == (True, [True])


async def test_a_late_word_on_an_old_lease_leaves_the_new_one_alone(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a process asks whether a table is still its own it is done there, and then called back: its bots act on."""
    asked, thought = [asyncio.Event() for _ in range(2)], [asyncio.Event() for _ in range(2)]
    turns = iter(zip(asked, thought, strict=True))
    asking, given_up, back = (asyncio.Event() for _ in range(3))

    async def think(_: WorkerPool, __: str, view: View, *___: object) -> Action:
        begun, go = next(turns)
        begun.set()
        await go.wait()
        return view.legal[0]

    monkeypatch.setattr(WorkerPool, "choose", think)
    async with open_house(tmp_path, database_url=postgres.database(), lease_seconds=4.0) as house:
        store, mine = house.services.store, house.sharing._bot_jobs._mine
        write = store.write

        async def slowly(job: Callable[..., Any], about: str = "") -> object:
            if getattr(job, "func", None) is not renew_leases:
                return await write(job, about)
            asking.set()
            await given_up.wait()
            found = await write(job, about)
            await back.wait()
            return found

        monkeypatch.setattr(store, "write", slowly)
        ada = await house.guest("Ada")
        player = await Player.at(ada, await ada.open(seats=2, bots=["random"]))
        await until_set(asking, "the lease is being renewed")
        thought[0].set()
        await until(lambda: not mine)
        given_up.set()
        await player.act({"type": "side", "side": "front"}, seen=0)
        await until_set(asked[1], "the bot is asked for its second turn")
        back.set()
        await asyncio.sleep(0.1)  # as long as it takes to be interrupted
        assert list(mine) == [player.table["id"]]


@pytest.mark.parametrize("workers", [True, False], ids=["bot", "every worker"])
async def test_for_a_bot_that_fails_the_planner_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, workers: bool
) -> None:
    """Not chance, whatever fails; the table is told, once, and the log each time."""
    asked: list[str] = []
    choose, planned = WorkerPool.choose, [0]

    async def think(pool: WorkerPool, bot: str, view: View, *more: str) -> Action:
        asked.append(bot)
        if bot == "greedy" or not workers:
            raise WorkerFailedError("broken")
        return await choose(pool, bot, view, *more)

    def plan(view: View) -> Action:
        planned[0] += 1
        return bot_named("planner").choose(view, Random(1))

    monkeypatch.setattr(WorkerPool, "choose", think)
    monkeypatch.setattr(bots, "_fallback_action", plan)
    async with open_house(tmp_path) as house:
        ada = await house.guest()
        player = await Player.at(ada, await ada.open(seats=2, bots=["greedy"]))
        await player.play_on(2)
        await until(lambda: asked.count("planner") >= 2)
        assert asked[:4] == ["greedy"] * 3 + ["planner"]
        assert bool(planned[0]) is not workers
        notes = (await ada.get(f"/tables/{player.table['id']}"))["table"]["notes"]
        assert [(note["kind"], note["bot"]) for note in notes] == [("bot_failed", "greedy")]


async def test_the_last_resort_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no process thinks this one plans, and only if that fails too it plays anything."""
    assert bots._fallback_action(VIEW) in VIEW.legal
    monkeypatch.setattr(bots, "bot_named", lambda _: None)
    assert bots._fallback_action(VIEW) in VIEW.legal


async def test_who_thinks_where_nobody_looks_ends_when_idle() -> None:
    """Its process takes memory; the next question starts another."""
    pool = WorkerPool(1, LONG, idle=0.05)
    await pool.choose("random", VIEW)
    await until(lambda: not processes(pool))
    assert await pool.choose("random", VIEW) in VIEW.legal
    (worker,) = processes(pool)
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) >= 10
    await pool.close()
    assert not processes(pool)


async def test_a_bot_waits_only_where_somebody_looks(tmp_path: Path) -> None:
    """The pause before its turn is for viewers to follow: without any it acts at once."""
    async with open_house(tmp_path, bot_delay=3600.0) as house:
        ada = await house.guest("Ada")
        table = await house.services.tables.get(await ada.open(seats=2, bots=["random"]))
        await until(lambda: table.version > 0)
        assert house.services.bots.bot_turns._pause(table) == 0
        await Player.at(ada, table.id)
        assert table.looked_at
        assert house.services.bots.bot_turns._pause(table) == 3600.0


def test_how_long_a_bot_thinks_is_known_before() -> None:
    """The quick ones, the strongest, and those of other packages, which may be slow."""
    levels = [expected_seconds(f"level:{number}") for number in range(1, 6)]
    assert max(levels[:4]) < 0.05
    assert levels[4] == 2.0
    assert 0.3 < expected_seconds("search:20000") < 0.7


async def test_rows_of_bots_are_taken_in_turns(tmp_path: Path, postgres: Cluster) -> None:
    """Those people look at first, then those with a clock; of each the host comes next who has fewest seen to."""
    async with open_house(tmp_path, database_url=postgres.database(), bot_workers=0) as house:
        store, (ada, bea) = house.services.store, [await house.guest(name) for name in ("Ada", "Bea")]
        many = [await ada.open(seats=2, bots=["random"]) for _ in range(20)]
        one, clock = await bea.open(seats=2, bots=["random"]), {"kind": "correspondence", "days": 3}
        timed = await bea.open(seats=2, bots=["random"], clock=clock)
        looked_at = [await ada.open(seats=2, bots=["random"]) for _ in range(2)]
        for table in looked_at:
            await ada.look(table)
        there = text("select count(*) from presence")
        await poll(lambda: store.read(there), lambda found: found[0][0][0] >= 2)

        async def take(most: int, *, idle: bool = True) -> list[str]:
            found = await store.write(lambda connection: take_jobs(connection, "me", most, 60.0, idle=idle))
            return [lease.table for lease in found]

        assert {*await take(1), *await take(1)} == {*looked_at}
        assert await take(5, idle=False) == [timed]
        assert set(await take(2)) & set(many) != {one}
        assert one in {*await take(1), *await held(store)}
        assert len(await take(100)) + len(await held(store)) >= OF_HOST
        assert len(set(await held(store)) & {*many, *looked_at}) == OF_HOST


async def held(store: Store) -> list[str]:
    """Return the tables with a lease."""
    (rows,) = await store.read(text("select table_id from jobs where holder is not null"))
    return [row.table_id for row in rows]
