"""What a bot is, and what is said when there is none of that name."""

from collections.abc import Callable
from random import Random
from typing import Protocol, runtime_checkable

from codex_naturalis.rules import Action
from codex_naturalis.views import View

__all__ = ["Bot", "Preparing", "UnknownBot", "without_budget"]


@runtime_checkable
class Bot(Protocol):
    """A player, of any number of seats and games: what it may remember of one question, it uses only where it fits."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return one of `view.legal`, which is not empty; asked the same in the same game, always the same one."""


@runtime_checkable
class Preparing(Protocol):
    """A bot that does better to get ready before its first game; it manages without, only later."""

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Get ready, telling which part of it is done, from 0 to 1."""


class UnknownBot(ValueError):  # noqa: N818  # reads as the sentence it is
    """No bot has this name, or it does not take this budget."""


def without_budget(budget: str | None) -> None:
    """Refuse a budget, for bots that have none."""
    if budget is not None:
        raise ValueError("this bot takes no budget")
