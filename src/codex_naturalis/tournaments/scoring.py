"""Scores of a round, and standings of a tournament."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final

from msgspec import Struct

from .rounds import Entrant, RoundResult, TableResult, margin, share_beaten

__all__ = ["Scoring", "TournamentRank", "match_scores", "scores", "standings"]

_HALF: Final = Fraction(1, 2)

_Games = Mapping[Entrant, tuple[TableResult, int]]
"""Table and seat of each entrant in one round."""


class Scoring(StrEnum):
    """What a game counts."""

    BEATEN = "beaten"
    """The share of opponents beaten at one's own table."""

    DUPLICATE = "duplicate"
    """The share of other tables at which the same seat, with the same cards, had a smaller margin."""


class TournamentRank(Struct, frozen=True):
    """Standing of one entrant."""

    rank: int
    """1 is the best; equal entrants share a rank."""

    entrant: Entrant
    score: float
    """Sum over all rounds, each worth up to 1."""

    buchholz: float
    """Sum of the scores of one's opponents (Buchholz, 1932); of several at one table their mean, in a bye one's own."""

    head_to_head: float
    """Share beaten of the opponents with the same score and Buchholz."""

    games: int
    wins: float
    """Victories, a shared one counting as its share."""


def scores(rounds: Sequence[RoundResult], scoring: Scoring) -> dict[Entrant, Fraction]:
    """Return the sum of the scores of each entrant who played or had a bye.

    A bye is a full point where opponents are beaten; in duplicate it is the mean of one's other rounds, at least ½.
    """
    found: dict[Entrant, list[Fraction]] = {}
    for played in rounds:
        for entrant, score in _round_scores(played, scoring).items():
            found.setdefault(entrant, []).append(score)
    byes = [played.bye for played in rounds if played.bye is not None]
    sums = {entrant: sum(several, Fraction(0)) for entrant, several in found.items()}
    for entrant in byes:
        others = found.get(entrant, [])
        mean = max(_HALF, sum(others, Fraction(0)) / len(others)) if others else _HALF
        sums[entrant] = sums.get(entrant, Fraction(0)) + (mean if scoring is Scoring.DUPLICATE else 1)
    return sums


def _round_scores(played: RoundResult, scoring: Scoring) -> Mapping[Entrant, Fraction]:
    if scoring is Scoring.DUPLICATE:
        return match_scores(played.tables)
    return {entrant: share_beaten(table, seat) for entrant, (table, seat) in played.games.items()}


def match_scores(tables: Sequence[TableResult]) -> dict[Entrant, Fraction]:
    """Return the matchpoints of each entrant as a share: 1, ½ or 0 for each other table, where its seat is compared.

    Only tables with equally many seats share a deal. A table without another to compare with counts as its own game:
    the share of opponents beaten.
    """
    return {
        entrant: _match_points(table, seat, [other for other in tables if len(other.totals) == len(table.totals)])
        for table in tables
        for seat, entrant in enumerate(table.entrants)
    }


def _match_points(table: TableResult, seat: int, tables: Sequence[TableResult]) -> Fraction:
    own = margin(table, seat)
    others = [margin(other, seat) for other in tables if other is not table]
    if not others:
        return share_beaten(table, seat)
    return sum((Fraction(own > other) + _HALF * (own == other) for other in others), Fraction(0)) / len(others)


def standings(rounds: Sequence[RoundResult], scoring: Scoring) -> tuple[TournamentRank, ...]:
    """Return the standing of each entrant, best first: by score, then Buchholz, then head to head, else shared."""
    sums = scores(rounds, scoring)
    played = [one.games for one in rounds]
    opposed = {entrant: _buchholz(entrant, rounds, played, sums) for entrant in sums}
    groups: dict[tuple[Fraction, Fraction], set[Entrant]] = {}
    for entrant, score in sums.items():
        groups.setdefault((score, opposed[entrant]), set()).add(entrant)
    direct = {
        entrant: _head_to_head(entrant, groups[score, opposed[entrant]], played) for entrant, score in sums.items()
    }
    keys = {entrant: (score, opposed[entrant], direct[entrant]) for entrant, score in sums.items()}
    best_first = sorted(keys.values(), reverse=True)
    ordered = sorted(keys, key=lambda entrant: (best_first.index(keys[entrant]), entrant))
    return tuple(_rank(entrant, best_first.index(keys[entrant]) + 1, keys[entrant], played) for entrant in ordered)


def _rank(
    entrant: Entrant, rank: int, key: tuple[Fraction, Fraction, Fraction], played: Sequence[_Games]
) -> TournamentRank:
    score, buchholz, direct = (round(float(part), 4) for part in key)
    games = [games[entrant] for games in played if entrant in games]
    wins = sum(1 / len(table.winners) for table, seat in games if seat in table.winners)
    return TournamentRank(rank, entrant, score, buchholz, direct, len(games), round(wins, 4))


def _buchholz(
    entrant: Entrant, rounds: Sequence[RoundResult], played: Sequence[_Games], sums: Mapping[Entrant, Fraction]
) -> Fraction:
    total = Fraction(0)
    for one, games in zip(rounds, played, strict=True):
        if one.bye == entrant:
            total += sums[entrant]
        elif entrant in games:
            others = [other for other in games[entrant][0].entrants if other != entrant]
            total += sum((sums[other] for other in others), Fraction(0)) / len(others)
    return total


def _head_to_head(entrant: Entrant, group: set[Entrant], played: Sequence[_Games]) -> Fraction:
    """Return the share of meetings with others of `group` that were won; ½ without one."""
    met = [
        TableResult((entrant, other), (table.totals[seat], table.totals[theirs]), _winners(table, seat, theirs))
        for games in played
        if entrant in games
        for table, seat in (games[entrant],)
        for theirs, other in enumerate(table.entrants)
        if other in group and other != entrant
    ]
    return sum((share_beaten(pair, 0) for pair in met), Fraction(0)) / len(met) if met else _HALF


def _winners(table: TableResult, *seats: int) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(seats) if seat in table.winners)
