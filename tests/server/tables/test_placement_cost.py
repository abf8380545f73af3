"""The way of one placement: how many of our functions it calls, in how many modules, and none that has nothing to do.

    python -m tests.server.tables.test_placement_cost  # prints the figures, and the calls by module

Counted as `sys.setprofile` reports them in the thread that serves: calls of Python functions whose code lies in
`codex_naturalis`, comprehensions too where Python does not inline them, and a coroutine that goes on once more. They
begin with the message of the player and end when she and her opponent, who both look at the table, have been sent what
it led to. The server is in this process, its database is SQLite, and the deal is always the same. Periodic services
stand still meanwhile: no timer that was set before the message expires before all that it led to has been done.
"""

import asyncio
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextvars import Context, copy_context
from functools import cache
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, Final

import pytest

import codex_naturalis
from codex_naturalis.seating import seats
from tests.budgets import Budget
from tests.server.house import House, open_house
from tests.server.tables.test_play import after_setup
from tests.waiting import TIMEOUT

_ROOT: Final = Path(codex_naturalis.__file__).parent
_MOST_CALLS: Final = 280
_MOST_MODULES: Final = 32
_QUIET: Final = 0.25
"""Seconds without any call of ours after which nothing is under way any more."""

_ELSEWHERE: Final = ("server/monitoring/watchdog", "server/monitoring/metrics:Metrics.observe_lag")
"""The clockwork that runs beside: it measures every few milliseconds whether the loop is held."""

_NOTHING_TO_DO: Final = (
    "server/bots/turns",
    "server/cluster/",
    "server/correspondence/",
    "server/lobby/chat",
    "server/notifications/",
    "server/programs/",
    "server/results/",
    "server/sockets/socket_server",
    "server/tables/deadlines",
    "server/tournaments/",
)
"""Services that a placement in an ordinary game does not concern."""


def _name(code: CodeType) -> str:
    return f"{Path(code.co_filename).relative_to(_ROOT).with_suffix('').as_posix()}:{code.co_qualname}"


@cache
def _is_counted(code: CodeType) -> bool:
    return code.co_filename.startswith(str(_ROOT)) and not _name(code).startswith(_ELSEWHERE)


class Timers:
    """The timers of an event loop, of which those that were set before some moment can be held back."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look after all that are set in `loop` from now on."""
        self._loop = loop
        self._call_at = loop.call_at
        self._held_before = -inf
        self._held: list[tuple[Callable[[], None], Context]] = []
        loop.call_at = self._set_timer  # type: ignore[method-assign, assignment]

    def _set_timer(
        self,
        when: float,
        callback: Callable[..., object],
        *values: Any,  # noqa: ANN401 - as the loop has it
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        begun = self._loop.time()

        def expire() -> None:
            if begun < self._held_before:
                self._held.append((expire, copy_context()))
            elif not handle.cancelled():
                callback(*values)

        handle = self._call_at(when, expire, context=context)
        return handle

    def hold(self) -> None:
        """Let none expire that was set until now."""
        self._held_before = self._loop.time()

    def release(self) -> None:
        """Let those expire that were held back."""
        self._held_before = -inf
        held, self._held = self._held, []
        for expire, context in held:
            self._loop.call_soon(expire, context=context)


@pytest.fixture
async def timers() -> Timers:
    """Return the timers of the loop in which the server is going to run."""
    return Timers(asyncio.get_running_loop())


@pytest.fixture
async def house(timers: Timers, tmp_path: Path) -> AsyncIterator[House]:
    """Yield a server whose timers can be held back."""
    assert timers
    async with open_house(tmp_path) as house:
        yield house


async def _until_quiet(calls: Counter[CodeType]) -> None:
    """Wait until no function of ours is called any more."""
    async with asyncio.timeout(TIMEOUT):
        seen = -1
        while seen != calls.total():
            seen = calls.total()
            await asyncio.sleep(_QUIET)


async def _count_calls(house: House, timers: Timers) -> Counter[str]:
    """Lay the first card of a game of two after its setup, and return how often each function was called."""
    _, first, second = await after_setup(house)
    place = next(action for action in first.view["legal"] if action["type"] == "place")
    calls: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and _is_counted(frame.f_code):
            calls[frame.f_code] += 1

    timers.hold()
    sys.setprofile(note)
    try:
        await _until_quiet(calls)
        timers.hold()
        calls.clear()
        await first.act(place)
        while second.version < first.version:
            await second.hear()
        await _until_quiet(calls)
    finally:
        sys.setprofile(None)
        timers.release()
    named = Counter[str]()
    for code, count in calls.items():
        named[_name(code)] += count
    return named


def _modules(calls: Counter[str]) -> Counter[str]:
    found = Counter[str]()
    for name, count in calls.items():
        found[name.partition(":")[0]] += count
    return found


async def test_a_placement_calls_only_what_has_to_do_with_it(
    house: House, timers: Timers, budget: Budget, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way of one placement stays short: each change of it is read by whoever looks for something there."""
    monkeypatch.setattr(secrets, "token_hex", lambda *_: "a placement")
    monkeypatch.setattr(seats, "draw_lot", lambda count: tuple(range(count)))
    calls = await _count_calls(house, timers)
    modules = _modules(calls)
    budget("calls of a placement", calls.total(), _MOST_CALLS, calls.most_common())
    budget("modules of a placement", len(modules), _MOST_MODULES, sorted(modules))
    assert [name for name in calls if name.startswith(_NOTHING_TO_DO)] == []


async def _main() -> None:
    secrets.token_hex = lambda *_: "a placement"
    setattr(seats, "draw_lot", lambda count: tuple(range(count)))  # noqa: B010 - as in the test
    timers = Timers(asyncio.get_running_loop())
    with TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            calls = await _count_calls(house, timers)
    modules = _modules(calls)
    print(f"{calls.total()} calls of {len(calls)} functions in {len(modules)} modules")
    for module, count in sorted(modules.items()):
        print(f"{count:5} {module}")


if __name__ == "__main__":
    asyncio.run(_main())
