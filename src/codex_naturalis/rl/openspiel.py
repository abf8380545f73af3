"""OpenSpiel: importing this module registers `python_codex_naturalis(seats=2)`; it needs `pip install open_spiel`.

Other parameters are the edition and the house rules, by their names: `python_codex_naturalis(seats=3,preset=fr)`.

The deal is decided by two chance nodes of 1,024 outcomes each, so a game is one of 1,048,576 deals and everything after
them is deterministic: histories can be replayed, serialized and cloned. Actions are those of `arrays.actions`; the few
placements beyond its grid are left out. Utilities are those of `RewardKind.WIN`: their sum is 0.
"""

from copy import deepcopy
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from codex_naturalis.arrays import ACTIONS, action_at, observation_size
from codex_naturalis.arrays.encoding import parts_of
from codex_naturalis.record import action_text
from codex_naturalis.rules import HOUSE_RULES, GameOptions

from .kernel_episode import KernelEpisode
from .rewards import RewardKind, final_rewards
from .setup import rules_of

__all__ = ["CodexSpielGame", "CodexSpielState"]

_HALF: Final = 1024
"""Outcomes of each of the two chance nodes."""

_LONGEST: Final = 170
"""Actions of the longest game: 2 of chance, 8 in setup, 80 cards laid, 80 drawn."""

_MOST_SEATS: Final = 4

_TYPE: Final = pyspiel.GameType(
    short_name="python_codex_naturalis",
    long_name="Python Codex Naturalis",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_MOST_SEATS,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"seats": 2, "preset": "en", **dict.fromkeys(HOUSE_RULES, "")},
)


class CodexSpielGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """The game of two to four seats."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raise `ValueError` for a word that is no edition, or no answer to a house rule."""
        given: Any = params or {}
        self.seats: int = int(given.get("seats", 2))
        self.options: GameOptions = rules_of(self.seats, None, given)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=_HALF,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "CodexSpielState":
        """Return a game before its deal."""
        return CodexSpielState(self)

    def make_py_observer(self, _type: object = None, _params: object = None) -> "_Observer":
        """Return an observer: the arrays of `arrays.encoding`, whatever the parameters."""
        return _Observer(self.seats)


class CodexSpielState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """A moment of a game."""

    def __init__(self, game: CodexSpielGame) -> None:
        super().__init__(game)
        self.seats: int = game.seats
        self.options: GameOptions = game.options
        self.chances: list[int] = []
        self.episode: KernelEpisode | None = None

    def current_player(self) -> int:
        """Return the seat to act, or the library's numbers for chance and for the end."""
        if self.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.episode.seat
        if seat is None or not self.episode.mask(seat)[0].any():
            return int(pyspiel.PlayerId.TERMINAL)
        return seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return half of the numbers that decide the deal."""
        return [(outcome, 1.0 / _HALF) for outcome in range(_HALF)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.episode is not None
        found: list[int] = np.flatnonzero(self.episode.mask(player)[0]).tolist()
        return found

    def _apply_action(self, action: int) -> None:
        if self.episode is not None:
            self.episode.act(self.current_player(), action)
            return
        self.chances.append(action)
        if len(self.chances) == 2:  # noqa: PLR2004  # both halves
            self.episode = KernelEpisode(self.options)
            self.episode.begin(f"openspiel/{self.chances[0]}/{self.chances[1]}")

    def _action_to_string(self, player: int, action: int) -> str:
        if self.episode is None:
            return f"half a deal: {action}"
        state = self.episode.state()
        return action_text(player, action_at(action, state.seats[player].hand, state.deal.seats[player].objectives))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Return the utilities; 0 for all while the game goes on."""
        end = self.episode.outcome if self.episode else None
        if end is None:
            return [0.0] * self.seats
        return [*final_rewards(RewardKind.WIN, end.totals, end.winners, None, end.totals)]

    def __deepcopy__(self, memo: dict[int, object]) -> "CodexSpielState":
        copy = CodexSpielState(self.get_game())
        copy.chances, copy.episode = [*self.chances], deepcopy(self.episode, memo)
        return copy

    def __str__(self) -> str:
        """Return the history in words."""
        if self.episode is None:
            return " ".join(map(str, self.chances))
        return "; ".join((*map(str, self.chances), *self.episode.record().actions))


class _Observer:
    """Observer of the library: a tensor of what a seat knows, its parts by name, and a text of them."""

    def __init__(self, seats: int) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(observation_size(seats), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = parts_of(self.tensor, seats)

    def set_from(self, state: CodexSpielState, player: int) -> None:
        """Write what `player` knows; nothing before the deal."""
        self.tensor[:] = 0 if state.episode is None else state.episode.observe(player)

    def string_from(self, state: CodexSpielState, player: int) -> str:
        """Return what `player` knows, as hexadecimal digits."""
        return "" if state.episode is None else state.episode.observe(player).tobytes().hex()


pyspiel.register_game(_TYPE, CodexSpielGame)
