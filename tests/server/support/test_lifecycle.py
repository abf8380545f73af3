"""Services start after what they need and are closed before it, whatever happens on the way."""

import asyncio

import pytest

from codex_naturalis.server.support.lifecycle import LoopingService, Service, running


class Noting(Service):
    """Writes down when it starts and is closed, and fails where it is told to."""

    def __init__(self, name: str, notes: list[str], *fails: str) -> None:
        self._name = name
        self._notes = notes
        self._fails = fails

    async def start(self) -> None:
        """Start."""
        self._note("start")

    async def close(self) -> None:
        """Close."""
        self._note("close")

    def _note(self, what: str) -> None:
        self._notes.append(f"{what} {self._name}")
        if what in self._fails:
            raise OSError(f"{what} {self._name}")


async def test_services_are_closed_in_the_opposite_order() -> None:
    """So that each finds what it needs from its start to its end."""
    notes: list[str] = []
    async with running([Noting("database", notes), Noting("tables", notes)]):
        notes.append("serve")
    assert notes == ["start database", "start tables", "serve", "close tables", "close database"]


async def test_a_start_that_fails_closes_what_had_begun() -> None:
    """Itself too, halfway as it is; nothing after it is started."""
    notes: list[str] = []
    with pytest.raises(OSError, match="start tables"):
        async with running([Noting("database", notes), Noting("tables", notes, "start"), Noting("bots", notes)]):
            notes.append("serve")
    assert notes == ["start database", "start tables", "close tables", "close database"]


async def test_one_that_fails_to_close_keeps_no_other_from_it() -> None:
    """Its exception is raised once all are closed."""
    notes: list[str] = []
    with pytest.raises(OSError, match="close tables"):
        async with running([Noting("database", notes), Noting("tables", notes, "close"), Noting("bots", notes)]):
            pass
    assert notes[3:] == ["close bots", "close tables", "close database"]


async def test_a_loop_ends_with_its_service() -> None:
    """It runs from the start on, and closing waits until it has ended."""
    notes: list[str] = []

    class Looping(LoopingService):
        async def _run(self) -> None:
            notes.append("runs")
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)
                notes.append("ended")

    async with running([Looping()]):
        await asyncio.sleep(0)
        assert notes == ["runs"]
    assert notes == ["runs", "ended"]
    await Looping().close()  # one that never started
