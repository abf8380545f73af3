"""Refusals: a stable reason for machines, facts for words elsewhere.

Exception tree::

    IllegalAction   an action the rules refuse; carries a `Refusal`
    InvalidDeal     a deal that no box of the game could produce (a `ValueError`)
    InvalidOptions  options that no new game may have (a `ValueError`)
"""

from enum import StrEnum

from msgspec import Struct

__all__ = ["Fact", "IllegalAction", "InvalidDeal", "InvalidOptions", "Reason", "Refusal"]

Fact = str | int | tuple[int, ...]
"""Value that a sentence about a refusal may name."""


class Reason(StrEnum):
    """Reason why an action is refused; the value is the wire code and the translation key."""

    NO_SUCH_SEAT = "illegal.no_such_seat"
    GAME_OVER = "illegal.game_over"
    WRONG_PHASE = "illegal.wrong_phase"
    NOT_YOUR_TURN = "illegal.not_your_turn"
    ALREADY_CHOSEN = "illegal.already_chosen"
    NOT_OFFERED = "illegal.not_offered"
    NOT_IN_HAND = "illegal.not_in_hand"
    CELL_TAKEN = "illegal.cell_taken"
    NOT_ADJACENT = "illegal.not_adjacent"
    HIDDEN_CORNER = "illegal.hidden_corner"
    COST_NOT_MET = "illegal.cost_not_met"
    SOURCE_EMPTY = "illegal.source_empty"


class Refusal(Struct, frozen=True, gc=False):
    """A reason with the facts that explain it, as a value."""

    reason: Reason
    facts: dict[str, Fact] = {}


class IllegalAction(Exception):  # noqa: N818  # reads as the sentence it is
    """An action that the rules refuse; nothing has changed."""

    def __init__(self, reason: Reason, **facts: Fact) -> None:
        """Explain the refusal by `reason` and the `facts` its sentence needs."""
        super().__init__(reason.value, facts)
        self.refusal = Refusal(reason, facts)
        self.index = 0
        """Number of actions played before it, if it is one of several that `follow` plays."""

    def __str__(self) -> str:
        """Return the reason and the facts, as in `illegal.cost_not_met (symbol=fungi, need=3, have=1)`."""
        facts = ", ".join(f"{name}={value}" for name, value in self.refusal.facts.items())
        return f"{self.reason} ({facts})" if facts else str(self.reason)

    @property
    def reason(self) -> Reason:
        """Return the stable reason."""
        return self.refusal.reason


class InvalidDeal(ValueError):  # noqa: N818  # reads as the sentence it is
    """A deal that no box of the game could produce."""


class InvalidOptions(ValueError):  # noqa: N818  # reads as the sentence it is
    """Options that no game may have which begins now."""
