"""An act is written by SQLAlchemy or by the short way of its database: the rows are the same."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Clocks, RealTime
from codex_naturalis.rules import ChooseObjective, Draw, Source, options_of
from codex_naturalis.server.database.engine import Where
from codex_naturalis.server.database.schema import metadata
from codex_naturalis.server.database.upgrade import upgrade
from codex_naturalis.server.tables import store as stores
from codex_naturalis.server.tables.data import Guest, SeatRow, TableData
from codex_naturalis.server.tables.store import Appended, Store
from codex_naturalis.server.wire.table import SeatKind, TableStage
from tests.several import Cluster

Rows = dict[str, list[dict[str, Any]]]

TABLE = TableData(
    "one", "one", "ada", options_of(2), False, 1.0, (SeatRow(SeatKind.GUEST, "Ada", "ada", None, 1),),  # noqa: FBT003
    TableStage.PLAYING, clock=RealTime(60), revision=3,
)  # fmt: skip
LATER = replace(TABLE, clocks=Clocks.begun(RealTime(60), 2, (0,), 9.0), deadline=88.0)
PLAYED = (ChooseObjective(87), Draw(Source.GOLD_1))
ACTS = {
    "a guest's, with clocks": (Appended("one", 0, 3, 1, PLAYED, "act", timed=LATER), '[{"said": "ä"}]'),
    "a bot's, without": (Appended("one", 0, 3, 0, PLAYED), None),
}


TIMED = {"version", "touched", "clocks", "deadline"}


@pytest.fixture(params=["sqlite", "postgres"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Where, Where]:
    """Return two empty databases of a kind."""
    if request.param == "sqlite":
        return tmp_path / "short.db", tmp_path / "long.db"
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.database(), postgres.database()


async def rows_of(store: Store) -> Rows:
    """Return all that is stored, by table and column."""
    kept = metadata.sorted_tables
    found = await store.read(*(select(table).order_by(*table.primary_key) for table in kept))
    return {table.name: [dict(row._mapping) for row in rows] for table, rows in zip(kept, found, strict=True)}


async def written(place: Where, act: tuple[Appended, str | None], *, short: bool) -> tuple[Rows, Rows]:
    """Return what is stored before an act is written down one way, and a second later after it."""
    new, payload = act

    async def job(connection: AsyncConnection) -> None:
        await stores._append(connection, new, payload)

    await asyncio.to_thread(upgrade, place)
    store = Store(place)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(store.served), "now", lambda _: 7.0)
        patch.setattr(stores, "time", SimpleNamespace(time=lambda: 1.5))
        await store.add_guest(Guest("ada", "Ada"))
        await store.add_table(TABLE)
        before = await rows_of(store)
        patch.setattr(stores, "time", SimpleNamespace(time=lambda: 2.5))
        await (store.append_quickly(stores._quick(new, payload)) if short else store.write(job))
    after = await rows_of(store)
    await store.close()
    return before, after


def changed(before: Rows, after: Rows) -> set[str]:
    """Return the columns of the table in which the two differ."""
    (old,), (new,) = before["tables"], after["tables"]
    return {name for name in old if old[name] != new[name]}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
async def test_every_way_to_write_an_act_leaves_the_same_rows(
    places: tuple[Where, Where], act: tuple[Appended, str | None], tmp_path: Path
) -> None:
    """No column is left out, nor written otherwise, by SQLAlchemy or by the short way of either database."""
    new, payload = act
    before, after = await written(tmp_path / "model.db", act, short=False)
    assert changed(before, after) == (TIMED if new.timed else {"version", "touched"})
    assert [(row["version"], row["seat"]) for row in after["actions"]] == [(1, new.seat), (2, new.seat)]
    assert [row["payload"] for row in after["acts"]] == ([payload] if new.id else [])
    assert await written(places[0], act, short=True) == (before, after)
    assert await written(places[1], act, short=False) == (before, after)
