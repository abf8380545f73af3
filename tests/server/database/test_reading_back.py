"""A read that follows a write of the same request is patient: what it shows is stored, and not to be told as failed."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from codex_naturalis.wire.errors import Code, ProblemError
from tests.server.house import House
from tests.several import on_both

ONE = text("select 1")


@on_both
async def test_it_is_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are told at once that the database does not answer."""
    store, failing = house.services.store, 3
    reads = store._reads

    async def read(*asked: Any) -> Any:  # noqa: ANN401 - as the database answers
        nonlocal failing
        failing -= 1
        if failing >= 0:
            raise OperationalError("select 1", {}, OSError("gone"))
        return await reads(*asked)

    async def read_only() -> None:
        await store.read(ONE)

    async def write_and_read() -> list[Any]:
        await store.write(lambda connection: connection.execute(ONE))
        return [tuple(row) for row in (await store.read(ONE))[0]]

    monkeypatch.setattr(store, "_reads", read)
    with pytest.raises(ProblemError) as refused:
        await asyncio.create_task(read_only())
    assert refused.value.code is Code.STORAGE_FAILED
    assert await asyncio.create_task(write_and_read()) == [(1,)]
    monkeypatch.undo()
