"""An act is written by SQLite's writer or by PostgreSQL's: the rows are the same."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play import Clocks, RealTime
from codex_naturalis.rules import ChooseObjective, Draw, SoloLevel, Source, options_of
from codex_naturalis.seating import Guest, SeatRow, TableData
from codex_naturalis.server.database.appends import Append, SoloResult, VersionConflictError
from codex_naturalis.server.database.engine import Where
from codex_naturalis.server.database.schema import jobs, metadata, tables
from codex_naturalis.server.database.table_rows import action_json, clock_columns
from codex_naturalis.server.database.upgrade import upgrade
from codex_naturalis.server.tables.store import Store
from codex_naturalis.wire.table import SeatKind, TableStage
from tests.several import Cluster

Rows = dict[str, list[dict[str, Any]]]

TABLE = TableData(
    "one", "one", "ada", options_of(2), False, 1.0, (SeatRow(SeatKind.GUEST, "Ada", "ada", None, 1),),  # noqa: FBT003
    TableStage.PLAYING, clock=RealTime(60), revision=3,
)  # fmt: skip
LATER = replace(TABLE, clocks=Clocks.begin(RealTime(60), 2, (0,), 9.0), deadline=88.0)
CLOCKS = clock_columns(LATER)
PLAYED = (action_json(ChooseObjective(87)), action_json(Draw(Source.GOLD_1)))
BOTS_ACT = Append("one", 0, 3, 2.5, 0, PLAYED)
ACT = replace(BOTS_ACT, seat=1, id="act", payload='[{"said": "ä"}]')
WON = SoloResult("ada", SoloLevel.HARD, 31, 17, True, 12)  # noqa: FBT003
MOVED: dict[str, Any] = {"version": 2, "touched": 2.5}
TIMED: dict[str, Any] = {"clocks": CLOCKS[0], "deadline": CLOCKS[1]}
ENDED: dict[str, Any] = {"stage": "over", "revision": 4, "deadline": None}
ACTS = {
    "a bot's": (BOTS_ACT, MOVED),
    "a guest's": (ACT, MOVED),
    "a guest's, with clocks": (replace(ACT, clocks=CLOCKS), MOVED | TIMED),
    "the last": (replace(ACT, over=True), MOVED | ENDED),
    "the last, with clocks": (replace(ACT, over=True, clocks=CLOCKS), MOVED | TIMED | ENDED),
    "the last of a solo game": (replace(ACT, over=True, solo=WON), MOVED | ENDED),
}


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """Return an empty database."""
    if request.param == "sqlite":
        return tmp_path / "rows.db"
    postgres: Cluster = request.getfixturevalue("postgres")
    return postgres.database()


async def opened(place: Where) -> Store:
    """Return a store with one table, which has clocks, and where something is due."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(update(tables).values(clocks="as they were", deadline=55.0))

    await asyncio.to_thread(upgrade, place)
    store = Store(place)
    await store.add_guest(Guest("ada", "Ada"))
    await store.add_table(TABLE)
    await store.write(job)
    return store


async def rows_of(store: Store) -> Rows:
    """Return all that is stored, by table and column."""
    kept = metadata.sorted_tables
    found = await store.read(*(select(table).order_by(*table.primary_key) for table in kept))
    return {table.name: [dict(row._mapping) for row in rows] for table, rows in zip(kept, found, strict=True)}


@pytest.mark.parametrize(("act", "changed"), ACTS.values(), ids=ACTS)
async def test_every_database_keeps_the_same_rows_of_an_act(place: Where, act: Append, changed: dict[str, Any]) -> None:
    """Table, actions, answer and solo result are written, each column of them, and nothing else is touched."""
    store = await opened(place)
    before = await rows_of(store)
    await store.append_actions(act)
    after = await rows_of(store)
    await store.close()
    assert after.pop("tables") == [before.pop("tables")[0] | changed]
    assert after.pop("actions") == [
        {"table_id": "one", "version": version, "seat": act.seat, "action": action}
        for version, action in enumerate(PLAYED, 1)
    ]
    said = {"table_id": "one", "seat": 1, "id": "act", "payload": act.payload, "version": 2}
    assert after.pop("acts") == ([said] if act.id else [])
    result = {"table_id": "one", "ended": 2.5, **msgspec.structs.asdict(WON)}
    assert after.pop("solo_games") == ([result] if act.solo else [])
    assert after == {name: rows for name, rows in before.items() if name in after}


async def test_an_act_that_comes_too_late_leaves_no_row(place: Where) -> None:
    """Neither its actions, nor its answer, a result, or a job for bots."""
    store = await opened(place)
    before = await rows_of(store)
    for late in (replace(ACT, version=1), replace(ACT, revision=2)):
        with pytest.raises(VersionConflictError):
            await store.append_actions(replace(late, over=True, solo=WON, bots=True))
    assert await rows_of(store) == before
    await store.close()


@pytest.mark.parametrize("place", ["postgres"], indirect=True)
async def test_bots_get_a_job_with_the_act_that_calls_them(place: Where) -> None:
    """One row for a table, which counts how often bots were to act; none where they were not."""
    store = await opened(place)
    called: list[bool] = []
    store.on_bots = lambda: called.append(True)
    wanted = []
    for version, bots in enumerate((False, True, True)):
        await store.append_actions(replace(BOTS_ACT, version=version, actions=PLAYED[:1], bots=bots))
        (found,) = await store.read(select(jobs.c.wanted))
        wanted.append([row.wanted for row in found])
    assert wanted == [[], [1], [2]]
    assert len(called) == 2
    await store.close()
