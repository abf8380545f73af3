"""Faults of bots: what went wrong with an answer, as a value that machines can count and people can read."""

from enum import StrEnum
from pathlib import Path
from traceback import extract_tb, format_exception

from msgspec import Struct

__all__ = ["BotFaultError", "Fault", "FaultKind", "describe_error", "format_error"]


class FaultKind(StrEnum):
    """Kind of fault; the value is a stable code."""

    ERROR = "error"
    """The bot raised an exception."""

    LATE = "late"
    """No answer within the time limit."""

    ILLEGAL = "illegal"
    """An action that the rules refuse."""

    MALFORMED = "malformed"
    """Something that is no answer at all."""

    DEAD = "dead"
    """The program ended, or could not be started."""


class BotFaultError(Exception):
    """A bot gave no legal answer in time."""

    def __init__(self, kind: FaultKind, detail: str, traceback: str = "") -> None:
        """Name the `kind` of fault, with a sentence for its author, and the traceback if it was an exception."""
        super().__init__(kind, detail, traceback)
        self.kind = kind
        self.detail = detail
        self.traceback = traceback

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


def format_error(error: BaseException) -> str:
    """Return the traceback of what a bot raised, for its author."""
    return "".join(format_exception(error))


def describe_error(error: BaseException) -> str:
    """Return what a bot raised, and where: the last line of the traceback."""
    frames = extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{error!r}{where}"
