"""Learning environments: PettingZoo `codex_naturalis_v0`, Gymnasium's `CodexNaturalis/Solo-v0` and `Duel-v0`.

Importing this package registers the Gymnasium environments; everything else is loaded on first use. It needs the extra
`rl`.
"""

from typing import TYPE_CHECKING, Final

from codex_naturalis.extras import require as _require
from codex_naturalis.lazy_names import load_lazily as _load_lazily

_require("rl")

from gymnasium import register as _register  # noqa: E402  # this says what to type where it is missing

if TYPE_CHECKING:
    from . import codex_naturalis_v0
    from .aec import CodexAEC
    from .episode import IllegalIndexError
    from .gym import DuelEnv, SoloEnv
    from .parallel import CodexParallel
    from .rewards import RewardKind
    from .vector import DuelVectorEnv, SelfPlayVectorEnv, SoloVectorEnv

__all__ = [
    "CodexAEC",
    "CodexParallel",
    "DuelEnv",
    "DuelVectorEnv",
    "IllegalIndexError",
    "RewardKind",
    "SelfPlayVectorEnv",
    "SoloEnv",
    "SoloVectorEnv",
    "codex_naturalis_v0",
]

_HOMES: Final = {
    "CodexAEC": "aec",
    "CodexParallel": "parallel",
    "DuelEnv": "gym",
    "DuelVectorEnv": "vector",
    "IllegalIndexError": "episode",
    "RewardKind": "rewards",
    "SelfPlayVectorEnv": "vector",
    "SoloEnv": "gym",
    "SoloVectorEnv": "vector",
    "codex_naturalis_v0": None,
}

for _name in ("Solo", "Duel"):
    _register(
        f"CodexNaturalis/{_name}-v0",
        f"codex_naturalis.rl.gym:{_name}Env",
        vector_entry_point=f"codex_naturalis.rl.vector:{_name}VectorEnv",
    )

if not TYPE_CHECKING:
    __getattr__, __dir__ = _load_lazily(__name__, _HOMES)
