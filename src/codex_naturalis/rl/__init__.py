"""Learning environments: PettingZoo `codex_naturalis_v0`, Gymnasium's `CodexNaturalis/Solo-v0` and `Duel-v0`.

Importing this package registers the Gymnasium environments; everything else is loaded when it is asked for. It needs
the extra `rl`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from codex_naturalis.extras import require as _require

_require("rl")

from gymnasium import register as _register  # noqa: E402  # this says what to type where it is missing

if TYPE_CHECKING:
    from . import codex_naturalis_v0
    from .aec import CodexAEC
    from .episode import IllegalIndex
    from .gym import DuelEnv, SoloEnv
    from .parallel import CodexParallel
    from .rewards import RewardKind

__all__ = ["CodexAEC", "CodexParallel", "DuelEnv", "IllegalIndex", "RewardKind", "SoloEnv", "codex_naturalis_v0"]

_HOMES: Final = {
    "CodexAEC": "aec",
    "CodexParallel": "parallel",
    "DuelEnv": "gym",
    "IllegalIndex": "episode",
    "RewardKind": "rewards",
    "SoloEnv": "gym",
}

_register("CodexNaturalis/Solo-v0", "codex_naturalis.rl.gym:SoloEnv")
_register("CodexNaturalis/Duel-v0", "codex_naturalis.rl.gym:DuelEnv")


def __getattr__(name: str) -> object:
    """Load a public name from the module that has it."""
    if name == "codex_naturalis_v0":
        return import_module(f".{name}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value
