"""One mistake of ours ends nothing that goes on for as long as the server does."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codex_naturalis.seating import Holder
from codex_naturalis.server.admin.bans import ban
from codex_naturalis.server.bans import bans
from codex_naturalis.server.lobby.lobby import Lobby
from codex_naturalis.server.people import ban_enforcer
from codex_naturalis.server.tables.store import Store
from codex_naturalis.server.tables.table import Table
from codex_naturalis.server.teacher.reviews import ReviewLeases
from tests.server.house import Person, Player, open_house
from tests.several import Cluster
from tests.waiting import TIMEOUT, until


def mistaken(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, when: Callable[..., bool]) -> list[object]:
    """Let what `owner` does go wrong `when` it is so; return a list of what did."""
    do, failed = getattr(owner, name), list[object]()

    def tried(*asked: Any) -> Any:  # noqa: ANN401 - whatever it is
        if when(failed, *asked):
            failed.append(asked)
            raise RuntimeError("a mistake of ours")
        return do(*asked)

    monkeypatch.setattr(owner, name, tried)
    return failed


def once(failed: list[object], *_: object) -> bool:
    """Return whether nothing has gone wrong yet."""
    return not failed


async def shut_out(person: Person, folder: Path) -> None:
    """Ban a guest permanently."""
    await asyncio.to_thread(ban, folder / "codex.db", (await person.get("/guests/me"))["id"], "No.", None)


async def test_whoever_is_shut_out_is_noticed_after_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next look makes up for the one that failed."""
    monkeypatch.setattr(bans, "_LOOK_SECONDS", 0.01)
    async with open_house(tmp_path) as house:
        eve = await house.guest("Eve")
        player = await Player.at(eve, await eve.open(seats=2))
        failed = mistaken(monkeypatch, bans.Bans, "look", once)
        await until(lambda: failed)
        await shut_out(eve, tmp_path)
        assert await player.until_closed() == 4403


async def test_seats_are_freed_after_a_mistake_and_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one seat cannot be freed the others are, and that one too as soon as it can be."""
    monkeypatch.setattr(ban_enforcer, "_ROUND_SECONDS", 0.01)
    async with open_house(tmp_path) as house:
        ada, eve = await house.guest("Ada"), await house.guest("Eve")
        tables = [await ada.open(seats=3) for _ in range(2)]
        for table in tables:
            await eve.post(f"/tables/{table}/join")

        async def seated() -> list[bool]:
            answers = [await ada.get(f"/tables/{table}") for table in tables]
            return [any(seat["name"] == "Eve" for seat in one["table"]["seats"]) for one in answers]

        stuck = min(tables)
        mistakes = [True]

        def goes_wrong(_: object, __: Lobby, ___: Holder, table: str) -> bool:
            return bool(mistakes) and table == stuck

        failed = mistaken(monkeypatch, Lobby, "leave", goes_wrong)
        await shut_out(eve, tmp_path)
        await house.services.bans.bans.look()
        await until(lambda: len(failed) > 1)
        assert await seated() == [table == stuck for table in tables]
        mistakes.clear()
        async with asyncio.timeout(TIMEOUT):
            while any(await seated()):  # noqa: ASYNC110 - nobody rings
                await asyncio.sleep(0.01)


async def test_a_game_that_cannot_rest_keeps_no_other_awake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a first mistake keep all of them awake for ever."""
    async with open_house(tmp_path, rest_seconds=0.05) as house:
        ada = await house.guest()
        players = [await Player.at(ada, await ada.open(seats=1, solo="easy")) for _ in range(2)]
        first, second = [await house.services.tables.get(player.table["id"]) for player in players]
        failed = mistaken(monkeypatch, Table, "hibernate", lambda _, table: table is first)
        await until(lambda: failed and second.hibernating)
        assert not first.hibernating


async def test_a_review_stays_ours_after_a_mistake(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it could not be said how far it is; it is said the next time, and no other process begins."""
    async with open_house(tmp_path, database_url=postgres.database()) as house:
        ours, others = (ReviewLeases(house.services.store, 1.0) for _ in range(2))
        assert await ours.take("a game")
        async with ours.keep_lease("a game", [0.5]), asyncio.timeout(TIMEOUT):
            failed = mistaken(monkeypatch, Store, "write", lambda failed, _, job, *__: not failed and _is_ours(job))
            while await others.part("a game") != 0.5:  # noqa: ASYNC110 - likewise
                await asyncio.sleep(0.01)
            assert failed
        assert not await others.part("a game")


def _is_ours(job: Callable[..., object]) -> bool:
    """Return whether a job says how far a review is."""
    return job.__module__ == ReviewLeases.__module__
