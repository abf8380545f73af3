"""PettingZoo's parallel API: all seats answer at once, those that are not to act with `PASS`."""

from typing import Any, ClassVar, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from codex_naturalis.arrays import ACTIONS, PASS
from codex_naturalis.arrays.encoding import Bytes, Mask
from codex_naturalis.record import Record
from codex_naturalis.rules import Seat

from .aec import agent_names, deal_name, observation_space
from .episode import IllegalIndexError, append_record, whole_state
from .rendering import RENDER_MODES, Pixels, render
from .rewards import ILLEGAL_REWARD, RewardKind, final_rewards
from .setup import EnvArguments, Setup

__all__ = ["CodexParallel"]

_Rewards = dict[str, float]


class CodexParallel(ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # the library has no types
    """The game as a `ParallelEnv` with one action more, `PASS`: the only one of a seat that is not to act.

    In setup all choose at the same time, as at the table. An illegal action ends the episode with -1 for its agent.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "codex_naturalis_v0",
        "render_modes": [*RENDER_MODES],
        "render_fps": 2,
    }

    def __init__(
        self, seats: int = 2, *, level: str | None = None, omniscient: bool = False, **arguments: Unpack[EnvArguments]
    ) -> None:
        """Make a table, as `CodexAEC`."""
        self._setup = Setup(seats, level or ("normal" if seats == 1 else None), arguments, RENDER_MODES)
        self._episode = self._setup.episode()
        self._omniscient = omniscient
        self.render_mode: str | None = self._setup.render_mode
        self.possible_agents: list[str] = agent_names(seats)
        self.agents: list[str] = []
        space = observation_space(seats, ACTIONS + 1)
        self.observation_spaces: dict[str, spaces.Dict] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, spaces.Discrete] = {
            agent: spaces.Discrete(ACTIONS + 1) for agent in self.possible_agents
        }
        self._chance, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Deal a game; return observations and infos."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self._episode.begin(deal_name(self._chance, options))
        self.agents = self.possible_agents[:]
        return self._observations()

    def _observations(self) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        found, infos = {}, {}
        for seat, agent in enumerate(self.possible_agents):
            mask, beyond = self._mask(seat)
            found[agent] = {"observation": self._episode.observe(seat), "action_mask": mask}
            infos[agent] = {"action_mask": mask, "beyond": beyond}
        return found, infos

    def _mask(self, seat: Seat) -> tuple[Mask, int]:
        mask, beyond = np.zeros(ACTIONS + 1, np.int8), 0
        if seat in self._episode.waiting:
            mask[:ACTIONS], beyond = self._episode.mask(seat)
        else:
            mask[PASS] = 1
        return mask, beyond

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, dict[str, Any]], _Rewards, dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the actions of all that must act."""
        before = self._episode.scores
        try:
            self._act({self.possible_agents.index(agent): int(action) for agent, action in actions.items()})
        except _FaultError as fault:
            rewards = dict.fromkeys(self.agents, 0.0)
            rewards[self.possible_agents[fault.seat]] = ILLEGAL_REWARD
            return self._report(rewards, ended=True, cut=False)
        over = self._episode.outcome is not None
        cut = not over and not all(self._mask(seat)[0].any() for seat in self._episode.waiting)
        if over and self._setup.records is not None:
            append_record(self.record(), self._setup.records)
        return self._report(self._rewards(before), ended=over, cut=cut)

    def _act(self, actions: dict[Seat, int]) -> None:
        waiting = self._episode.waiting
        for seat, index in actions.items():
            if seat not in waiting and index != PASS:
                raise _FaultError(seat)
        for seat in waiting:
            try:
                self._episode.act(seat, actions[seat])
            except IllegalIndexError:
                raise _FaultError(seat) from None

    def _rewards(self, before: tuple[int, ...]) -> _Rewards:
        scores, kind = self._episode.scores, self._setup.reward
        gains = [
            float(now - then) if kind is RewardKind.POINTS else 0.0 for now, then in zip(scores, before, strict=True)
        ]
        if end := self._episode.outcome:
            final = final_rewards(kind, end.totals, end.winners, end.tybor, scores)
            gains = [gain + last for gain, last in zip(gains, final, strict=True)]
        return dict(zip(self.possible_agents, gains, strict=True))

    def _report(
        self, rewards: _Rewards, *, ended: bool, cut: bool
    ) -> tuple[dict[str, dict[str, Any]], _Rewards, dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        observations, infos = self._observations()
        terminations, truncations = dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, cut)
        if ended or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def record(self) -> Record:
        """Return the record of the game so far."""
        return self._episode.record()

    def state(self) -> Bytes:
        """Return everything, hidden cards too; raise `PermissionError` without `omniscient=True`."""
        return whole_state(self._episode, omniscient=self._omniscient)

    def render(self) -> str | Pixels | None:
        """Return the table in the render mode, in characters as the first agent to act sees it."""
        return render(self._episode.state(), self._episode.seat or 0, self.render_mode)


class _FaultError(Exception):
    """An illegal action of a seat."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat
