"""Puzzles: each has exactly one answer, which rests on what its player can see."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codex_naturalis.analysis import Turn
from codex_naturalis.analysis.puzzles import (
    IncompleteError,
    Kind,
    Puzzle,
    PuzzleQuestion,
    current_puzzles,
    daily_number,
    explain,
    grade_of,
    judge,
    moment,
    puzzles,
    solve,
    view_of_puzzle,
)
from codex_naturalis.catalogue import PatternObjective, catalogue
from codex_naturalis.rules import Draw, GameState, IllegalAction, Phase, Place, Result, apply, legal_actions
from codex_naturalis.views import view_of
from tests.strategies import games, shuffle_hidden
from tools.puzzles.grading import GRADING, solves

ALL = puzzles()
CURRENT = current_puzzles()
OF_EACH = [next(puzzle for puzzle in ALL if puzzle.question.kind is kind) for kind in Kind]
AGAINST_TYBOR = [puzzle for puzzle in ALL if puzzle.question.kind is Kind.WIN and puzzle.record.options.solo]
PARTS = 8
"""Number of parts in which the collection is verified; they may run in parallel."""


@pytest.mark.parametrize("part", range(PARTS))
def test_every_puzzle_has_one_answer_and_it_is_the_one_kept(part: int) -> None:
    """Every turn of every puzzle in the package is tried: one is best, its level fits, the dull ones are retired."""
    for puzzle in ALL[part::PARTS]:
        solved = solve(view_of_puzzle(puzzle.number), puzzle.question)
        assert solved is not None, puzzle.number
        level = grade_of(puzzle.question.kind, solved, len(puzzle.solvers))
        kept = (puzzle.answer, puzzle.level, puzzle.retired)
        assert (solved.answer, level, solved.dull) == kept, puzzle.number


def test_there_are_puzzles_of_all_sorts() -> None:
    """There are over five hundred, no two alike: all kinds, levels, numbers of seats, small codices and large ones."""
    assert len(CURRENT) >= 500
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)
    kinds = Counter(puzzle.question.kind for puzzle in CURRENT)
    assert min(kinds[Kind.WIN], kinds[Kind.TURNS]) >= 100
    assert min(kinds[kind] for kind in Kind) >= 90
    assert {puzzle.level for puzzle in CURRENT} == {1, 2, 3, 4, 5}
    assert {puzzle.record.options.seats for puzzle in ALL} == {1, 2, 3, 4}
    assert len(AGAINST_TYBOR) >= 2
    cards = [len(moment(puzzle.record)[0].seats[moment(puzzle.record)[1]].codex.cards) for puzzle in ALL]
    assert min(cards) <= 5
    assert max(cards) >= 14
    wanted = [catalogue().objective[puzzle.question.objective] for puzzle in ALL if puzzle.question.objective]
    assert {isinstance(objective, PatternObjective) for objective in wanted} == {True, False}
    assert len(wanted) > len({objective.id for objective in wanted}) >= 9


@pytest.mark.parametrize("puzzle", OF_EACH, ids=[puzzle.question.kind.value for puzzle in OF_EACH])
@settings(max_examples=6)
@given(seed=st.integers())
def test_an_answer_rests_on_nothing_hidden(puzzle: Puzzle, seed: int) -> None:
    """Two games that look the same to the player have the same answer."""
    state, seat = moment(puzzle.record)
    twin = shuffle_hidden(state, seat, Random(seed))
    assert solve(view_of(twin, seat), puzzle.question) == solve(view_of(state, seat), puzzle.question)


@given(state=games())
def test_the_most_points_are_what_the_rules_give(state: GameState) -> None:
    """Laid by the rules, the answer scores what was said, and every other placement less."""
    if state.phase is not Phase.PLACE:
        return
    solved = solve(view_of(state, state.turn), PuzzleQuestion(Kind.POINTS))
    scores = {}
    for action in legal_actions(state, state.turn):
        scores[action] = apply(state, state.turn, action).state.seats[state.turn].score - state.seats[state.turn].score
    best = [action for action, points in scores.items() if points == max(scores.values())]
    assert (solved is None) == (len(best) > 1)
    if solved:
        assert (solved.answer, solved.outcome.points) == (tuple(best), max(scores.values()))


def finished(state: GameState, seat: int, turn: Turn) -> Result:
    """Return how a game ends whose last turns are played so; what others do then is the first thing they may do."""
    for action in turn:
        state = apply(state, seat, action).state
    while state.phase is not Phase.OVER:
        state = apply(state, state.turn, legal_actions(state, state.turn)[0]).state
    assert state.result
    return state.result


@settings(max_examples=20)
@given(seed=st.integers(), data=st.data())
def test_a_sure_victory_is_one_in_every_world(seed: int, data: st.DataObject) -> None:
    """Whatever was hidden, the answer of a last turn wins, by no less than was promised; no other seat has more."""
    puzzle = data.draw(st.sampled_from([puzzle for puzzle in ALL if puzzle.question.kind is Kind.WIN]))
    state, seat = moment(puzzle.record)
    explained = explain(puzzle)
    result = finished(shuffle_hidden(state, seat, Random(seed)), seat, puzzle.answer)
    assert result.winners == (seat,)
    assert result.totals[seat] == explained.outcome.points
    others = [total for other, total in enumerate(result.totals) if other != seat]
    assert all(total <= (explained.rival or 0) for total in others)


@pytest.mark.parametrize("puzzle", AGAINST_TYBOR, ids=lambda puzzle: puzzle.id)
def test_the_last_turn_against_tybor_is_won_by_one_turn_only(puzzle: Puzzle) -> None:
    """R4: the rules play Tybor's turn after every other placement and draw: each loses with some card that may come."""
    state, seat = moment(puzzle.record)
    winning = set(turns_of(state))
    for number in range(60):
        world = shuffle_hidden(state, seat, Random(number))
        winning = {turn for turn in winning if finished(world, seat, turn).winners}
    assert winning == {puzzle.answer}


