"""The compiled planner judges as the one in plain Python does."""

from random import Random

import pytest
from msgspec.structs import asdict

from codex_naturalis.bots.planner.bot import evaluate_actions
from codex_naturalis.bots.planner.weights import AGAINST_TYBOR, AT_TABLE, Weights
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import action_of, load, new_games
from codex_naturalis.kernel.planner.choice import judge_at
from codex_naturalis.kernel.planner.weights import WEIGHTS, planner_weights_of
from codex_naturalis.rules import (
    Draw,
    SeededShuffler,
    SoloLevel,
    apply,
    awaited,
    deal,
    legal_actions,
    options_of,
)
from codex_naturalis.views import view_of
from tests.strategies import STYLES


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("seats", "solo"), [(2, None), (3, None), (4, None), (1, SoloLevel.HARD)])
def test_both_planners_judge_alike(seats: int, solo: SoloLevel | None, style: str) -> None:
    """Each placement, each face-up card, each side and each objective is worth the same to both, to nine digits.

    The player's last draw is, as far as nothing hidden comes into the market by it.
    """
    weights = AGAINST_TYBOR if solo else AT_TABLE
    rng = Random(f"{seats} {style}")
    games, planners = new_games(1), planner_weights_of(asdict(weights))
    for number in range(3):
        state = deal(catalogue(), options_of(seats, solo=solo), SeededShuffler(f"{number} {style}"))
        while waiting := awaited(state):
            seat = waiting[0]
            load(games, 0, state)
            count = judge_at(games, 0, planners, seat)
            legal = legal_actions(state, seat)
            judged_there = zip(planners["codes"][0, :count], planners["values"][0, :count], strict=True)
            theirs = {action_of(state, seat, int(code)): value for code, value in judged_there}
            ours = dict(zip(legal, evaluate_actions(view_of(state, seat), weights), strict=True))
            assert theirs.keys() == ours.keys()
            last = solo is not None and (state.round == state.last_round or state.seats[seat].stuck)
            for action in legal:
                if not isinstance(action, Draw) or (action.source.slot is None) is last:  # the kernel guesses the rest
                    assert theirs[action] == pytest.approx(ours[action], rel=1e-9, abs=1e-9), action
            state = apply(state, seat, STYLES[style](state, seat, legal, rng)).state


def test_a_mind_has_all_weights() -> None:
    """Both know the same weights by the same names."""
    assert set(WEIGHTS) == set(Weights.__struct_fields__)
