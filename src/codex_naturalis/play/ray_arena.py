"""Distributed arena: games as tasks of a Ray cluster, the same games as on one machine."""

import os
from collections import deque
from collections.abc import Callable, Generator
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, Final

from codex_naturalis.extras import require

from .arena import Arena, ArenaGame, BotFailedError, get_ready, play_one

__all__ = ["play_across"]

_AHEAD: Final = 2
"""Tasks in flight for each processor, so that none has to wait for work."""

_TRIES: Final = 5
"""Maximum number of retries of a task whose machine went away."""

_QUIET: Final = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
_ALONE: Final = {"RAY_AUTH_MODE": "disabled"}
"""Environment of a local cluster: no authentication, as it accepts no connections from others."""


def play_across(
    arena: Arena, processes: int | None = None, on_progress: Callable[[str, float], None] = lambda _, __: None
) -> Generator[ArenaGame, None, None]:
    """Play all games on the Ray cluster at `RAY_ADDRESS`, or on a local one, and yield them in order.

    `processes` of them run at the same time, by default one for each processor of the cluster. Games of a lost machine
    are played again elsewhere. Bots warm up here first, as in `play_arena`, and in every process. Raises
    `MissingExtraError` and `UnknownBotError` at once, and `BotFailedError`.
    """
    require("ray")
    ray = import_module("ray")
    get_ready(arena, on_progress)
    return _play(ray, arena, processes)


def _play(ray: Any, arena: Arena, processes: int | None) -> Generator[ArenaGame, None, None]:  # noqa: ANN401
    _begin(ray, processes)
    try:
        at_once = processes or max(1, int(ray.cluster_resources().get("CPU", 1)))
        chunk = max(1, min(8, arena.games // (4 * at_once)))
        play = ray.remote(max_retries=_TRIES)(_play_some)
        starts = iter(range(0, arena.games, chunk))
        waiting = deque(play.remote(arena, start, chunk) for start in islice(starts, _AHEAD * at_once))
        while waiting:
            yield from _answer(ray, waiting.popleft())
            waiting.extend(play.remote(arena, start, chunk) for start in islice(starts, 1))
    finally:
        ray.shutdown()


def _begin(ray: Any, processes: int | None) -> None:  # noqa: ANN401  # a module that may not be there
    quiet = {"include_dashboard": False, "logging_level": "ERROR", "log_to_driver": False}
    address = os.environ.get("RAY_ADDRESS")
    for name, value in {**_QUIET, **({} if address else _ALONE)}.items():
        os.environ.setdefault(name, value)
    if address:
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    else:
        ray.init(address="local", num_cpus=processes or os.cpu_count(), _node_ip_address="127.0.0.1", **quiet)


def _answer(ray: Any, task: object) -> list[ArenaGame]:  # noqa: ANN401
    try:
        games: list[ArenaGame] = ray.get(task)
    except ray.exceptions.RayTaskError as failed:
        if isinstance(failed.cause, BotFailedError):
            raise failed.cause from None
        raise
    return games


def _play_some(arena: Arena, start: int, number: int) -> list[ArenaGame]:
    _get_ready_once(arena)
    return [play_one(arena, game) for game in range(start, min(start + number, arena.games))]


@cache
def _get_ready_once(arena: Arena) -> None:
    """Let all bots get ready, once in each process: another machine may not have compiled the kernel yet."""
    get_ready(arena)
