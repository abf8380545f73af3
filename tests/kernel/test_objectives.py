"""The kernel counts objectives as the rules do, on boards that no game would build."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from codex_naturalis.catalogue import CardId, PatternObjective, Side, catalogue
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.objectives import points_at
from codex_naturalis.rules import (
    Codex,
    GameOptions,
    GameState,
    SeededShuffler,
    Sets,
    begin_codex,
    count_objective,
    deal,
    lay,
    options_of,
)
from tests.rules.test_objectives import Kingdoms, all_copies, codex_of, crowded, most_disjoint
from tests.strategies import pattern_objectives

GAMES = new_games(1)
PLACES = range(1, 19)
"""How many places lie one behind the other: in a row of 20 cards, all of a kingdom that there are but two, 18."""


def dealt(options: GameOptions, codex: Codex) -> GameState:
    """Return a game where the last seat has laid these cards."""
    state = deal(catalogue(), options, SeededShuffler("drawn"))
    *others, last = state.seats
    return replace(state, seats=(*others, replace(last, codex=codex)))


def counted(options: GameOptions, codex: Codex) -> dict[CardId, int]:
    """Return what the kernel gives the last seat for each objective."""
    load(GAMES, 0, dealt(options, codex))
    return {objective: points_at(GAMES, 0, options.seats - 1, objective) for objective in catalogue().objective}


@settings(max_examples=150, deadline=None)
@given(seats=st.sampled_from([2, 3, 4]), kingdoms=crowded())
def test_drawn_boards_give_what_trying_everything_gives(seats: int, kingdoms: Kingdoms) -> None:
    """R6: full of two or three kingdoms, where copies compete for cards; sets of symbols as the rules count them."""
    codex = codex_of(kingdoms)
    points = counted(options_of(seats), codex)
    for objective in pattern_objectives():
        assert points[objective.id] == most_disjoint(all_copies(kingdoms, objective)) * objective.points
    assert points == {objective: count_objective(codex, objective).points for objective in catalogue().objective}


def run_of(objective: PatternObjective, places: int) -> Kingdoms:
    """Return some places of a pattern, each one card further along the line on which it shares cards with itself."""
    first = objective.pattern[0]
    step = (first.dx, 1) if is_straight(objective) else (0, 2)
    return {
        (part.dx + number * step[0], part.dy + number * step[1] + 4): part.kingdom
        for number in range(places)
        for part in objective.pattern
    }


def is_straight(objective: PatternObjective) -> bool:
    """Return whether the pattern is three in a row."""
    return len({part.kingdom for part in objective.pattern}) == 1


@pytest.mark.parametrize("places", PLACES)
def test_a_long_run_counts_every_copy_that_fits(places: int) -> None:
    """R6: of places in a run every third counts for three in a row, every second for the others, beginning with one."""
    for objective in pattern_objectives():
        sharing = 3 if is_straight(objective) else 2
        copies = (places + sharing - 1) // sharing
        points = counted(options_of(2), codex_of(run_of(objective, places)))
        assert points[objective.id] == copies * objective.points


@pytest.mark.parametrize(("sets", "copies"), [(Sets.SYMBOLS, 2), (Sets.CARDS, 1)])
def test_six_plants_on_three_cards_are_two_sets_or_one(sets: Sets, copies: int) -> None:
    """R24: two on each of three cards are two sets of symbols; by cards, each card serves one set only."""
    codex = begin_codex(84, Side.BACK)
    for card, cell in ((12, (1, 1)), (11, (-1, 1)), (14, (1, -1))):
        codex = lay(codex, card, Side.FRONT, cell).codex
    objective = catalogue().objective[CardId(96)]
    assert counted(options_of(2, sets=sets), codex)[objective.id] == copies * objective.points
