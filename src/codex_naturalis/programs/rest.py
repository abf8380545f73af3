"""Rest of a turn that a bot answered at once: the draw that follows a placement."""

from collections.abc import Sequence

from codex_naturalis.rules import Action
from codex_naturalis.views import View

__all__ = ["RestOfTurn"]


class RestOfTurn:
    """Actions answered ahead."""

    def __init__(self) -> None:
        """Begin with none."""
        self._actions: Sequence[Action] = ()

    def keep(self, actions: Sequence[Action]) -> None:
        """Keep `actions` for the next question."""
        self._actions = actions

    def take(self, view: View) -> Action | None:
        """Return the action kept for this question; None, and keep nothing, if there is none that is legal now."""
        actions, self._actions = self._actions, ()
        return actions[0] if actions and actions[0] in view.legal else None
