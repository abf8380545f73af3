"""Hints: the three best turns, what they are worth, and why."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from codex_naturalis.bots.planner.bot import rank_actions
from codex_naturalis.extras import require
from codex_naturalis.judgements.teacher import HINT, Advice, Budget, Hint
from codex_naturalis.views import View

from .reasons import Reasons

if TYPE_CHECKING:
    from .turn_evaluation import Judged

__all__ = ["advice", "hint", "planner_hint"]

_SHOWN: Final = 3
_AS_GOOD: Final = 0.5
"""Points of the planner's evaluation within which two actions are equally good."""


def hint(view: View, seed: str, budget: Budget = HINT, tell: Callable[[float], None] = lambda _: None) -> Hint:
    """Return advice for the player of `view`, who is to act; it depends only on the view.

    `tell` is called with the progress, 0 to 1. Raises `MissingExtraError` without the extra `fast`.
    """
    require("fast")
    from .turn_evaluation import judge_turns  # noqa: PLC0415 - brings the compiler, which only who judges needs

    reasons = Reasons(view)
    return Hint(tuple(advice(reasons, judged) for judged in judge_turns(view, seed, budget, on_progress=tell).best))


def planner_hint(view: View) -> Hint:
    """Return what the planner would do, best first: it evaluates each action once, and imagines no game.

    It advises one action at a time, needs no compiled kernel, and takes milliseconds.
    """
    ranked, reasons = rank_actions(view)[:_SHOWN], Reasons(view)
    best = ranked[0][0]
    return Hint(
        tuple(
            Advice((action,), None, best - value, best - value < _AS_GOOD, reasons.why((action,)))
            for value, action in ranked
        )
    )


def advice(reasons: Reasons, judged: "Judged") -> Advice:
    """Return a turn as advice, with the reasons for it."""
    return Advice(judged.turn, judged.worth, max(0.0, judged.points), judged.as_good, reasons.why(judged.turn))
