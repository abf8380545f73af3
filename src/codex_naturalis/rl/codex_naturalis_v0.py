"""The PettingZoo environment by its conventional names: `env`, `raw_env`, `parallel_env`."""

from typing import Any, Unpack

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .aec import CodexAEC
from .parallel import CodexParallel
from .rewards import ILLEGAL_REWARD
from .setup import EnvArguments

__all__ = ["env", "parallel_env", "raw_env"]

raw_env = CodexAEC
parallel_env = CodexParallel


def env(
    seats: int = 2, *, level: str | None = None, omniscient: bool = False, **arguments: Unpack[EnvArguments]
) -> AECEnv[Any, Any, Any]:
    """Return `raw_env` in PettingZoo's usual wrappers: an illegal action ends the episode with -1 for its agent."""
    raw = CodexAEC(seats, level=level, omniscient=omniscient, **arguments)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))
