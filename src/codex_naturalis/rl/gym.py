"""Gymnasium environments of one seat: alone against Tybor, or against bots."""

from collections.abc import Callable
from random import Random
from typing import Any, Final, SupportsFloat, Unpack

import numpy as np
from gymnasium import Env, spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from codex_naturalis.arrays import ACTIONS, observation_size
from codex_naturalis.bots import Bot
from codex_naturalis.programs import ask, bot_at, shown_to
from codex_naturalis.record import Record
from codex_naturalis.rules import Action, GameState, Seat
from codex_naturalis.views import View

from .aec import deal_name, observation_space
from .episode import IllegalIndexError, RulesEpisode, append_record
from .rendering import RENDER_MODES, Pixels, render
from .rewards import ILLEGAL_REWARD, RewardKind, final_rewards
from .setup import EnvArguments, Setup

__all__ = ["DuelEnv", "Opponent", "SoloEnv"]

Opponent = str | Bot | Callable[[View, Random], Action]
"""A bot: its name (`greedy`, `search:200`, `my_bot.py:Class`), an object with `choose`, or a function."""


class _OneSeat(Env[Any, Any]):
    """Environment of one seat; subclasses say who sits in the others."""

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012  # the library declares it so

    def __init__(self, setup: Setup, *, dict_observation: bool) -> None:
        self._setup = setup
        self._episode = setup.episode()
        self._own: Seat = 0
        self._dealt = False
        self._dict = dict_observation
        self._mask: NDArray[np.int8] = np.zeros(ACTIONS, np.int8)
        seats = setup.options.seats
        box = spaces.Box(0, 255, (observation_size(seats),), np.uint8)
        self.observation_space: spaces.Dict | spaces.Box = (
            observation_space(seats, ACTIONS) if dict_observation else box
        )
        self.action_space: spaces.Discrete = spaces.Discrete(ACTIONS)
        self.render_mode: str | None = setup.render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a game, by `options["deal"]` if it is given, and play to the first own decision."""
        super().reset(seed=seed)
        deal = deal_name(self.np_random, options)
        self._episode.begin(deal)
        self._dealt = True
        self._own = self._seat_in(deal)
        self._let_others_play()
        return self._observe()

    def _seat_in(self, deal: str) -> Seat:
        raise NotImplementedError

    def _let_others_play(self) -> None:
        raise NotImplementedError

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Do an action, and let the others play until it is this seat's turn again.

        An illegal action ends the episode with -1 and `info["illegal"]`; the game is as it was. Raises `ResetNeeded`
        before the first `reset`.
        """
        if not self._dealt:
            raise ResetNeeded("call reset before the first step")
        before = self._episode.scores[self._own]
        try:
            self._episode.act(self._own, int(action))
        except IllegalIndexError:
            observation, info = self._observe()
            return observation, ILLEGAL_REWARD, True, False, {**info, "illegal": True}
        self._let_others_play()
        observation, info = self._observe()
        over = self._episode.outcome is not None
        if over and self._setup.records is not None:
            append_record(self.record(), self._setup.records)
        return observation, self._reward(before), over, not over and not self._mask.any(), info

    def _reward(self, before: int) -> float:
        kind, scores = self._setup.reward, self._episode.scores
        gain = float(scores[self._own] - before) if kind is RewardKind.POINTS else 0.0
        if (end := self._episode.outcome) is None:
            return gain
        return gain + final_rewards(kind, end.totals, end.winners, end.tybor, scores)[self._own]

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        self._mask, beyond = self._episode.mask(self._own)
        info: dict[str, Any] = {"action_mask": self._mask, "beyond": beyond, "seat": self._own}
        if end := self._episode.outcome:
            info |= {"totals": end.totals, "winners": end.winners}
        observation = self._episode.observe(self._own)
        return ({"observation": observation, "action_mask": self._mask} if self._dict else observation), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask as MaskablePPO asks for it."""
        return self._mask.astype(np.bool_)

    def record(self) -> Record:
        """Return the record of the game so far; `write_record` makes a line of it that the browser opens."""
        return self._episode.record()

    def state_of_game(self) -> GameState:
        """Return the game as the rules know it, hidden cards too."""
        return self._episode.state()

    def render(self) -> str | Pixels | None:
        """Return the table in the render mode."""
        return render(self._episode.state(), self._own, self.render_mode)


class SoloEnv(_OneSeat):
    """The solo game against Tybor: `CodexNaturalis/Solo-v0`."""

    def __init__(
        self, level: str = "normal", *, dict_observation: bool = False, **arguments: Unpack[EnvArguments]
    ) -> None:
        """Play at `level` (`first`, `gentle`, `easy`, `normal`, `hard`); other arguments as `EnvArguments` says."""
        super().__init__(Setup(1, level, arguments, RENDER_MODES), dict_observation=dict_observation)

    def _seat_in(self, deal: str) -> Seat:  # noqa: ARG002  # there is one
        return 0

    def _let_others_play(self) -> None:
        pass  # Tybor's turn belongs to the action before it


class DuelEnv(_OneSeat):
    """A game against bots: `CodexNaturalis/Duel-v0`."""

    def __init__(
        self,
        opponent: Opponent = "greedy",
        seats: int = 2,
        seat: Seat | None = None,
        *,
        dict_observation: bool = False,
        **arguments: Unpack[EnvArguments],
    ) -> None:
        """Play against `opponent` in all other seats, from `seat`, or from one that each deal gives."""
        super().__init__(Setup(seats, None, arguments, RENDER_MODES), dict_observation=dict_observation)
        if self._setup.engine != "rules":
            raise ValueError("bots are asked by the rules; inside the kernel they play in `DuelVectorEnv`")
        if seats not in _SEVERAL or seat not in (None, *range(seats)):
            raise ValueError(f"a duel has 2 to 4 seats, and one of them is the own, not {seat} of {seats}")
        self._seat = seat
        self._bot: Bot = bot_at(opponent) if isinstance(opponent, str) else _bot_of(opponent)
        self._chances: list[Random] = []

    def _seat_in(self, deal: str) -> Seat:
        seats = self._setup.options.seats
        self._chances = [Random(f"{deal}/{seat}") for seat in range(seats)]
        return Random(f"{deal}/seat").randrange(seats) if self._seat is None else self._seat

    def _let_others_play(self) -> None:
        assert isinstance(self._episode, RulesEpisode)
        while (seat := self._episode.seat) is not None and seat != self._own:
            view = shown_to(self._bot, self._episode.state(), seat)
            self._episode.play(seat, ask(self._bot, view, self._chances[seat]))


_SEVERAL: Final = range(2, 5)


def _bot_of(given: Bot | Callable[[View, Random], Action]) -> Bot:
    return given if isinstance(given, Bot) else _FunctionBot(given)


class _FunctionBot:
    """Bot that is a function."""

    def __init__(self, choose: Callable[[View, Random], Action]) -> None:
        self.choose = choose