def turns_of(state: GameState) -> Iterator[Turn]:
    """Yield every turn: a placement and a draw."""
    for place in legal_actions(state, state.turn):
        after = apply(state, state.turn, place).state
        yield from ((place, draw) for draw in legal_actions(after, state.turn))


@pytest.mark.parametrize("puzzle", OF_EACH, ids=[puzzle.question.kind.value for puzzle in OF_EACH])
def test_answers_are_judged_without_giving_the_right_one_away(puzzle: Puzzle) -> None:
    """The right answer is right; every other one is wrong, and brings less."""
    assert judge(puzzle, puzzle.answer).right
    state, seat = moment(puzzle.record)
    draws = puzzle.answer[1:]
    others = [turn for action in legal_actions(state, seat) if (turn := (action, *draws)) != puzzle.answer]
    for turn in others[:6]:
        answered = judge(puzzle, turn)
        assert not answered.right
        assert answered.outcome < answered.best


def test_what_is_no_answer_is_refused() -> None:
    """What the rules do not allow, and a turn that does not name the card to take where that matters, is refused."""
    puzzle = next(one for one in ALL if one.question.kind is Kind.TURNS)
    with pytest.raises(IncompleteError):
        judge(puzzle, puzzle.answer[:1])
    place = puzzle.answer[0]
    assert isinstance(place, Place)
    with pytest.raises(IllegalAction):
        judge(puzzle, (Place(place.card, place.side, (40, 40)), *puzzle.answer[1:]))
    with pytest.raises(IllegalAction):
        judge(puzzle, puzzle.answer[1:])


def test_two_turns_are_explained_by_both_placements() -> None:
    """The points of both placements and of the objectives add up to what the answer is said to bring."""
    for puzzle in [one for one in ALL if one.question.kind is Kind.TURNS][::3]:
        explained = explain(puzzle)
        assert isinstance(puzzle.answer[1], Draw)
        assert len(explained.placed) == 2
        scored = sum(event.points.points for event in explained.placed if event.points)
        assert scored + sum(gain.points for gain in explained.gains) == explained.outcome.points
        assert explained.second is None or explained.second < explained.outcome


def test_every_puzzle_has_its_day() -> None:
    """The puzzle of a day is the same whenever it is asked for, and all have their turn before one comes again."""
    first = date(2026, 11, 21)
    first -= timedelta(days=first.toordinal() % len(CURRENT))
    days = [daily_number(first + timedelta(days=day)) for day in range(len(CURRENT))]
    assert sorted(days) == [puzzle.number for puzzle in CURRENT]
    assert days != sorted(days)
    assert daily_number(first + timedelta(days=3)) == days[3]


@pytest.mark.parametrize("bot", GRADING)
def test_grades_are_what_our_levels_solve(bot: str) -> None:
    """Of every tenth puzzle it was written down whether a level plays the answer; the fewer do, the harder it is."""
    for puzzle in ALL[::10]:
        assert solves(bot, puzzle) == (bot in puzzle.solvers), puzzle.number
        assert set(puzzle.solvers) <= {*GRADING}


def test_numbers_of_old_mean_the_same_puzzles() -> None:
    """People have solved them, and links name them: the first 117 are the ones they were, retired ones included."""
    known = sha256(" ".join(puzzle.id for puzzle in ALL[:117]).encode()).hexdigest()
    assert known[:16] == "888e0118a5a68872"
    assert {43, 45, 47, 57, 58, 60, 67} <= {puzzle.number for puzzle in ALL if puzzle.retired}
