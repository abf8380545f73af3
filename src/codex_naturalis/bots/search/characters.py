"""Search bot with a character: among actions that are about as good as the best, it takes the one it likes most."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from codex_naturalis.rules import Action
from codex_naturalis.views import View

from .bot import SearchBot
from .preferences import Preference

if TYPE_CHECKING:
    from .search_state import Considered

__all__ = ["PreferenceBot"]

_COST: Final = 0.03
"""Reward, 0 to 1, that an action may lack of the best one: about one and a half standard errors of a comparison at
8,000 iterations, and the teacher's `CLOSE` and a half."""

_PER_POINT: Final = 0.02
"""Reward that a point of preference is worth: below it the search has the last word."""

_TRIED: Final = 4
"""Divisor of the visits of the best action: actions dropped earlier are not known well enough."""


class PreferenceBot(SearchBot):
    """Player by determinized MCTS with preferences."""

    def __init__(self, preference: Preference, iterations: int) -> None:
        """Search with a budget of `iterations` for a placement."""
        super().__init__(iterations=iterations)
        self._preference = preference

    def _choose_action(self, view: View, considered: "Sequence[Considered]") -> Action:
        """Return the most liked action among those that lack little of the best."""
        best = considered[0]
        close = [
            one
            for one in considered
            if _TRIED * one.visits >= best.visits and one.result >= best.result - _COST and one.action in view.legal
        ]
        if len(close) <= 1:
            return best.action
        preferences = dict(zip(view.legal, self._preference(view), strict=True))
        return max(close, key=lambda one: one.result + _PER_POINT * preferences[one.action]).action
