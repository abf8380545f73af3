"""A tournament as a value: its plan, the rounds played so far, and what comes next."""

from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from .knockout import going_on, pair_knockout
from .rounds import Entrant, Pairing, RoundResult
from .scoring import Scoring, TournamentRank, scores, standings
from .swiss import pair_swiss

__all__ = ["Tournament", "TournamentFormat"]

_FEWEST = 2
_MOST_SEATS = 4


class TournamentFormat(StrEnum):
    """How entrants are paired, and what counts."""

    SWISS = "swiss"
    """Each round against opponents with a similar score, no pair twice while avoidable."""

    DUPLICATE = "duplicate"
    """Swiss pairing with one deal for all tables of a round: each seat is compared with the same seat elsewhere."""

    KNOCKOUT = "knockout"
    """The winner of each table goes on."""


class Tournament(Struct, frozen=True):
    """A tournament under way; raises `ValueError` for a plan that cannot be played."""

    format: TournamentFormat
    entrants: tuple[Entrant, ...]
    """All entrants; in a knockout the best seed first."""

    seats: int = 2
    """Seats of a table, 2 to 4; where entrants do not fill all tables, some have fewer."""

    rounds: int = 5
    """Rounds to play; a knockout ends by itself."""

    lot: str = ""
    """Seed of what is drawn by lot: pairings among equals, and the deals."""

    played: tuple[RoundResult, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a plan that cannot be played."""
        if len(self.entrants) < _FEWEST:
            raise ValueError("a tournament needs two entrants")
        if len(set(self.entrants)) < len(self.entrants):
            raise ValueError("each entrant needs a name of its own")
        if not _FEWEST <= self.seats <= _MOST_SEATS:
            raise ValueError("a table has two, three or four seats")
        if self.rounds < 1:
            raise ValueError("a tournament needs a round")

    @property
    def scoring(self) -> Scoring:
        """Return what a game counts."""
        return Scoring.DUPLICATE if self.format is TournamentFormat.DUPLICATE else Scoring.BEATEN

    @property
    def is_over(self) -> bool:
        """Return whether all rounds were played, or one entrant is left."""
        if self.format is TournamentFormat.KNOCKOUT:
            return len(going_on(self.entrants, self.played)) <= 1
        return len(self.played) >= self.rounds

    def pair(self, absent: Collection[Entrant] = ()) -> Pairing:
        """Return the next round without the `absent` entrants, who score nothing in it.

        In a knockout absent entrants are paired, and forfeit, since no other entrant can take their place.
        """
        if self.format is TournamentFormat.KNOCKOUT:
            return pair_knockout(self.entrants, self.played, seats=self.seats)
        present = [entrant for entrant in self.entrants if entrant not in absent]
        lot = f"{self.lot}/{len(self.played)}"
        return pair_swiss(present, self.played, scores(self.played, self.scoring), seats=self.seats, lot=lot)

    def add(self, result: RoundResult) -> "Tournament":
        """Return the tournament after one more round."""
        return replace(self, played=(*self.played, result))

    def deal_seed(self, table: int) -> str:
        """Return the seed of the deal at `table` in the next round, counted from 0; in duplicate all have the same."""
        where = "all" if self.format is TournamentFormat.DUPLICATE else str(table)
        return f"{self.lot}/{len(self.played)}/{where}"

    def standings(self) -> tuple[TournamentRank, ...]:
        """Return the standing of each entrant, best first; a knockout ranks by how far each came."""
        ranks = standings(self.played, self.scoring)
        if self.format is not TournamentFormat.KNOCKOUT:
            return ranks
        return _by_rounds(
            ranks, [going_on(self.entrants, self.played[:number]) for number in range(len(self.played) + 1)]
        )


def _by_rounds(ranks: tuple[TournamentRank, ...], left: list[list[Entrant]]) -> tuple[TournamentRank, ...]:
    """Rank by the number of rounds survived."""
    survived = {rank.entrant: sum(rank.entrant in still for still in left) for rank in ranks}
    best_first = sorted(survived.values(), reverse=True)
    placed = [replace(rank, rank=best_first.index(survived[rank.entrant]) + 1) for rank in ranks]
    return tuple(sorted(placed, key=lambda rank: (rank.rank, rank.entrant)))
