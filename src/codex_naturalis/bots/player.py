"""Interface of a bot, and the error for an unknown one."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from codex_naturalis.rules import Action
from codex_naturalis.views import View

__all__ = ["Bot", "Picking", "Preparing", "UnknownBotError", "without_budget"]


@runtime_checkable
class Bot(Protocol):
    """Player for any number of seats and games; a memory of one question is used only for a question that it fits."""

    def choose(self, view: View, rng: Random) -> Action:
        """Return one of `view.legal`, which is not empty; the same question in the same game gets the same answer."""


@runtime_checkable
class Preparing(Protocol):
    """Bot with a slow warm-up before its first game; without it, its first answer is late."""

    def prepare(self, tell: Callable[[float], None]) -> None:
        """Warm up, calling `tell` with the progress, 0 to 1."""


@runtime_checkable
class Picking(Protocol):
    """Bot that looks only at the legal actions: an arena makes it no view, which would cost more than a turn."""

    def pick(self, legal: Sequence[Action], rng: Random) -> Action:
        """Return one of `legal`: the one that `choose` returns for a view with these."""


class UnknownBotError(ValueError):
    """No bot has this name, or the bot does not take this budget."""


def without_budget(budget: str | None) -> None:
    """Refuse a budget, for bots that take none, with `ValueError`."""
    if budget is not None:
        raise ValueError("this bot takes no budget")
