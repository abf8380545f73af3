"""Form of appends to a game, and the interface of their writer, which each database implements.

Actions are stored far more often than anything else, so they do not go through SQLAlchemy, which takes a millisecond
for what our own connections do in twenty microseconds: a whole group of them is one transaction of a few statements
(`sqlite_appends`) or of one (`postgres_appends`).
"""

from collections.abc import Collection
from typing import Protocol

from msgspec import Struct

from codex_naturalis.seating import SoloResult

__all__ = ["Append", "Appends", "SoloResult", "VersionConflictError"]


class VersionConflictError(Exception):
    """Optimistic lock: the table has another version or revision than the change follows. Read it again."""


class Append(Struct, frozen=True, gc=False):
    """Addition of one act to a game, stored in one transaction."""

    table: str
    version: int
    """Version before it; the write fails if another one is stored."""

    revision: int
    """Revision of the table before it, which is checked, too; the end of a game increments it."""

    touched: float
    """Time of the act, in seconds since 1970."""

    seat: int
    actions: tuple[str, ...]
    """JSON text of each action, in order."""

    id: str | None = None
    """Idempotency key that the client gave the act; None for bots."""

    payload: str | None = None
    """The client's request under that key, as JSON."""

    clocks: tuple[str | None, float | None] | None = None
    """Clocks after it as JSON, and the next deadline in seconds of served time; None if neither changes."""

    over: bool = False
    """Whether it ends the game, after which no deadline is left."""

    solo: SoloResult | None = None
    """Result to store, if it ends a solo game."""

    bots: bool = False
    """Whether bots are to act next: a shared database then gets a job for them."""

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
    """Writer of appended acts, and the only one: stores those of several tables in one transaction."""

    at_once: int
    """Groups that may be committed at the same time, and beside other jobs; 0 if all are committed in sequence."""

    async def __call__(self, new: list[Append]) -> Collection[str]:
        """Return, once committed, the tables that another process changed first; nothing is stored of their acts.

        Raise `VersionConflictError` if there are some and nothing at all is stored.
        """

    async def close(self) -> None:
        """Close the connections."""
