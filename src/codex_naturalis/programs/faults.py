"""Faults of bots: what went wrong with an answer, as a value that machines can count and people can read."""

from enum import StrEnum

from msgspec import Struct

__all__ = ["BotFaultError", "Fault", "FaultKind"]


class FaultKind(StrEnum):
    """Kind of fault; the value is a stable code."""

    ERROR = "error"
    """The bot raised an exception."""

    LATE = "late"
    """No answer within the time limit."""

    ILLEGAL = "illegal"
    """An action that the rules refuse."""

    ALIEN = "alien"
    """Something that is no answer at all."""

    DEAD = "dead"
    """The program ended, or could not be started."""


class BotFaultError(Exception):
    """A bot gave no legal answer in time."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        """Name the `kind` of fault, with a sentence for its author."""
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

    def __str__(self) -> str:
        """Return the kind of fault and its sentence."""
        return f"{self.kind}: {self.detail}"


class Fault(Struct, frozen=True):
    """A fault in one game."""

    bot: int
    """Index of the bot among those that play."""

    seat: int
    version: int
    """Number of actions played before the question."""

    kind: FaultKind
    detail: str
    chance: str
    """Seed of the bot's random choices in this question."""
