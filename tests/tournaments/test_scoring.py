"""What a game counts in a tournament, and what decides between equal scores."""

from fractions import Fraction

import pytest

from codex_naturalis.tournaments import RoundResult, Scoring, TableResult, match_scores, scores, standings
from codex_naturalis.tournaments.rounds import margin, share_beaten, table_sizes


def duel(one: str, other: str, totals: tuple[int, int]) -> TableResult:
    """Return a game of two that the larger total won."""
    return TableResult((one, other), totals, tuple(seat for seat in (0, 1) if totals[seat] == max(totals)))


def test_a_game_of_four_counts_the_share_of_opponents_beaten() -> None:
    """First of four beats three of three, a shared rank counts half."""
    table = TableResult(("ann", "bea", "cyd", "dan"), (24, 20, 20, 11), (0,))
    assert [share_beaten(table, seat) for seat in range(4)] == [1, Fraction(1, 2), Fraction(1, 2), 0]


def test_objective_cards_have_decided_between_equal_totals() -> None:
    """A winner is ahead of an equal total."""
    table = TableResult(("ann", "bea"), (22, 22), (1,))
    assert [share_beaten(table, seat) for seat in range(2)] == [0, 1]
    assert margin(table, 1) == 0


def test_duplicate_compares_a_seat_with_the_same_seat() -> None:
    """By the margin over the best opponent: 1 for each table beaten, ½ for an equal one."""
    tables = (duel("ann", "bea", (25, 20)), duel("cyd", "dan", (18, 20)), duel("eva", "fay", (24, 19)))
    assert match_scores(tables) == {
        "ann": Fraction(3, 4),
        "cyd": 0,
        "eva": Fraction(3, 4),
        "bea": Fraction(1, 4),
        "dan": 1,
        "fay": Fraction(1, 4),
    }


def test_a_deal_played_once_counts_as_a_game() -> None:
    """A table of three among tables of four has nothing to be compared with."""
    lone = TableResult(("eva", "fay", "guy"), (20, 15, 10), (0,))
    four = tuple(TableResult(tuple(f"{n}{s}" for s in range(4)), (20, 10, 10, 10), (0,)) for n in range(2))
    found = match_scores((*four, lone))
    assert [found[name] for name in lone.entrants] == [1, Fraction(1, 2), 0]


def test_a_bye_is_a_point_and_in_duplicate_the_mean_of_the_other_rounds() -> None:
    """Sitting out neither gains nor loses; an entrant with a low score gets a half."""
    first = RoundResult((duel("ann", "bea", (20, 10)), duel("cyd", "dan", (20, 12))), "eva")
    second = RoundResult((duel("eva", "ann", (20, 10)), duel("bea", "cyd", (10, 12))), "dan")
    assert scores((first, second), Scoring.BEATEN)["eva"] == 2
    duplicate = scores((first, second), Scoring.DUPLICATE)
    assert duplicate["eva"] == 2, "its only game was the best of its seat"
    assert duplicate["dan"] == 1 + 1, "and so was this one"
    assert scores((RoundResult((), "eva"),), Scoring.DUPLICATE) == {"eva": Fraction(1, 2)}


def test_buchholz_decides_between_equal_scores_then_head_to_head() -> None:
    """Who met stronger opponents is ahead; then who won the game between them."""
    rounds = (
        RoundResult((duel("ann", "bea", (20, 10)), duel("cyd", "dan", (20, 10)))),
        RoundResult((duel("ann", "cyd", (10, 20)), duel("bea", "dan", (20, 10)))),
        RoundResult((duel("ann", "dan", (20, 10)), duel("bea", "cyd", (20, 10)))),
    )
    table = standings(rounds, Scoring.BEATEN)
    assert [(rank.rank, rank.entrant, rank.score) for rank in table] == [
        (1, "ann", 2),
        (1, "bea", 2),
        (1, "cyd", 2),
        (4, "dan", 0),
    ]
    assert {rank.buchholz for rank in table[:3]} == {4}
    assert [rank.head_to_head for rank in table[:3]] == [0.5, 0.5, 0.5], "each beat one of the others"
    two = standings(rounds[:2], Scoring.BEATEN)
    assert [(rank.rank, rank.entrant) for rank in two] == [(1, "cyd"), (2, "ann"), (3, "bea"), (4, "dan")]


@pytest.mark.parametrize(
    ("entrants", "seats", "sizes"),
    [(8, 2, (2, 2, 2, 2)), (5, 2, (2, 2, 1)), (9, 4, (3, 3, 3)), (6, 4, (3, 3)), (5, 4, (3, 2)), (7, 3, (3, 2, 2))],
)
def test_tables_are_as_full_as_can_be(entrants: int, seats: int, sizes: tuple[int, ...]) -> None:
    """Three and four seats need no bye."""
    assert table_sizes(entrants, seats) == sizes
