"""Solo games of one guest: totals for each level, and a page of results."""

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import astuple

from codex_naturalis.rules import SoloLevel
from codex_naturalis.wire.table import SoloGame, SoloHistory, SoloTally

__all__ = ["PAGE", "FinishedSolo", "solo_history"]

PAGE: Final = 20
"""Games per page."""


class FinishedSolo(Protocol):
    """Finished solo game, as a row of a database or a value."""

    @property
    def table_id(self) -> str:
        """Return the id of its table."""

    @property
    def level(self) -> str:
        """Return Tybor's level."""

    @property
    def ended(self) -> float:
        """Return when it ended, in seconds since 1970."""

    @property
    def points(self) -> int:
        """Return the guest's points."""

    @property
    def tybor(self) -> int:
        """Return Tybor's points."""

    @property
    def won(self) -> bool:
        """Return whether the guest won."""


class _Counted(Struct):
    """Totals at one level, over games added oldest first."""

    played: int = 0
    won: int = 0
    best: int | None = None
    """Largest winning margin."""

    streak: int = 0
    longest: int = 0

    def add(self, margin: int, *, won: bool) -> bool:
        """Add a game; return whether it was won by a larger margin than every win before it, if there was one."""
        self.played += 1
        self.streak = self.streak + 1 if won else 0
        self.longest = max(self.longest, self.streak)
        if not won:
            return False
        before, self.won = self.best, self.won + 1
        self.best = margin if before is None else max(before, margin)
        return before is not None and margin > before


def solo_history(rows: Sequence[FinishedSolo], before: str | None) -> SoloHistory:
    """Return a page of games and the totals, before the game at the table `before`; `rows` are oldest first."""
    counted = {level.value: _Counted() for level in SoloLevel}
    bests: list[bool] = []
    last = len(rows)
    for index, row in enumerate(rows):
        bests.append(counted[row.level].add(row.points - row.tybor, won=row.won))
        if row.table_id == before:
            last = index
    first = max(0, last - PAGE)
    tallies = (SoloTally(SoloLevel(level), *astuple(one)) for level, one in counted.items())
    games = (_game(rows[index], best=bests[index]) for index in reversed(range(first, last)))
    return SoloHistory(tuple(tallies), tuple(games), more=first > 0)


def _game(row: FinishedSolo, *, best: bool) -> SoloGame:
    return SoloGame(row.table_id, SoloLevel(row.level), row.points, row.tybor, row.won, best, row.ended)
