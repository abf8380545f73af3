"""The watchdog of the event loop sees who holds it, and for how long."""

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from structlog.testing import capture_logs

from codex_naturalis.server.monitoring import watchdog as watchdogs
from codex_naturalis.server.monitoring.watchdog import Watchdog
from tests.server.house import open_house
from tests.waiting import until


def hold_everybody_up(seconds: float) -> None:
    """Block the event loop."""
    time.sleep(seconds)


def compute(seconds: float) -> None:
    """Do a lot meanwhile."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


@asynccontextmanager
async def watched() -> AsyncIterator[tuple[list[float], list[Any]]]:
    """Watch this loop; give the lags and the lines of the log."""
    lags: list[float] = []
    watchdog = Watchdog(lags.append)
    with capture_logs() as lines:
        await watchdog.start()
        try:
            yield lags, lines
        finally:
            await watchdog.close()


def line_of(lines: list[Any], function: str) -> Any:  # noqa: ANN401 - a line of the log
    """Return the line that names a function, if there is one."""
    return next((line for line in lines if any(function in place for place in line["at"])), None)


@pytest.mark.parametrize("hold", [hold_everybody_up, compute])
async def test_what_holds_the_loop_is_named(hold: Any) -> None:  # noqa: ANN401 - one of the two
    """With its stack, and how long it took, asleep or at work; everything else waited as long."""
    async with watched() as (lags, lines):
        await until(lambda: lags)
        hold(1.0)  # of which a busy machine may take some before the probe is sent
        await until(lambda: line_of(lines, hold.__name__))
        line = line_of(lines, hold.__name__)
        assert (line["event"], line["log_level"]) == ("loop held", "warning")
        assert line["seconds"] > 0.3
        assert line["at"][-1].startswith("monitoring/test_watchdog.py:")
        assert max(lags) > 0.3


async def test_a_loop_that_is_free_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Probe after probe is answered, and nothing is logged."""
    monkeypatch.setattr(watchdogs, "_HELD", 20.0)
    async with watched() as (lags, lines):
        await until(lambda: len(lags) > 5)
        assert not lines


async def test_a_loop_that_is_held_all_the_time_fills_no_disk() -> None:
    """One line a second is enough."""
    async with watched() as (_, lines):
        began = time.monotonic()
        for _ in range(8):
            compute(0.1)
            await asyncio.sleep(0.03)
        assert len(lines) <= time.monotonic() - began + 1


async def test_the_lag_is_measured(tmp_path: Path) -> None:
    """Of a running server, for clients that may read its metrics."""
    async with open_house(tmp_path) as house:
        hold_everybody_up(1.0)  # of which a busy machine may take some before the probe is sent
        await asyncio.sleep(0.1)
        text = (await house.http.get("/metrics")).text
    measured = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(measured["codex_event_loop_lag_max_seconds"]) > 0.2
    assert float(measured["codex_event_loop_lag_seconds_count"]) >= 1


def test_no_garbage_is_collected_while_the_stacks_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A finalizer that runs within that call can stop all threads for ever; afterwards it is collected as before."""
    seen: list[bool] = []

    def frames() -> dict[int, FrameType]:
        seen.append(gc.isenabled())
        return {}

    monkeypatch.setattr(sys, "_current_frames", frames)
    assert watchdogs._frames() == {}
    assert (seen, gc.isenabled()) == ([False], True)
