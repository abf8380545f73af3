"""Start-up time and key latency of the drawn table: `python -m benchmarks.terminal`.

Both are measured from outside, at a pseudo-terminal of 120 by 40: from the start of the process to its first picture,
and from a key to the last byte of what it changes, with the longest codex there is, 37 cards and one planned. Nothing
else should run meanwhile.
"""

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import termios
import time
from random import Random

from codex_naturalis.rules import Phase, awaited, legal_actions, options_of
from codex_naturalis.terminal import LocalDesk
from codex_naturalis.words import speech

QUIET = 0.05
"""Seconds without output after which a picture counts as complete."""


CARDS = 37
"""Cards of the longest codex to which one more can be laid, in a game of two: nothing scores, the decks run out."""


def begin(*command: str) -> tuple[int, int]:
    """Start a command in a new terminal; return its process and the terminal."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        os.execv(sys.executable, [sys.executable, *command])  # noqa: S606 - no shell is wanted
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    return pid, terminal


def picture(terminal: int, wanted: bytes = b"") -> tuple[float, int]:
    """Return the time of the last byte of a picture that contains `wanted`, and the number of bytes."""
    received, last = b"", 0.0
    while True:
        ready, _, _ = select.select([terminal], [], [], QUIET if last and wanted in received else 30)
        if not ready:
            return last, len(received)
        received += os.read(terminal, 1 << 16)
        last = time.perf_counter()


def end(pid: int, terminal: int) -> None:
    """End the process."""
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(terminal)


def startup() -> float:
    """Return the seconds from the start of the process to the first picture."""
    begun = time.perf_counter()
    pid, terminal = begin("-m", "codex_naturalis", "table", "--solo", "easy")
    last, _ = picture(terminal, b"Codex Naturalis")
    end(pid, terminal)
    return last - begun


def keys(count: int) -> list[float]:
    """Return the latency of keys in seconds, with the longest codex there is."""
    pid, terminal = begin(__file__, "--show")
    picture(terminal, b"Codex Naturalis")
    took = []
    for key in [b"\r", *([b"\x1b[D", b"\x1b[A", b"\x1b[C", b"\x1b[B", b"f"] * count)]:
        begun = time.perf_counter()
        os.write(terminal, key)
        took.append(picture(terminal)[0] - begun)
    end(pid, terminal)
    return took


def longest() -> LocalDesk:
    """Return a desk with the longest possible codex, laid at random and face down."""
    for seed in range(1000):
        rng, desk = Random(seed), LocalDesk(options_of(2), ("random",), seed=str(seed), name="Ada")
        while not desk.ended:
            state = desk.game.state
            if len(state.seats[desk.viewer].codex.cards) >= CARDS and _to_lay(desk):
                return desk
            [seat, *_] = awaited(state)
            legal = legal_actions(state, seat)
            desk.follow(seat, (rng.choice([one for one in legal if getattr(one, "side", "back") == "back"] or legal),))
    raise SystemExit("no such game")


def _to_lay(desk: LocalDesk) -> bool:
    return desk.game.state.phase is Phase.PLACE and desk.viewer in awaited(desk.game.state)


def main() -> None:
    """Measure, or with --show run the table that is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.show:
        from codex_naturalis.terminal.drawn import TableApp  # noqa: PLC0415 - only the process that is measured

        TableApp(longest(), speech("en"), "lamp").run()
        return
    starts, before = [startup() for _ in range(arguments.runs)], os.times()
    cpu = (before.children_user + before.children_system) / arguments.runs
    print(f"CPU time of a start: {cpu:.2f} s")
    print(f"up after {statistics.median(starts):.2f} s (median of {arguments.runs}), at best {min(starts):.2f} s")
    took = [1000 * one for one in keys(10)]
    print(f"a key: median {statistics.median(took):.1f} ms, 95 % within {sorted(took)[int(0.95 * len(took))]:.1f} ms")


if __name__ == "__main__":
    main()
