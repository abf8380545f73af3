"""Refusals: a stable reason for machines, facts for translated texts.

Exception tree::

    IllegalAction        an action the rules refuse; carries a `Refusal`
    InvalidDealError     a deal that no box of the game could produce (a `ValueError`)
    InvalidOptionsError  options that no new game may have (a `ValueError`)
    CodeError            a text that is no position (a `ValueError`, in `position/cursor.py`)
"""

from collections import defaultdict
from enum import StrEnum
from functools import partial
from typing import Final

from msgspec import Struct

__all__ = ["Fact", "IllegalAction", "InvalidDealError", "InvalidOptionsError", "Reason", "Refusal"]

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

    def __hash__(self) -> int:
        """Return a hash of both."""
        return hash((self.reason, frozenset(self.facts.items())))


_SENTENCES: Final = {
    Reason.NO_SUCH_SEAT: "there is no seat {seat}",
    Reason.GAME_OVER: "the game is over",
    Reason.WRONG_PHASE: "the game waits for something else: {phase}",
    Reason.NOT_YOUR_TURN: "it is the turn of seat {turn}",
    Reason.ALREADY_CHOSEN: "this seat has chosen already",
    Reason.NOT_OFFERED: "objective {card} was not offered to this seat",
    Reason.NOT_IN_HAND: "card {card} is not in the hand",
    Reason.CELL_TAKEN: "a card lies on {cell} already",
    Reason.NOT_ADJACENT: "{cell} touches no card of the codex",
    Reason.HIDDEN_CORNER: "the card on {of} has no corner towards {cell}",
    Reason.COST_NOT_MET: "the cost is not met: {need} {symbol} symbols must be visible, and {have} are",
    Reason.SOURCE_EMPTY: "nothing is left at {source}",
}
"""English sentence for each reason, for programmers; players read the locale files' texts."""


class IllegalAction(Exception):
    """An action that the rules refuse; nothing has changed."""

    def __init__(self, reason: Reason, **facts: Fact) -> None:
        """Explain the refusal by `reason` and the `facts` its sentence needs."""
        super().__init__(reason.value, facts)
        self.refusal: Refusal = Refusal(reason, facts)
        self.index = 0
        """Number of actions played before it, if it is one of several that `follow` plays."""

    def __str__(self) -> str:
        """Return the reason as code and as sentence."""
        facts = defaultdict(lambda: "?", {name: str(fact) for name, fact in self.refusal.facts.items()})
        return f"{self.reason.value}: {_SENTENCES[self.reason].format_map(facts)}"

    def __reduce__(self) -> tuple[object, ...]:
        """Let a worker process send it (`pickle`), and let it be copied."""
        return partial(type(self), self.reason, **self.facts), (), vars(self)

    @property
    def reason(self) -> Reason:
        """Return the stable reason."""
        return self.refusal.reason

    @property
    def facts(self) -> dict[str, Fact]:
        """Return what the sentence about it names: the card, the cell, what is missing."""
        return self.refusal.facts


class InvalidDealError(ValueError):
    """A deal that no box of the game could produce."""


class InvalidOptionsError(ValueError):
    """Options that no new game may have."""
