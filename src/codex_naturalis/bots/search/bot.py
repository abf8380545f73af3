"""Search bot: determinized Monte-Carlo tree search (ISMCTS with PUCT; `kernel/mcts`) as a player."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from codex_naturalis.extras import require
from codex_naturalis.rules import Action, Phase
from codex_naturalis.views import View

from .budget import MOST, may_roll_out, rolls_out

if TYPE_CHECKING:
    from .search_state import Considered
    from .tree_reuse import ReusableTrees

__all__ = ["LONGEST", "SearchBot", "games_for", "make"]


_FEWER: Final = 2
"""Divisor of the budget for a draw: it has six choices at most, not sixty."""


_MOST_THREADS: Final = 64

LONGEST: Final = 2.0
_LARGEST: Final = 200_000
"""Budget of the strongest opponent for people: `LONGEST` in seconds, this in iterations."""

_PER_SECOND: Final = 40_000
"""Iterations in a second, about, on an idle core."""


class SearchBot:
    """Player by determinized MCTS; it plays the root action that came out best.

    The tree of a placement is kept until its next decision: if that is the draw after it, the search continues from
    there.
    """

    def __init__(self, iterations: int | None = None, seconds: float | None = None, threads: int = 1) -> None:
        """Set the budget of a decision: `iterations` (`games_for` says how many for a draw) or `seconds`."""
        self._iterations = iterations
        self._seconds = seconds
        self._threads = threads
        self._reusable: ReusableTrees | None = None

    @property
    def patient(self) -> bool:
        """Return whether its budget exceeds that of the strongest opponent for people, or it uses several threads."""
        return (self._seconds or 0) > LONGEST or (self._iterations or 0) > _LARGEST or self._threads > 1

    @property
    def expected(self) -> float:
        """Return the expected time for a decision, in seconds."""
        return self._seconds or (self._iterations or 0) / _PER_SECOND

    def is_ready(self, view: View) -> bool:
        """Return whether this machine has compiled what the bot calls in `view`; rollouts are compiled last."""
        from codex_naturalis.kernel import is_compiled  # noqa: PLC0415  # only who asks needs the kernel

        return is_compiled(rollouts=rolls_out(view, self._iterations, self._seconds))

    def choose(self, view: View, rng: Random) -> Action:
        """Return the root action that came out best; raise `MissingExtraError` without the extra `fast`."""
        if len(view.legal) == 1:
            return view.legal[0]
        if self._reusable is None:
            require("fast")
        from .tree_search import ReusableTrees, think  # noqa: PLC0415  # brings the compiler, which only who thinks needs

        games = None if self._iterations is None else games_for(view, self._iterations)
        self._reusable = self._reusable or ReusableTrees()
        seconds, threads = self._seconds, self._threads
        found = think(view, rng, iterations=games, seconds=seconds, threads=threads, reusable=self._reusable)
        return self._choose_action(view, found.considered)

    def _choose_action(self, view: View, considered: "Sequence[Considered]") -> Action:  # noqa: ARG002 - for others
        """Return the root action to play, ranked best first; a bot with preferences may choose differently."""
        return considered[0].action

    def prepare(self, tell: Callable[[float], None] = lambda _: None) -> None:
        """Compile what the bot calls, or load it; `tell` is called with the progress of compiling, 0 to 1.

        Raises `MissingExtraError` without the extra `fast`.
        """
        require("fast")
        from codex_naturalis.kernel import is_compiled  # noqa: PLC0415  # only who prepares needs it
        from codex_naturalis.kernel.warm_up import compile_kernel  # noqa: PLC0415  # likewise

        rollouts = may_roll_out(self._iterations, self._seconds)
        compile_kernel((lambda _: None) if is_compiled(rollouts=rollouts) else tell, rollouts=rollouts)


def games_for(view: View, games: int) -> int:
    """Return the budget in iterations for the decision in `view`, if a placement gets `games`.

    A draw gets half of them; it gets all if rollouts follow, or if the budget is in seconds: then the closeness of the
    best choices matters more than their number.
    """
    return -(-games // _FEWER) if view.phase is Phase.DRAW and not rolls_out(view, games, None) else games


def make(budget: str | None) -> SearchBot:
    """Make the search bot for a budget: `1000` iterations for each decision, `500ms`; raise `ValueError` for others.

    `1000x2` divides the iterations among two threads, `500msx2` lets both think that long.
    """
    text, times, threads = (budget if budget is not None else "1000").partition("x")
    number = text.removesuffix("ms")
    if not number.isdecimal() or not 0 < int(number) <= MOST:
        raise ValueError(f"the budget is a number of imagined games, as 1000, or a time, as 500ms; not {text!r}")
    if times and not (threads.isdecimal() and 0 < int(threads) <= _MOST_THREADS):
        raise ValueError(f"after x comes a number of threads from 1 to {_MOST_THREADS}, as in 1000x2; not {threads!r}")
    many = int(threads) if times else 1
    return SearchBot(None, int(number) / 1000, many) if text.endswith("ms") else SearchBot(int(number), None, many)
