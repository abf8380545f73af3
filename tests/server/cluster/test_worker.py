"""A process that only works: it lets bots act for servers that do not, and costs little while nothing happens."""

import asyncio
from pathlib import Path

import pytest

from codex_naturalis.server.cluster import worker as working
from codex_naturalis.server.support.settings import Settings
from codex_naturalis.server.tables.registry import Tables
from codex_naturalis.server.tables.services import TablesServices, assemble_tables
from tests.server.house import Json, Player, open_house
from tests.several import Cluster
from tests.waiting import until, until_set


async def test_games_rest_where_bots_have_acted(
    tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker comes by many tables, and keeps none of their games awake while people think."""
    kept: list[Tables] = []

    def assemble(settings: Settings) -> TablesServices:
        services = assemble_tables(settings)
        kept.append(services.tables)
        return services

    monkeypatch.setattr(working, "assemble_tables", assemble)
    shared: dict[str, Json] = {"database_url": postgres.database(), "rest_seconds": 0.05, "bot_delay": 0.0}
    ready = asyncio.Event()
    worker = asyncio.create_task(working._work(Settings(tmp_path / "worker", **shared), ready.set))
    async with open_house(tmp_path / "server", bot_workers=0, **shared) as house:
        await until_set(ready, "the worker works")
        ada = await house.guest("Ada")
        player = await Player.at(ada, await ada.open(seats=2, bots=["random"]))
        while player.version < 1:
            await player.hear()
        there = kept[0].find_in_memory(player.table["id"])
        assert there
        await until(lambda: there.hibernating)
    worker.cancel()
    await asyncio.wait({worker})
    assert worker.cancelled()
