"""The way of one placement: how many of our functions it calls, in how many modules, and none that has nothing to do.

    python -m tests.server.tables.test_placement_cost  # prints the figures, and the calls by module

Counted as `sys.setprofile` reports them in the thread that serves: calls of Python functions whose code lies in
`codex_naturalis`, comprehensions too where Python does not inline them, and a coroutine that goes on once more. They
begin with the message of the player and end when she and her opponent, who both look at the table, have been sent what
it led to. The server is in this process, its database is SQLite, and the deal is always the same.
"""

import asyncio
import secrets
import sys
from collections import Counter
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Final

import pytest

import codex_naturalis
from tests.server.house import House, open_house
from tests.server.tables.test_play import after_setup

_ROOT: Final = Path(codex_naturalis.__file__).parent
_MOST_CALLS: Final = 280
_MOST_MODULES: Final = 30
_SETTLED: Final = 0.3
"""Seconds within which all that a placement leads to has happened."""

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


async def _count_calls(house: House) -> Counter[str]:
    """Lay the first card of a game of two after its setup, and return how often each function was called."""
    _, first, second = await after_setup(house)
    place = next(action for action in first.view["legal"] if action["type"] == "place")
    calls: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(_ROOT)):
            calls[frame.f_code] += 1

    await asyncio.sleep(_SETTLED)
    sys.setprofile(note)
    try:
        await first.act(place)
        await asyncio.sleep(_SETTLED)
    finally:
        sys.setprofile(None)
    await second.hear()
    assert second.version == first.version
    named = Counter[str]()
    for code, count in calls.items():
        if not _name(code).startswith(_ELSEWHERE):
            named[_name(code)] += count
    return named


def _modules(calls: Counter[str]) -> Counter[str]:
    found = Counter[str]()
    for name, count in calls.items():
        found[name.partition(":")[0]] += count
    return found


async def test_a_placement_calls_only_what_has_to_do_with_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of one placement stays short: each change of it is read by whoever looks for something there."""
    monkeypatch.setattr(secrets, "token_hex", lambda *_: "a placement")
    monkeypatch.setattr(SystemRandom, "shuffle", lambda *_: None)
    calls = await _count_calls(house)
    modules = _modules(calls)
    assert calls.total() <= _MOST_CALLS, calls.most_common()
    assert len(modules) <= _MOST_MODULES, sorted(modules)
    assert [name for name in calls if name.startswith(_NOTHING_TO_DO)] == []


async def _main() -> None:
    secrets.token_hex = lambda *_: "a placement"
    SystemRandom.shuffle = lambda *_: None  # type: ignore[method-assign]
    with TemporaryDirectory() as folder:
        async with open_house(Path(folder)) as house:
            calls = await _count_calls(house)
    modules = _modules(calls)
    print(f"{calls.total()} calls of {len(calls)} functions in {len(modules)} modules")
    for module, count in sorted(modules.items()):
        print(f"{count:5} {module}")


if __name__ == "__main__":
    asyncio.run(_main())
