"""Questions that come at the same time are asked as one, and answered each for itself."""

import asyncio
from collections.abc import Sequence

import pytest

from codex_naturalis.server.database.reads import Batcher
from codex_naturalis.wire.errors import Code, ProblemError
from tests.waiting import until


class Shelf:
    """Where things are looked up, one look at a time."""

    def __init__(self) -> None:
        self.looks: list[list[str]] = []
        self.things = {"a": 1, "b": 2}
        self.open = asyncio.Event()
        self.open.set()

    async def look(self, keys: Sequence[str]) -> dict[str, int]:
        """Return what is there now, as soon as the shelf is open."""
        self.looks.append(sorted(keys))
        found = {key: self.things[key] for key in keys if key in self.things}
        await self.open.wait()
        if "broken" in keys:
            raise ProblemError(Code.STORAGE_FAILED)
        return found


async def test_many_ask_as_one() -> None:
    """Two who want to know the same, and one who asks for what is not there."""
    shelf = Shelf()
    together = Batcher(shelf.look)
    assert await asyncio.gather(*map(together.get, "abca")) == [1, 2, None, 1]
    assert shelf.looks == [["a", "b", "c"]]
    assert await together.get("a") == 1


async def test_nobody_is_told_what_was_read_before_they_asked() -> None:
    """A caller that asks while an answer is on its way gets what has changed meanwhile."""
    shelf = Shelf()
    together = Batcher(shelf.look)
    shelf.open.clear()
    early = asyncio.create_task(together.get("a"))
    await until(lambda: shelf.looks)
    shelf.things["a"] = 3
    late = asyncio.create_task(together.get("a"))
    await asyncio.sleep(0)
    shelf.open.set()
    assert (await early, await late) == (1, 3)


async def test_a_failure_is_everybodys_and_ends_nothing() -> None:
    """Also when one of those who asked has gone."""
    shelf = Shelf()
    together = Batcher(shelf.look)
    gone, left = asyncio.create_task(together.get("broken")), asyncio.create_task(together.get("a"))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(ProblemError):
        await left
    assert await together.get("b") == 2
