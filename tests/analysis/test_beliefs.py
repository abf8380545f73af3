"""Beliefs about secret objectives: from what was laid, about what is possible, and true in the mean."""

from random import Random
from statistics import mean

import pytest

from codex_naturalis.analysis.beliefs import beliefs_about, sample_objectives, unseen_objectives
from codex_naturalis.analysis.worlds import worlds_from, worlds_of
from codex_naturalis.bots import bot_named
from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import (
    GameState,
    Phase,
    SeededShuffler,
    apply,
    awaited,
    count_objective,
    deal,
    options_of,
)
from codex_naturalis.views import view_of
from tests.analysis.positions import moment


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_beliefs_are_about_every_other_seat_and_whatever_it_may_hold(seats: int) -> None:
    """The chances of the objectives that the viewer has not seen add up to one; of others nothing is believed."""
    state, seat = moment(seats, Phase.PLACE, rounds=6)
    view = view_of(state, seat)
    beliefs = beliefs_about(view)
    assert set(beliefs) == set(range(seats)) - {seat}
    for odds in beliefs.values():
        assert set(odds) == set(unseen_objectives(view))
        assert sum(odds.values()) == pytest.approx(1)
        assert min(odds.values()) > 0


def test_nothing_is_believed_before_play_begins() -> None:
    """In setup nothing has been laid that could tell."""
    state, seat = moment(2, Phase.SIDE)
    assert beliefs_about(view_of(state, seat)) == {}


def test_what_was_built_is_what_is_believed() -> None:
    """An objective that a codex has fulfilled three times is likelier than each one it has not begun."""
    state, seat = moment(2, Phase.PLACE, rounds=9)
    other = state.seats[1 - seat]
    view = view_of(state, seat)
    odds = beliefs_about(view)[1 - seat]
    points = {card: count_objective(other.codex, card).points for card in odds}
    most = max(points, key=lambda card: points[card])
    assert points[most] >= 2
    assert odds[most] > max(odds[card] for card in odds if not points[card])


def test_no_two_seats_hold_one_objective() -> None:
    """What is drawn for several seats is distinct, as each objective exists once, and each as often as believed."""
    state, seat = moment(4, Phase.PLACE, rounds=5)
    beliefs, rng = beliefs_about(view_of(state, seat)), Random(3)
    found = [sample_objectives(beliefs, rng) for _ in range(500)]
    assert all(len(set(each.values())) == 3 for each in found)
    assert {card for each in found for card in each.values()} <= set(catalogue().objective)


def test_the_worlds_of_the_teacher_are_drawn_by_beliefs() -> None:
    """Each objective is the other seat's in as many worlds as it is believed to be."""
    state, seat = moment(2, Phase.PLACE, rounds=9)
    view = view_of(state, seat)
    worlds = worlds_of(view, Random(1), 600)
    held = [int(worlds.games[at]["objective"][1 - seat]) for at in range(worlds.count)]
    for card, chance in beliefs_about(view)[1 - seat].items():
        assert held.count(card) / len(held) == pytest.approx(chance, abs=0.08)


def last_placements(seed: str) -> list[GameState]:
    """Return the last placement of either seat in a game between planners."""
    rng, bot = Random(seed), bot_named("planner")
    state, found = deal(catalogue(), options_of(2), SeededShuffler(seed)), []
    while seats := awaited(state):
        if state.phase is Phase.PLACE and state.round == state.last_round:
            found.append(state)
        state = apply(state, seats[0], bot.choose(view_of(state, seats[0]), rng)).state
    return found


def test_margins_told_at_the_end_come_true() -> None:
    """In the mean of the last turns of planners, neither seat is told to be ahead by more than a point too much."""
    off = []
    for number in range(24):
        for state in last_placements(f"beliefs/{number}"):
            seat = state.turn
            (expected,) = worlds_of(view_of(state, seat), Random(1), 40).after(seat, [()], 0, 40)
            (came,) = worlds_from([state]).after(seat, [()], 0, 1)
            off.append(float(expected.margins.mean() - came.margins.mean()))
    assert abs(mean(off)) < 1
