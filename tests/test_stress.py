"""`make stress` chooses the tests that a change touches, and lets what they start stand still for a moment."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.parts import Server
from tests.waiting import look_until
from tools import stress
from tools.stress import Stalls, descendants, touched_tests

PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; print('runs', flush=True); time.sleep(600)"])
child.wait()
"""


@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ("tests/e2e/test_chat.py", {"tests/e2e/test_chat.py"}),
        ("tests/e2e/overlap.py", {"tests/e2e/test_overlap.py"}),
        ("frontend/src/replay/Replay.svelte", {"tests/e2e/test_replay.py"}),
        ("src/codex_naturalis/server/database/sqlite.py", {"tests/faults/test_power.py"}),
        ("docs/index.md", set[str]()),
    ],
)
def test_what_a_change_touches_is_run(changed: str, touched: set[str]) -> None:
    """A test itself, who imports a part of it, who has its name, and who shows a guarantee that rests on it."""
    found = touched_tests([changed])
    assert touched <= set(found)
    assert len(found) < 20


def test_the_tests_of_a_folder_need_its_conftest() -> None:
    """All of them are run if it changes."""
    found = touched_tests(["tests/faults/conftest.py"])
    assert {Path(name).parent.as_posix() for name in found} == {"tests/faults"}
    assert len(found) > 5


@pytest.fixture
def family() -> Iterator[set[int]]:
    """Run a process and its child, which do nothing, and yield their ids."""
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:  # noqa: S603 - ours
        assert parent.stdout
        assert parent.stdout.readline() == "runs\n"
        pids = {parent.pid, *descendants(parent.pid)}
        yield pids
        for pid in pids:
            os.kill(pid, signal.SIGKILL)


def stopped(pids: set[int]) -> set[int]:
    """Return which processes stand still."""
    return {pid for pid in pids if stress.state(pid) == "T"}


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_processes_stand_still_and_go_on(family: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is stopped at some time, none while a test freezes one, and in the end all run."""
    monkeypatch.setattr(stress, "PAUSE", (0.0, 0.01))
    monkeypatch.setattr(stress, "STALL", (0.02, 0.05))
    monkeypatch.setattr(stress, "descendants", lambda _: iter(family))
    stalls, seen = Stalls(), set[int]()
    stalls.start()
    while seen != family:
        look_until(lambda: stopped(family))
        seen |= stopped(family)
    found: list[set[int]] = []
    freeze = stalls.apart(lambda _: found.append(stopped(family)))
    for _ in range(20):
        freeze(Server("none", Path()))
    stalls.stop()
    assert len(family) == 2
    assert found == [set()] * 20
    assert stopped(family) == set()
