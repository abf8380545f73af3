"""The player's last draw against Tybor is a choice: what is taken cannot pay him any more (R4)."""

from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from codex_naturalis.analysis.turn_evaluation import judge_turns
from codex_naturalis.bots import bot_named
from codex_naturalis.bots.planner.tybor_lookahead import left_to_tybor
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.mcts.policy import play_at
from codex_naturalis.kernel.planner.weights import playout_weights_of
from codex_naturalis.rules import Draw, GameState, Phase, SoloLevel, Source, apply
from codex_naturalis.views import View, sample_world, view_of
from tests.analysis.positions import SMALL, last_turn
from tests.golden.notation import HERE, played_until

GAME: Final = (HERE / "solo_last_draw_taken.txt").read_text("utf-8")
"""Two gold cards lie there, of which Tybor can pay one, and there is no deck."""


def last_draw() -> GameState:
    """Return the game when nothing is left to choose but its last draw."""
    state = played_until(GAME, 1)
    assert state.phase is Phase.DRAW
    assert state.round == state.last_round
    return state


@pytest.mark.parametrize("name", ["planner", "search:60"])
def test_a_bot_takes_what_tybor_could_pay(name: str) -> None:
    """It takes the card that would have won him the game, whatever chance says."""
    view = view_of(last_draw(), 0)
    assert set(view.legal) == {Draw(Source.GOLD_1), Draw(Source.GOLD_2)}
    assert {bot_named(name).choose(view, Random(seed)) for seed in range(4)} == {Draw(Source.GOLD_1)}


def test_the_cheap_player_does_so_too() -> None:
    """Rollouts of the search end as a game between people would."""
    games = new_games(1)
    for seed in range(4):
        load(games, 0, last_draw())
        games["rng"] = seed
        play_at(games, 0, 1, playout_weights_of())
        assert (games[0]["totals"][0], games[0]["tybor"]) == (2, 0)


def test_what_may_come_into_the_slot_counts() -> None:
    """Whatever has the back on top of the deck may come for a card that is taken, each as likely as the others."""
    state, _ = last_turn(SoloLevel.EASY)
    view = view_of(state, 0)
    assert view.tybor
    for source in Source:
        assert left_to_tybor(view, source) == pytest.approx(expected(view, source), abs=0.1)


def expected(view: View, source: Source) -> float:
    """Return what Tybor scores on average in worlds that fit the view, after the card was taken."""
    assert view.tybor
    ends = []
    for seed in range(400):
        world = replace(sample_world(view, Random(seed)), phase=Phase.DRAW)
        after = apply(world, 0, Draw(source)).state.tybor
        assert after
        ends.append(after.score - view.tybor.score)
    return sum(ends) / len(ends)


def test_the_teacher_names_the_draw_of_the_last_turn() -> None:
    """The best turn of the last round is a placement and a draw, and that is the draw that wins."""
    best, *_ = judge_turns(view_of(played_until(GAME, 2), 0), "seed", SMALL).best
    assert best.turn[1:] == (Draw(Source.GOLD_1),)
    assert best.worth.win == 1
