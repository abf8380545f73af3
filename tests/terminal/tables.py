"""Desks at known moments of games, for the tests of the drawn table."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from codex_naturalis.bots import PlannerBot
from codex_naturalis.programs import shown_to
from codex_naturalis.rules import GameState, Phase, SoloLevel, awaited, options_of
from codex_naturalis.terminal import LocalDesk

D = TypeVar("D", bound=LocalDesk)

__all__ = ["at_moment", "first_choice", "mid_game", "near_end", "solo"]


def solo(seed: str = "drawn") -> LocalDesk:
    """Return a new game against Tybor."""
    return LocalDesk(options_of(1, solo=SoloLevel.EASY), seed=seed, name="Ada")


def three(seed: str = "drawn") -> LocalDesk:
    """Return a new game of three."""
    return LocalDesk(options_of(3), ("planner", "greedy"), seed=seed, name="Ada")


def at_moment(desk: D, moment: Callable[[GameState], bool]) -> D:
    """Let planners play at `desk` until the reader is to act at such a moment, or the game is over."""
    rng = Random(1)
    while seats := awaited(desk.game.state):
        state = desk.game.state
        if desk.viewer in seats and moment(state):
            break
        bot = PlannerBot()
        desk.follow(seats[0], (bot.choose(shown_to(bot, state, seats[0]), rng),))
    return desk


def first_choice() -> LocalDesk:
    """Return a game whose starter card is to be laid."""
    return solo()


def keeping() -> LocalDesk:
    """Return a game in which an objective is to be kept."""
    return at_moment(solo(), lambda state: state.phase is Phase.OBJECTIVE)


def mid_game() -> LocalDesk:
    """Return a game of three in its sixth round."""
    return at_moment(three(), lambda state: state.round == 6 and state.phase is Phase.PLACE)


def near_end() -> LocalDesk:
    """Return a game against Tybor whose end is near."""
    return at_moment(solo(), lambda state: state.last_round is not None and state.phase is Phase.PLACE)


def over() -> LocalDesk:
    """Return a game that is over."""
    return at_moment(three(), lambda _: False)
