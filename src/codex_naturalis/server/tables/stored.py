"""Stored tables: one table's data in the database, from a known version on."""

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.rules import Action, Seat
from codex_naturalis.seating import TableData
from codex_naturalis.wire.table import Version

__all__ = ["Answer", "Answers", "Position", "Stored"]


class Answer(Struct, frozen=True, gc=False):
    """Result of a client's act, kept to answer its repetition."""

    payload: str
    version: int


Answers = dict[tuple[Seat, str], Answer]
"""Results of acts, by seat and the client's id of the act."""

Position = tuple[Version, int]
"""Version of a table's game, and its revision, which counts changes of its people."""


class Stored(Struct, frozen=True):
    """Data of one table in the database, from a known version on."""

    data: TableData
    actions: tuple[tuple[Seat, Action], ...]
    """Actions after the known version."""

    answers: Answers
    version: int = 0
    """Number of actions played."""

    after: int = 0
    """Known version."""

    def since(self, version: int) -> "Stored":
        """Return the part after `version`, which may have been reached while this was read."""
        if not self.after < version <= self.version:
            return self
        return replace(self, after=version, actions=self.actions[version - self.after :])

    @property
    def whole(self) -> bool:
        """Return whether no action is missing."""
        return len(self.actions) == self.version - self.after

    @property
    def position(self) -> Position:
        """Return the position: version and revision."""
        return self.version, self.data.revision
