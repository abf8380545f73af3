"""Native vector environments: a whole batch steps in one compiled call, opponents and resets included."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from msgspec.structs import asdict
from numpy.typing import NDArray

from codex_naturalis.arrays import ACTIONS, observation_size
from codex_naturalis.arrays.features import CANDIDATES, FEATURES, write_candidates_many
from codex_naturalis.arrays.opponents import NAMES
from codex_naturalis.arrays.records import empty_games, record_of
from codex_naturalis.arrays.stepping import (
    DRAWN,
    FINISHED,
    NEXT_STEP,
    SAME_STEP,
    SELF_PLAY,
    new_slots,
    reset_many,
    step_many,
)
from codex_naturalis.arrays.trace import new_traces
from codex_naturalis.bots.levels import weights_of
from codex_naturalis.kernel.planner.weights import planner_weights_of
from codex_naturalis.record import Record
from codex_naturalis.rules import Seat

from .episode import append_record
from .rewards import RewardKind
from .setup import EnvArguments, Setup

__all__ = ["BUFFERS", "DuelVectorEnv", "SelfPlayVectorEnv", "SoloVectorEnv"]

BUFFERS: Final = ("observations", "action_masks", "rewards", "terminations", "truncations")
"""Names of the arrays that a caller may own."""

_KINDS: Final = tuple(RewardKind)
_MODES: Final = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP}

_Found = tuple[NDArray[np.uint8], dict[str, Any]]
_Stepped = tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class _Batch(VectorEnv[Any, Any, Any]):
    """A batch of games in the kernel.

    `info["action_mask"]` has a row for each environment. Without `buffers` a step returns new arrays; with them it
    writes into the arrays given (`BUFFERS`; those that are missing are made) and returns these. A mask is updated only
    where it differs from the last one, so never modify it. The episodes depend on the seed and on an environment's
    place in the batch, never on the size of the batch or on `threads`.

    With `candidates`, `info["candidates"]` has a table of the legal actions of each environment with their `FEATURES`;
    their indices are in `info["candidate_actions"]`, and how many there are in `info["candidate_counts"]`.
    """

    def __init__(  # noqa: PLR0913  # keywords
        self,
        setup: Setup,
        num_envs: int,
        *,
        own: int,
        opponent: str,
        autoreset_mode: AutoresetMode,
        threads: int,
        buffers: Mapping[str, NDArray[Any]] | None,
        candidates: bool,
    ) -> None:
        if opponent not in NAMES:
            raise ValueError(f"the opponents inside the kernel are {', '.join(NAMES)}, not {opponent}")
        if autoreset_mode not in _MODES:
            raise ValueError("games are dealt in the same or in the next step; there is no other way of resetting")
        seats = setup.options.seats
        self.num_envs: int = num_envs
        self._setup, self._own, self._opponent = setup, own, NAMES[opponent]
        self.metadata: dict[str, AutoresetMode | list[str]] = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.single_observation_space: spaces.Box = spaces.Box(0, 255, (observation_size(seats),), np.uint8)
        self.single_action_space: spaces.Discrete = spaces.Discrete(ACTIONS)
        self.observation_space: spaces.Space[NDArray[np.uint8]] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[NDArray[np.integer[Any]]] = batch_space(self.single_action_space, num_envs)
        self._mode = _MODES[autoreset_mode]
        self._games = empty_games(setup.options, num_envs)
        self._traces = new_traces(num_envs)
        self._finished = np.zeros(num_envs, FINISHED)
        self._copies = buffers is None
        self._arrays = _arrays(num_envs, observation_size(seats), buffers or {})
        self._rewards = np.zeros((num_envs, seats), np.float32)
        self._illegal = np.zeros(num_envs, np.bool_)
        self._last = np.zeros((num_envs, observation_size(seats)), np.uint8)
        self._scratch = np.zeros((threads, 16), np.int16)
        self._planners = [planner_weights_of(asdict(weights_of("planner", solo=False))) for _ in range(threads)]
        bounds = [num_envs * n // threads for n in range(threads + 1)]
        self._ranges = [(at, *pair) for at, pair in enumerate(pairwise(bounds))]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._slots = new_slots(num_envs, 0)
        listed = num_envs if candidates else 0
        self._table = (
            np.zeros((listed, CANDIDATES, len(FEATURES)), np.float32),
            np.zeros((listed, CANDIDATES), np.int16),
            np.zeros(listed, np.int16),
        )
        self._lists = candidates

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> _Found:  # noqa: ARG002
        """Deal a game to each environment; the same `seed` gives the same games."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._slots = new_slots(self.num_envs, int(self.np_random.integers(1 << 31)))
        self._spread(self._reset_some)
        self._illegal[:] = False
        return self._get("observations"), self._info()

    def _reset_some(self, at: int, start: int, stop: int) -> None:
        arrays = self._arrays
        records = (self._games, self._traces, self._slots, self._own, self._opponent)
        reset_many(
            *records, arrays["observations"], arrays["action_masks"], self._planners[at], self._scratch[at], start, stop
        )
        self._list_some(start, stop)

    def _list_some(self, start: int, stop: int) -> None:
        if self._lists:
            write_candidates_many(self._games, self._slots, *self._table, start, stop)

    def step(self, actions: NDArray[np.integer[Any]]) -> _Stepped:
        """Do one action in each environment; an illegal one ends its episode with -1 and `info["illegal"]`."""
        actors = self._slots["observer"].copy()
        self._acts = np.asarray(actions, np.int64)
        if self._acts.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} environments need as many actions, not {self._acts.shape}")
        self._spread(self._step_some)
        self._arrays["rewards"][:] = self._rewards[np.arange(self.num_envs), actors]
        if self._setup.records is not None:
            for record in self.finished_records():
                append_record(record, self._setup.records)
        results = [self._get(name) for name in ("observations", "rewards", "terminations", "truncations")]
        return results[0], results[1], results[2], results[3], self._info()

    def _step_some(self, at: int, start: int, stop: int) -> None:
        arrays = self._arrays
        step_many(
            self._games,
            self._traces,
            self._slots,
            self._finished,
            self._acts,
            self._own,
            self._opponent,
            _KINDS.index(self._setup.reward),
            self._mode,
            arrays["observations"],
            arrays["action_masks"],
            self._rewards,
            arrays["terminations"],
            arrays["truncations"],
            self._illegal,
            self._last,
            self._planners[at],
            self._scratch[at],
            start,
            stop,
        )
        self._list_some(start, stop)

    def _spread(self, work: Any) -> None:  # noqa: ANN401  # a bound method
        """Let each thread do its range of the batch."""
        if self._pool is None:
            work(*self._ranges[0])
        else:
            list(self._pool.map(lambda part: work(*part), self._ranges))

    def _get(self, name: str) -> Any:  # noqa: ANN401  # an array
        return self._arrays[name].copy() if self._copies else self._arrays[name]

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        info: dict[str, Any] = {
            "action_mask": self._get("action_masks"),
            "_action_mask": everywhere,
            "seat": self._slots["observer"].copy(),
            "_seat": everywhere,
            "rewards": self._rewards.copy() if self._copies else self._rewards,
            "_rewards": everywhere,
        }
        if self._lists:
            table = [array.copy() for array in self._table] if self._copies else self._table
            info |= dict(zip(("candidates", "candidate_actions", "candidate_counts"), table, strict=True))
        if self._illegal.any():
            info |= {"illegal": self._illegal.copy(), "_illegal": self._illegal.copy()}
        ended = self._arrays["terminations"] | self._arrays["truncations"]
        if self._mode == SAME_STEP and ended.any():
            info |= {"final_obs": self._last.copy() if self._copies else self._last, "_final_obs": ended}
        return info

    def finished_records(self) -> list[Record]:
        """Return the records of the episodes that the last step ended by the rules."""
        over = np.flatnonzero(self._arrays["terminations"] & ~self._illegal)
        return [self._record(self._finished[row]) for row in over]

    def _record(self, found: Any) -> Record:  # noqa: ANN401  # a record of an array
        played = int(found["actions"])
        return record_of(self._setup.options, int(found["deal"]), found["log"][:played], found["actors"][:played])

    def close_extras(self, **_: Any) -> None:  # noqa: ANN401  # the library's signature
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _arrays(number: int, size: int, given: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the arrays to write into, those of the caller among them; raise `ValueError` if one does not fit."""
    wanted: dict[str, tuple[tuple[int, ...], type]] = {
        "observations": ((number, size), np.uint8),
        "action_masks": ((number, ACTIONS), np.int8),
        "rewards": ((number,), np.float32),
        "terminations": ((number,), np.bool_),
        "truncations": ((number,), np.bool_),
    }
    if strange := set(given) - set(wanted):
        raise ValueError(f"there are no buffers named {', '.join(sorted(strange))}, but {', '.join(BUFFERS)}")
    arrays: dict[str, NDArray[Any]] = {}
    for name, (shape, kind) in wanted.items():
        array = given[name] if name in given else np.zeros(shape, kind)
        if array.shape != shape or array.dtype != kind or not array.flags["C_CONTIGUOUS"]:
            raise ValueError(f"{name} must be C-contiguous, {np.dtype(kind)}, of shape {shape}")
        arrays[name] = array
    return arrays


class SoloVectorEnv(_Batch):
    """Solo games against Tybor: the vector entry point of `CodexNaturalis/Solo-v0`."""

    def __init__(  # keywords
        self,
        num_envs: int = 1,
        level: str = "normal",
        *,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        buffers: Mapping[str, NDArray[Any]] | None = None,
        candidates: bool = False,
        **arguments: Unpack[EnvArguments],
    ) -> None:
        """Play `num_envs` games at `level`."""
        super().__init__(
            Setup(1, level, arguments, ()),
            num_envs,
            own=0,
            opponent="random",
            autoreset_mode=autoreset_mode,
            threads=threads,
            buffers=buffers,
            candidates=candidates,
        )


class DuelVectorEnv(_Batch):
    """Games against bots inside the kernel: the vector entry point of `CodexNaturalis/Duel-v0`."""

    def __init__(  # noqa: PLR0913  # keywords
        self,
        num_envs: int = 1,
        opponent: str = "greedy",
        seats: int = 2,
        seat: Seat | None = None,
        *,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        buffers: Mapping[str, NDArray[Any]] | None = None,
        candidates: bool = False,
        **arguments: Unpack[EnvArguments],
    ) -> None:
        """Play `num_envs` games against `opponent` (`random`, `greedy`, `planner`), from `seat` or each in turn."""
        if seats not in range(2, 5) or seat not in (None, *range(seats)):
            raise ValueError(f"a duel has 2 to 4 seats, and one of them is the own, not {seat} of {seats}")
        super().__init__(
            Setup(seats, None, arguments, ()),
            num_envs,
            own=DRAWN if seat is None else seat,
            opponent=opponent,
            autoreset_mode=autoreset_mode,
            threads=threads,
            buffers=buffers,
            candidates=candidates,
        )


class SelfPlayVectorEnv(_Batch):
    """Games in which every action comes from outside: the observation is always that of the seat to act.

    `info["seat"]` says which seat that is, `info["rewards"]` what the last action brought each seat; the rewards
    returned are those of the seats that have just acted.
    """

    def __init__(  # keywords
        self,
        num_envs: int = 1,
        seats: int = 2,
        *,
        level: str | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        threads: int = 1,
        buffers: Mapping[str, NDArray[Any]] | None = None,
        candidates: bool = False,
        **arguments: Unpack[EnvArguments],
    ) -> None:
        """Play `num_envs` games of `seats` seats."""
        super().__init__(
            Setup(seats, level or ("normal" if seats == 1 else None), arguments, ()),
            num_envs,
            own=SELF_PLAY,
            opponent="random",
            autoreset_mode=autoreset_mode,
            threads=threads,
            buffers=buffers,
            candidates=candidates,
        )
