"""The action index: one number for each action, both ways."""

from random import Random

import pytest

from codex_naturalis.arrays import ACTIONS, CELLS, RADIUS, action_at, cell_index, grid_cell, index_of
from codex_naturalis.arrays.encoding import mask_of, own_hand
from codex_naturalis.catalogue import catalogue
from codex_naturalis.rules import (
    GameOptions,
    GameState,
    IllegalAction,
    Place,
    SeededShuffler,
    SoloLevel,
    apply,
    awaited,
    deal,
    legal_actions,
)
from codex_naturalis.views import view_of

TABLES = [GameOptions(1, solo=SoloLevel.NORMAL), GameOptions(2), GameOptions(3), GameOptions(4)]
HAND, OFFERED = (3, 47, 12), (90, 101)


def test_every_index_is_one_action_and_back() -> None:
    """The 3,760 indices are 3,760 different actions, each of which has its index again."""
    actions = [action_at(index, HAND, OFFERED) for index in range(ACTIONS)]
    assert ACTIONS == 3760
    assert len(set(actions)) == ACTIONS
    assert [index_of(action, HAND, OFFERED) for action in actions] == list(range(ACTIONS))


def test_the_grid_is_all_cells_within_its_radius() -> None:
    """A cell has an index exactly if it is at most 12 diagonal steps away; the starter's is in the middle."""
    far = RADIUS + 3
    cells = [(u + v, u - v) for u in range(-far, far + 1) for v in range(-far, far + 1)]
    within = {cell for cell in cells if max(abs(cell[0] + cell[1]), abs(cell[0] - cell[1])) <= 2 * RADIUS}
    assert {cell for cell in cells if cell_index(cell) is not None} == within
    assert {grid_cell(index) for index in range(CELLS)} == within
    assert cell_index((0, 0)) == CELLS // 2


@pytest.mark.parametrize("index", [-1, ACTIONS, 10**9, 5 * CELLS, ACTIONS - 1])
def test_a_number_that_means_nothing_is_refused(index: int) -> None:
    """Out of range, an empty slot of the hand, an objective before there are any: nothing is read past an end."""
    with pytest.raises(ValueError, match="number"):
        action_at(index, (3, 47), ())


@pytest.mark.parametrize("options", TABLES, ids=lambda options: f"{options.seats} seats")
def test_the_mask_is_what_the_rules_allow(options: GameOptions) -> None:
    """After every action of a game: all legal actions and no other; those masked out are refused by the rules."""
    rng = Random(options.seats)
    state = deal(catalogue(), options, SeededShuffler("mask"))
    while seats := awaited(state):
        seat = rng.choice(seats)
        view = view_of(state, seat)
        hand = own_hand(view)
        mask, beyond = mask_of(view)
        allowed = {action_at(int(index), hand, view.offered) for index in mask.nonzero()[0]}
        assert allowed == set(legal_actions(state, seat))
        assert beyond == 0
        for index in rng.sample(range(ACTIONS), 12):
            assert mask[index] or is_refused(state, seat, index)
        state = apply(state, seat, rng.choice(view.legal)).state


def is_refused(state: GameState, seat: int, index: int) -> bool:
    """Return whether the rules refuse what the index means."""
    view = view_of(state, seat)
    try:
        apply(state, seat, action_at(index, own_hand(view), view.offered))
    except (ValueError, IllegalAction):
        return True
    return False


def test_what_lies_beyond_the_grid_is_counted() -> None:
    """A codex that grows in one direction: its last legal placements have no index, are masked out and counted."""
    state = deal(catalogue(), GameOptions(2), SeededShuffler("far"))
    counted = 0
    while seats := awaited(state):
        view = view_of(state, seats[0])
        mask, beyond = mask_of(view)
        assert mask.sum() + beyond == len(view.legal)
        counted += beyond
        state = apply(
            state, seats[0], max(view.legal, key=lambda one: one.cell if isinstance(one, Place) else (0, 0))
        ).state
    assert counted > 0
