"""Bans: a guest or network shut out by the host is refused at every server that shares the database."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from codex_naturalis.server.admin.bans import ban
from tests.server.house import Person, Player, open_house
from tests.several import Cluster


async def test_whoever_is_shut_out_leaves_at_every_server(tmp_path: Path, postgres: Cluster) -> None:
    """By themselves, within seconds; the others see the seat become free."""
    database = postgres.database()
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(open_house(tmp_path, database_url=database)) for _ in range(2)]
        ada, eve = await one.guest("Ada"), await one.guest("Eve")
        table = await ada.open(seats=3)
        await eve.post(f"/tables/{table}/join")
        here, there = await Player.at(eve, table), await Player.at(Person(two, eve.token), table)
        looking = await Player.at(ada, table)
        me = (await eve.get("/guests/me"))["id"]
        await asyncio.to_thread(ban, database, me, "No.", None)
        for player in (here, there):
            assert await player.until_closed() == 4403
        while any(seat["name"] == "Eve" for seat in looking.table["seats"]):
            await looking.hear()
        assert (await Person(two, eve.token).refused("GET", "/guests/me"))["code"] == "guest.banned"
