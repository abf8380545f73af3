"""Hints: the three best turns, what they are worth, and why."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from codex_naturalis.extras import require
from codex_naturalis.views import View

from .reasons import why
from .values import HINT, Advice, Budget, Hint

if TYPE_CHECKING:
    from .turn_evaluation import Judged

__all__ = ["advice", "hint"]


def hint(view: View, seed: str, budget: Budget = HINT, tell: Callable[[float], None] = lambda _: None) -> Hint:
    """Return advice for the player of `view`, who is to act; it rests on nothing but the view.

    `tell` is called with the progress, 0 to 1. Raises `MissingExtraError` without the extra `fast`.
    """
    require("fast")
    from .turn_evaluation import judge_turns  # noqa: PLC0415 - brings the compiler, which only who judges needs

    return Hint(tuple(advice(view, judged) for judged in judge_turns(view, seed, budget, tell=tell).best))


def advice(view: View, judged: "Judged") -> Advice:
    """Return a turn as advice, with the reasons for it."""
    return Advice(judged.turn, judged.worth, max(0.0, judged.points), judged.as_good, why(view, judged.turn))
