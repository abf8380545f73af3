"""PettingZoo's agent-environment cycle: one seat acts at a time, setup choices one after the other."""

from typing import Any, ClassVar, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from codex_naturalis.arrays import ACTIONS, observation_size
from codex_naturalis.arrays.encoding import Bytes, Mask
from codex_naturalis.record import Record
from codex_naturalis.rules import Seat

from .episode import append_record, whole_state
from .rendering import RENDER_MODES, Pixels, render
from .rewards import RewardKind, final_rewards
from .setup import EnvArguments, Setup

__all__ = ["CodexAEC", "agent_names", "deal_name", "observation_space"]


def agent_names(seats: int) -> list[str]:
    """Return the agents of a table: `player_0`, who begins, and so on."""
    return [f"player_{seat}" for seat in range(seats)]


def observation_space(seats: int, actions: int) -> spaces.Dict:
    """Return the space of an observation with its mask."""
    observation = spaces.Box(0, 255, (observation_size(seats),), np.uint8)
    return spaces.Dict({"observation": observation, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def deal_name(chance: np.random.Generator, options: dict[str, Any] | None) -> str:
    """Return the seed of the next deal: `options["deal"]` if it is given, else drawn by chance."""
    given = (options or {}).get("deal")
    return str(int(chance.integers(1 << 62))) if given is None else str(given)


class CodexAEC(AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]  # the library has no types
    """The game as an `AECEnv`, without wrappers.

    Observations are dicts of `observation` (bytes, `observation_layout`) and `action_mask`; the mask of the agent to
    act is in its `infos`, too, with the number of legal actions `beyond` the grid. An illegal action raises
    `IllegalIndexError` and changes nothing. `reset(options={"deal": TEXT})` deals by a text of yours.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "codex_naturalis_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, seats: int = 2, *, level: str | None = None, omniscient: bool = False, **arguments: Unpack[EnvArguments]
    ) -> None:
        """Make a table for `seats`, 1 to 4; one seat plays against Tybor, of `level` (`normal`).

        `omniscient` allows `state()`, which shows hidden cards: for critics used only in training.
        """
        super().__init__()
        self._setup = Setup(seats, level or ("normal" if seats == 1 else None), arguments, RENDER_MODES)
        self._episode = self._setup.episode()
        self._omniscient = omniscient
        self.render_mode: str | None = self._setup.render_mode
        self.possible_agents: list[str] = agent_names(seats)
        self.agents: list[str] = []
        space = observation_space(seats, ACTIONS)
        self.observation_spaces: dict[str, spaces.Dict] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, spaces.Discrete] = {
            agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents
        }
        self._nothing: Mask = np.zeros(ACTIONS, np.int8)
        self._chance, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; the same `seed` gives the same deals one after the other."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self._episode.begin(deal_name(self._chance, options))
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation; the mask is empty unless it is to act."""
        mask = self.infos[agent].get("action_mask", self._nothing) if agent in self.infos else self._nothing
        return {"observation": self._episode.observe(self._seat(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the selected agent's action; raise `IllegalIndexError`, and change nothing, if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        before = self._episode.scores
        self._episode.act(self._seat(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        self._reward(before)
        self.infos = {one: {} for one in self.agents}
        self._ask()
        self._accumulate_rewards()

    def _reward(self, before: tuple[int, ...]) -> None:
        scores, kind = self._episode.scores, self._setup.reward
        gains = [0.0] * len(scores)
        if kind is RewardKind.POINTS:
            gains = [float(now - then) for now, then in zip(scores, before, strict=True)]
        if end := self._episode.outcome:
            final = final_rewards(kind, end.totals, end.winners, end.tybor, scores)
            gains = [gain + last for gain, last in zip(gains, final, strict=True)]
        self.rewards = dict(zip(self.possible_agents, gains, strict=True))

    def _ask(self) -> None:
        """Select the next agent, or end the episode."""
        seat = self._episode.seat
        if seat is None:
            self._end()
            return
        self.agent_selection: str = self.possible_agents[seat]
        mask, beyond = self._episode.mask(seat)
        self.infos[self.agent_selection] = {"action_mask": mask, "beyond": beyond}
        if beyond and not mask.any():
            self.truncations = dict.fromkeys(self.agents, True)

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        outcome = self._episode.outcome
        assert outcome is not None
        for agent in self.agents:
            self.infos[agent] = {"totals": outcome.totals, "winners": outcome.winners}
        if self._setup.records is not None:
            append_record(self.record(), self._setup.records)

    def _seat(self, agent: str) -> Seat:
        return self.possible_agents.index(agent)

    def record(self) -> Record:
        """Return the record of the game so far; `write_record` makes a line of it that the browser opens."""
        return self._episode.record()

    def state(self) -> Bytes:
        """Return everything, hidden cards too; raise `PermissionError` without `omniscient=True`."""
        return whole_state(self._episode, omniscient=self._omniscient)

    def render(self) -> str | Pixels | None:
        """Return the table in the render mode, in characters as the agent to act sees it."""
        return render(self._episode.state(), self._episode.seat or 0, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
