"""Speed of the learning environments: `python -m benchmarks.environments [--seconds 4] [NAME...]`.

Steps per second of processor time, with random legal actions; choosing them is measured separately and subtracted,
except in the agent-environment cycle, where it is a small part. `threads` compares two threads with one by wall-clock
time, and `import` is the processor time to import `codex_naturalis.rl` in a new process, the best of seven.
"""

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from time import perf_counter, process_time, thread_time
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from codex_naturalis.kernel.chance import below_in, next_state
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import Array
from codex_naturalis.rl import CodexAEC, DuelVectorEnv, SelfPlayVectorEnv, SoloVectorEnv

BATCH = 64
EXACT = 100  # below which numbers are shown with decimals


@njit
def pick(masks: Array, chance: Array, out: Array) -> None:
    """Write a random legal index for each row."""
    x = chance[0]
    for row in range(masks.shape[0]):
        number = 0
        for n in range(masks.shape[1]):
            number += masks[row, n]
        x = next_state(x)
        skip = below_in(x, number)
        for n in range(masks.shape[1]):
            if masks[row, n]:
                if skip == 0:
                    out[row] = n
                    break
                skip -= 1
    chance[0] = x


def cycle(engine: str, seconds: float) -> float:
    """Return the steps per second of the agent-environment cycle, `last()` included."""
    env, rng = CodexAEC(2, engine=engine), np.random.default_rng(1)

    def game(seed: int) -> int:
        env.reset(seed=seed)
        steps = 0
        while env.agents:
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                return steps
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    game(0)
    steps, seed, begun = 0, 0, process_time()
    while (passed := process_time() - begun) < seconds:
        seed += 1
        steps += game(seed)
    return steps / passed


def batch(make: Callable[..., Any], seconds: float, **arguments: int | str) -> float:
    """Return the steps per second of a batch, with observations, masks, rewards, opponents and resets."""
    masks = np.zeros((BATCH, 3760), np.int8)
    env = make(BATCH, autoreset_mode=AutoresetMode.SAME_STEP, buffers={"action_masks": masks}, **arguments)
    env.reset(seed=1)
    acts, chance = np.zeros(BATCH, np.int64), np.array([12345], np.uint64)
    pick(masks, chance, acts)
    env.step(acts)
    best = 0.0
    for _ in range(8):
        stepping, steps, until = 0.0, 0, process_time() + seconds / 8
        while process_time() < until:
            pick(masks, chance, acts)
            begun = thread_time()
            env.step(acts)
            stepping += thread_time() - begun
            steps += BATCH
        best = max(best, steps / stepping)
    return best


def threads(seconds: float) -> float:
    """Return the wall-clock speed-up of two threads over one, with 2,048 environments."""
    fastest = [float("inf")] * 2
    masks = np.zeros((2048, 3760), np.int8)
    acts, chance = np.zeros(2048, np.int64), np.array([12345], np.uint64)
    envs = [SelfPlayVectorEnv(2048, threads=n, buffers={"action_masks": masks}) for n in (1, 2)]
    for env in envs:
        env.reset(seed=1)
    until = perf_counter() + seconds
    while perf_counter() < until:
        for at, env in enumerate(envs):
            env.reset(seed=2)
            for _ in range(6):
                pick(masks, chance, acts)
                begun = perf_counter()
                env.step(acts)
                fastest[at] = min(fastest[at], perf_counter() - begun)
    return fastest[0] / fastest[1]


def imported(_: float) -> float:
    """Return the processor time to import the package in seconds, which other work on the machine does not lengthen."""
    code = "from time import process_time as t; b = t(); import codex_naturalis.rl; print(t() - b)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(7)]
    return min(times)


MEASURES: dict[str, Callable[[float], float]] = {
    "cycle-rules": lambda seconds: cycle("rules", seconds),
    "cycle-kernel": lambda seconds: cycle("kernel", seconds),
    "self-play-2": lambda seconds: batch(SelfPlayVectorEnv, seconds),
    "self-play-4": lambda seconds: batch(SelfPlayVectorEnv, seconds, seats=4),
    "solo": lambda seconds: batch(SoloVectorEnv, seconds),
    "duel-random": lambda seconds: batch(DuelVectorEnv, seconds, opponent="random"),
    "duel-greedy": lambda seconds: batch(DuelVectorEnv, seconds, opponent="greedy"),
    "duel-planner": lambda seconds: batch(DuelVectorEnv, seconds, opponent="planner"),
    "threads": threads,
    "import": imported,
}


def main() -> None:
    """Measure the named items, or all."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(MEASURES), metavar="NAME")
    parser.add_argument("--seconds", type=float, default=4.0)
    asked = parser.parse_args()
    for name in asked.names:
        number = MEASURES[name](asked.seconds)
        print(f"{name:14} {number:>12,.{0 if number >= EXACT else 2}f}", flush=True)


if __name__ == "__main__":
    main()
