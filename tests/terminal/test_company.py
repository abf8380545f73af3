"""The others at a drawn table of a server: the waiting room, the chat, the clocks."""

import asyncio
from collections.abc import Callable

from textual.pilot import Pilot

from codex_naturalis.client import AsyncServer
from codex_naturalis.play.clock import RealTime
from codex_naturalis.terminal.company import chat_words, time_words
from codex_naturalis.terminal.drawn import TableApp
from codex_naturalis.terminal.drawn.app import TableWidget
from codex_naturalis.terminal.remote import RemoteDesk
from codex_naturalis.wire.socket import Line
from codex_naturalis.words import speech
from tests.e2e.running import Server as RunningServer
from tests.waiting import TIMEOUT

CLOCK = RealTime(300, 10)


def seen(app: TableApp) -> str:
    """Return what is to be read at the table."""
    return str(app.query_one(TableWidget).canvas)


async def until(pilot: Pilot[str | None], state: Callable[[], bool]) -> None:
    """Wait for a state."""
    for _ in range(2000):
        if state():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"it did not come to that:\n{seen(pilot.app)}")  # type: ignore[arg-type]  # our app


async def test_one_waits_talks_and_sees_the_clock(running: RunningServer) -> None:
    """Who sits there and how others join; lines of chat in both directions; the time that is left."""
    async with AsyncServer(running.http, name="Host") as host:
        opened = await host.open(seats=3, clock=CLOCK, colour="green")
        app = TableApp(RemoteDesk.at(opened.invitation, name="Ada"), speech("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Waiting for one more player." in seen(app))
            assert all(text in seen(app) for text in ("1. Host · green", "2. Ada", "3. Free", opened.id))
            await opened.say("Good evening")
            await until(pilot, lambda: "Host: Good evening" in seen(app))
            async with AsyncServer(running.http, name="Bea") as bea:
                await bea.join(opened.invitation)
                await until(pilot, lambda: "(5:00)" in seen(app) or "(4:5" in seen(app))
                await pilot.press("c", *"Hello", "enter", "escape")
                while not any(line.text == "Hello" for line in opened.lines):
                    await asyncio.wait_for(opened.change(), TIMEOUT)
    assert [line.name for line in opened.lines] == ["Host", "Ada"]


async def test_a_clock_may_tick_while_the_program_ends(running: RunningServer) -> None:
    """Nothing is left to paint on, and nobody sees an error instead of the end."""
    async with AsyncServer(running.http, name="Host") as host:
        opened = await host.open(seats=3)
        app = TableApp(RemoteDesk.at(opened.invitation, name="Ada"), speech("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Waiting" in seen(app))
            await app.query_one(TableWidget).remove()
            app.paint()


def test_what_is_said_cannot_move_the_cursor() -> None:
    """Escapes and line ends of others are shown as spaces."""
    line = Line(1, "a", "p", "Ada", 0, 0.0, "one\x1b[2Jtwo\nthree", None)
    assert chat_words(speech("en"), line) == "Ada: one [2Jtwo three"


def test_time_is_told_in_the_unit_that_matters() -> None:
    """Seconds, hours or days; no clock shows less than nothing."""
    said = [time_words(speech("fr"), seconds) for seconds in (-3, 65.9, 3725, 200_000)]
    assert said == ["0:00", "1:05", "1:02:05", "2 jours"]
