"""The form of what is appended to a game, and the interface of what writes it: one writer for each database.

Actions are stored far more often than anything else. So they do not go through SQLAlchemy, which takes a millisecond to
say what our own connections say in twenty microseconds: a whole group of them is one transaction and a few statements
(`sqlite_appends`) or one (`postgres_appends`).
"""

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from codex_naturalis.rules import SoloLevel

__all__ = ["Append", "Appends", "SoloResult", "VersionConflict"]


class VersionConflict(Exception):  # noqa: N818  # reads as the sentence it is
    """Optimistic lock: the table is at another version or revision than the change follows. Look again."""


class SoloResult(Struct, frozen=True, gc=False):
    """Result of a finished solo game, as it is kept for the guest who played it."""

    guest: str
    level: SoloLevel
    points: int
    tybor: int
    won: bool


class Append(Struct, frozen=True, gc=False):
    """What one act adds to a game: all that is stored of it, in one transaction."""

    table: str
    version: int
    """Version before it: the write fails unless it is the one that is stored."""

    revision: int
    """Revision of the table's people before it, which is checked as well; an end makes it one more."""

    touched: float
    """When it was played, in seconds since 1970."""

    seat: int
    actions: tuple[str, ...]
    """JSON text of each action, in order."""

    id: str | None = None
    """Idempotency key that the client gave the act; None for bots."""

    payload: str | None = None
    """What the client asked for under that key, as JSON."""

    clocks: tuple[str | None, float | None] | None = None
    """Clocks after it as JSON, and the next deadline in seconds of served time; None if it changes neither."""

    over: bool = False
    """Whether it ends the game: then nothing falls due any more."""

    solo: SoloResult | None = None
    """Result to keep, if it ends a solo game."""

    bots: bool = False
    """Whether bots are to act next: a database of several processes keeps a job for the first that is free."""

    @property
    def last(self) -> int:
        """Return the version after it."""
        return self.version + len(self.actions)

    def rows(self) -> list[tuple[str, int, int, str]]:
        """Return the rows of its actions: table, version, seat and JSON."""
        return [
            (self.table, version, self.seat, action) for version, action in enumerate(self.actions, self.version + 1)
        ]


class Appends(Protocol):
    """Writer of appended actions: stores those of several tables in one transaction. The only way they are stored."""

    at_once: int
    """Groups that may be on their way at the same time, and beside whatever else is stored; 0 if it is one by one."""

    async def __call__(self, new: list[Append]) -> Collection[str]:
        """Return, when it is safe, the tables that another process changed first: nothing of these is stored.

        Raise `VersionConflict` if there are some, and nothing is stored at all.
        """

    async def close(self) -> None:
        """Let go of the database."""
