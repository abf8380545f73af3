"""A small form of `python -m tests.attacks`: what attacks cost the server, and what becomes of whom they are for.

Bystanders' times say little on a busy machine, so here the server's own CPU and memory are looked at, and outcomes.
"""

import asyncio
from collections.abc import Iterator

import pytest

from tests.attacks import heads, people, sockets, thinking
from tests.attacks.scene import Attack, Memory, Outcome, Scene
from tests.timing import within

ATTACKS = {attack.name: attack for attack in (*sockets.ATTACKS, *thinking.ATTACKS, *people.ATTACKS, *heads.ATTACKS)}
MEBIBYTE = 1 << 20


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Run a server for the attacks that leave nothing behind, each a quarter of its size."""
    usual = Attack("", "", sockets.empty_fragments, {"password_memory": 1})
    running = Scene(tmp_path_factory.mktemp("attacked"), usual, 0.25)
    try:
        running.start(control=False)
        yield running
    finally:
        running.stop()


def attacked(scene: Scene, name: str) -> tuple[Outcome, float, int]:
    """Return what became of an attack, the CPU seconds it cost the server, and how many bytes more it had at most."""
    assert scene.server.process
    attack = ATTACKS[name]
    if attack.before:
        asyncio.run(attack.before(scene))
    memory, before = Memory(scene.server.process.pid), scene.cpu_seconds()
    start = memory.most()
    outcome = asyncio.run(attack.run(scene))
    found = outcome, scene.cpu_seconds() - before, memory.most() - start
    memory.close()
    return found


@pytest.mark.timing
@pytest.mark.parametrize("name", ["H1", "H1b", "H2", "R25", "M3", "M3b"])
def test_what_breaks_the_limits_costs_little(scene: Scene, name: str) -> None:
    """Fragments, unread pongs, watchers that read nothing, endless heads, fat headers."""
    outcome, cpu, more = attacked(scene, name)
    assert outcome.held, outcome
    assert more < 40 * MEBIBYTE, outcome
    assert cpu < within(2.5), outcome


@pytest.mark.parametrize("name", ["H3", "H3b", "M1", "M8"])
def test_no_attacker_takes_what_is_anothers(scene: Scene, name: str) -> None:
    """A place at one's own table, the way into one's account, a row in the lobby."""
    outcome, *_ = attacked(scene, name)
    assert outcome.held, outcome
