"""A hint: the three best turns, what they are worth, and why."""

from msgspec import Struct

from codex_naturalis.views import View

from .judging import HINT, Budget, Judged, Worth, judge_turns
from .reasons import Why, why
from .worlds import Turn

__all__ = ["Advice", "Hint", "advice", "hint"]


class Advice(Struct, frozen=True):
    """One turn that may be taken."""

    turn: Turn
    """A placement and a draw, or a single action."""

    worth: Worth
    behind: float
    """How many points of the margin it is expected to lack of the first one."""

    why: Why | None
    """None for choices of setup and for a draw alone."""


class Hint(Struct, frozen=True):
    """Advice for whoever is to act, the best first."""

    turns: tuple[Advice, ...]


def hint(view: View, seed: str, budget: Budget = HINT) -> Hint:
    """Return advice for whoever sees `view` and is to act; it rests on nothing but the view."""
    return Hint(tuple(advice(view, judged) for judged in judge_turns(view, seed, budget).best))


def advice(view: View, judged: Judged) -> Advice:
    """Return a turn as advice, with the reasons for it."""
    return Advice(judged.turn, judged.worth, judged.points, why(view, judged.turn))
