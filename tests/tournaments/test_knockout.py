"""Knockout: the winner of each table goes on."""

from random import Random

import pytest

from codex_naturalis.tournaments import RoundResult, TableResult, Tournament, TournamentFormat
from tests.tournaments.fields import by_strength, names, play_on


@pytest.mark.parametrize(("count", "seats", "rounds"), [(8, 2, 3), (5, 2, 3), (16, 4, 2), (9, 3, 2), (2, 4, 1)])
def test_one_is_left(count: int, seats: int, rounds: int) -> None:
    """Each round leaves the winner of each table; the best seed is the last one where the stronger wins."""
    tournament = Tournament(TournamentFormat.KNOCKOUT, names(count), seats)
    while not tournament.is_over:
        tournament = tournament.add(by_strength(tournament.pair()))
    assert len(tournament.played) == rounds
    assert tournament.standings()[0].entrant == "e000"


def test_the_best_two_meet_last() -> None:
    """The snake keeps them at different tables until the final, whose loser is second."""
    tournament = Tournament(TournamentFormat.KNOCKOUT, names(16))
    while not tournament.is_over:
        tournament = tournament.add(by_strength(tournament.pair()))
    assert set(tournament.played[-1].tables[0].entrants) == {"e000", "e001"}
    assert [rank.rank for rank in tournament.standings()][:4] == [1, 2, 3, 3]


def test_a_shared_victory_sends_the_better_seed_on() -> None:
    """No lot decides."""
    tournament = Tournament(TournamentFormat.KNOCKOUT, ("ann", "bea"))
    tournament = tournament.add(RoundResult((TableResult(("bea", "ann"), (20, 20), (0, 1)),)))
    assert tournament.is_over
    assert tournament.standings()[0].entrant == "ann"


def test_byes_go_round() -> None:
    """The best seed has the first one, then the next."""
    tournament = play_on(Tournament(TournamentFormat.KNOCKOUT, names(11)), Random(5))
    byes = [played.bye for played in tournament.played if played.bye]
    assert len(byes) == len(set(byes))


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds", "complaint"),
    [
        (("ann",), 2, 3, "two entrants"),
        (("ann", "ann"), 2, 3, "name of its own"),
        (("ann", "bea"), 5, 3, "two, three or four seats"),
        (("ann", "bea"), 2, 0, "needs a round"),
    ],
)
def test_plans_that_nobody_can_play_are_refused(
    entrants: tuple[str, ...], seats: int, rounds: int, complaint: str
) -> None:
    """With a sentence that names what is wrong."""
    with pytest.raises(ValueError, match=complaint):
        Tournament(TournamentFormat.SWISS, entrants, seats, rounds)
