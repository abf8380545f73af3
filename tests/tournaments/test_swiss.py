"""Swiss pairing: no pair twice, no second bye, seats even, the best on top."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codex_naturalis.tournaments import Tournament, TournamentFormat
from tests.tournaments.fields import by_chance, by_strength, names, play_on


def meetings(tournament: Tournament) -> Counter[frozenset[str]]:
    """Return how often two entrants sat at one table."""
    tables = [table.entrants for played in tournament.played for table in played.tables]
    return Counter(pair for table in tables for pair in map(frozenset, combinations(table, 2)))


@settings(max_examples=25, deadline=None)
@given(count=st.integers(2, 24), seed=st.integers(0, 99))
def test_two_never_meet_again_while_that_can_be_avoided(count: int, seed: int) -> None:
    """As many rounds as half the field can always be paired without a second meeting or bye."""
    rounds = max(1, count // 2)
    tournament = play_on(Tournament(TournamentFormat.SWISS, names(count), 2, rounds, str(seed)), Random(seed))
    assert max(meetings(tournament).values()) == 1
    byes = Counter(played.bye for played in tournament.played if played.bye)
    assert max(byes.values(), default=0) <= 1
    assert sum(byes.values()) == (rounds if count % 2 else 0)


def partitions(entrants: tuple[str, ...], seats: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Return all ways to seat `entrants` at full tables."""
    if not entrants:
        yield ()
        return
    for others in combinations(entrants[1:], seats - 1):
        table = (entrants[0], *others)
        left = tuple(entrant for entrant in entrants if entrant not in table)
        yield from ((table, *rest) for rest in partitions(left, seats))


@pytest.mark.parametrize(("count", "seats", "rounds"), [(8, 2, 7), (9, 3, 4), (12, 3, 3), (12, 4, 3)])
@pytest.mark.parametrize("seed", range(2))
def test_rounds_repeat_no_more_meetings_than_they_must(count: int, seats: int, rounds: int, seed: int) -> None:
    """Held against all seatings there are, round by round."""
    tournament = Tournament(TournamentFormat.SWISS, names(count), seats, rounds, str(seed))
    rng = Random(seed)
    while not tournament.is_over:
        met, pairing = meetings(tournament), tournament.pair()
        least = min(again(met, tables) for tables in partitions(names(count), seats))
        assert again(met, pairing.tables) == least
        tournament = tournament.add(by_chance(pairing, rng))


def again(met: Counter[frozenset[str]], tables: Sequence[tuple[str, ...]]) -> int:
    """Return how many meetings of these tables have been before, each as often as it was."""
    return sum(met[pair] for table in tables for pair in map(frozenset, combinations(table, 2)))


@settings(max_examples=20, deadline=None)
@given(count=st.integers(4, 20), seats=st.integers(2, 4), seed=st.integers(0, 99))
def test_seats_are_even(count: int, seats: int, seed: int) -> None:
    """After six rounds no entrant has begun more than four times, or never at tables of two."""
    tournament = play_on(Tournament(TournamentFormat.SWISS, names(count), seats, 6, str(seed)), Random(seed))
    begun = Counter(table.entrants[0] for played in tournament.played for table in played.tables)
    assert max(begun.values()) <= 4
    if seats == 2:
        assert min(begun[entrant] for entrant in names(count)) >= 1


def test_equal_scores_meet() -> None:
    """In the second round winners play winners."""
    tournament = Tournament(TournamentFormat.SWISS, names(16))
    tournament = tournament.add(by_strength(tournament.pair()))
    won = {table.entrants[table.winners[0]] for table in tournament.played[0].tables}
    assert all(len(won & set(table)) in (0, 2) for table in tournament.pair().tables)


def test_the_absent_are_not_paired_and_come_back() -> None:
    """A missed round counts nothing; in the next they play again."""
    tournament = Tournament(TournamentFormat.SWISS, names(6))
    missed = tournament.pair(absent={"e002"})
    assert "e002" not in {entrant for table in missed.tables for entrant in table} | {missed.bye}
    assert missed.bye is not None
    later = tournament.add(by_strength(missed)).pair()
    assert "e002" in {entrant for table in later.tables for entrant in table}


def test_the_bye_goes_to_the_lowest_score() -> None:
    """Of those who have had none."""
    tournament = Tournament(TournamentFormat.SWISS, names(5))
    for _ in range(3):
        pairing = tournament.pair()
        scores = {rank.entrant: rank.score for rank in tournament.standings()}
        had = {played.bye for played in tournament.played}
        least = min((scores.get(entrant, 0) for entrant in names(5) if entrant not in had), default=0)
        assert pairing.bye is not None
        assert pairing.bye not in had
        assert scores.get(pairing.bye, 0) <= least + 1, "unless somebody would meet an opponent again"
        tournament = tournament.add(by_strength(pairing))


def test_the_strongest_wins_and_the_field_is_sorted() -> None:
    """Where the stronger always wins, five rounds find the best of 32, and who is in the upper half."""
    tournament = Tournament(TournamentFormat.SWISS, names(32), rounds=5, lot="sorted")
    while not tournament.is_over:
        tournament = tournament.add(by_strength(tournament.pair()))
    table = tournament.standings()
    assert table[0].entrant == "e000"
    upper = {rank.entrant for rank in table[:16]}
    assert len(upper & set(names(16))) >= 13


def test_the_same_lot_gives_the_same_pairing() -> None:
    """Two servers that pair the same round pair alike; another lot gives another round."""
    plan = Tournament(TournamentFormat.DUPLICATE, names(12), lot="a")
    assert plan.pair() != Tournament(plan.format, plan.entrants, lot="b").pair()
    plan = plan.add(by_chance(plan.pair(), Random(1)))
    twin = Tournament(plan.format, tuple(reversed(plan.entrants)), lot="a", played=plan.played)
    assert plan.pair() == twin.pair()
