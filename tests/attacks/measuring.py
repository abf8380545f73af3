"""What bystanders noticed of an attack: their times and the server's memory, calm and under attack, and a verdict."""

import asyncio
import os
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from msgspec import Struct

from benchmarks.ahead import go_ahead

from .bystander import Bystanders, Taken
from .scene import Attack, Memory, Outcome, Scene

__all__ = ["P99_MS", "RATIO", "Row", "Times", "measured", "table"]

P99_MS: Final = 100.0
"""What bystanders' times stay under, 99 of 100 of them, in milliseconds."""

RATIO: Final = 1.5
"""How many times its memory the server may have under attack."""

_NICE: Final = 10
"""How much the attacker gives way to servers and bystanders: elsewhere it would have a machine of its own."""

_ATTACKER: Final = -8
"""Of the attacker's session, where others have 0 and the servers -15 (`go_ahead`)."""

_LONGEST: Final = 240.0
"""Seconds after which an attack is given up."""


class Times(Struct, frozen=True):
    """Milliseconds: in the middle, of all but one in a hundred, and at most."""

    p50: float
    p99: float
    most: float

    @classmethod
    def of(cls, taken: Sequence[Taken], what: str, since: float, until: float) -> "Times":
        """Return the times of what began between two moments."""
        found = sorted(1000 * one.seconds for one in taken if one.what == what and since <= one.began <= until)
        if not found:
            return cls(0.0, 0.0, 0.0)
        return cls(*(round(value, 1) for value in (found[len(found) // 2], found[len(found) * 99 // 100], found[-1])))

    def __str__(self) -> str:
        """Return them as the table has them."""
        return f"{self.p50:.0f} / {self.p99:.0f} / {self.most:.0f}"


class Row(Struct, frozen=True):
    """What was found of one attack."""

    name: str
    says: str
    through: str
    seconds: float
    outcome: Outcome
    http_calm: Times
    http: Times
    acts_calm: Times
    acts: Times
    control: Times
    memory_calm: float
    """Megabytes, at most."""

    memory: float
    cpu_seconds: float
    """That the server took while it was attacked."""

    @property
    def ratio(self) -> float:
        """Return how many times the memory there was."""
        return self.memory / self.memory_calm

    @property
    def noticed(self) -> bool:
        """Return whether bystanders waited."""
        return max(self.http.p99, self.acts.p99) >= P99_MS

    @property
    def verdict(self) -> str:
        """Return which bars were missed; that the machine was busy if the control server was slow, too."""
        faults = [] if self.outcome.held else ["outcome"]
        faults += ["memory"] if self.ratio >= RATIO else []
        if self.noticed:
            faults.append("p99" if self.control.p99 < P99_MS / 2 else "p99 (busy machine)")
        return "not held: " + ", ".join(faults) if faults else "held"


def measured(attack: Attack, size: float, calm: float, *, nginx: bool, ahead: bool = False) -> Row:
    """Run an attack on a server of its own; with `ahead` all of it goes before other work on the machine."""
    with tempfile.TemporaryDirectory(prefix="codex-") as folder:
        Path(folder).chmod(0o755)  # for nginx
        scene = Scene(Path(folder), attack, size, nginx=nginx)
        try:
            scene.start()
            return _watched(scene, attack, calm, ahead=ahead)
        finally:
            scene.stop()


def _watched(scene: Scene, attack: Attack, calm: float, *, ahead: bool) -> Row:
    assert scene.server.process
    bystanders = Bystanders(scene.port, scene.control.port)
    bystanders.start()
    if ahead:
        _go_ahead()
    memory = Memory(scene.server.process.pid)
    first = time.perf_counter()
    if attack.before:
        asyncio.run(attack.before(scene))
    time.sleep(calm)
    begun, before, cpu = time.perf_counter(), memory.most(), scene.cpu_seconds()
    with ThreadPoolExecutor(1) as aside:
        outcome = aside.submit(_attacked, attack, scene).result()
    lasted = time.perf_counter() - begun
    time.sleep(attack.after)
    after, ended, cpu = memory.most(), time.perf_counter(), scene.cpu_seconds() - cpu
    memory.close()
    taken = bystanders.taken()
    times = [Times.of(taken, what, *when) for what in ("http", "acts") for when in ((first, begun), (begun, ended))]
    http_calm, http, acts_calm, acts = times
    control = Times.of(taken, "control", begun, ended)
    through = "nginx" if scene.nginx else "directly"
    return Row(
        attack.name,
        attack.says,
        through,
        round(lasted, 1),
        outcome,
        http_calm=http_calm,
        http=http,
        acts_calm=acts_calm,
        acts=acts,
        control=control,
        memory_calm=round(before / 2**20, 1),
        memory=round(after / 2**20, 1),
        cpu_seconds=round(cpu, 2),
    )


def _go_ahead() -> None:
    """Put servers and bystanders before other work on the machine, and the attacker between."""
    if not go_ahead():
        raise PermissionError("going ahead of others is not allowed here")
    Path("/proc/self/autogroup").write_text(str(_ATTACKER))


def _attacked(attack: Attack, scene: Scene) -> Outcome:
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)  # of this thread alone, on Linux
    try:
        return asyncio.run(asyncio.wait_for(attack.run(scene), _LONGEST))
    except TimeoutError:
        return Outcome("not done", f"given up after {_LONGEST:.0f} s", held=False)


_HEAD: Final = (
    "attack",
    "what was done",
    "what became of it",
    "others' HTTP calm → attacked, ms",
    "others' acts calm → attacked, ms",
    "a server beside",
    "memory, MB",
    "verdict",
)


def table(rows: Sequence[Row]) -> str:
    """Return rows as a table in Markdown; times are those of half, of 99 in 100, and the longest."""
    lines = [f"| {' | '.join(_HEAD)} |", f"|{' --- |' * len(_HEAD)}"]
    lines += [f"| {' | '.join(_cells(row))} |" for row in rows]
    return "\n".join(lines)


def _cells(row: Row) -> tuple[str, ...]:
    outcome = row.outcome
    became = f"{outcome.became}; {outcome.harm}" if outcome.harm else outcome.became
    return (
        f"{row.name}: {row.says}",
        f"{outcome.did} ({row.seconds:.0f} s)",
        became,
        f"{row.http_calm} → {row.http}",
        f"{row.acts_calm} → {row.acts}",
        str(row.control),
        f"{row.memory_calm:.0f} → {row.memory:.0f} ({row.ratio:.2f} times)",
        row.verdict,
    )
