"""Rollouts: what a long search does in the end."""

from random import Random
from time import perf_counter

import numpy as np
import pytest
from msgspec.structs import replace

from codex_naturalis.bots.search.bot import games_for
from codex_naturalis.bots.search.rollouts import small_searches
from codex_naturalis.bots.search.search_state import _CHUNK, new_room, root_actions
from codex_naturalis.bots.search.tree_search import MOST, Manner, ReusableTrees, SearchResult, think
from codex_naturalis.kernel.mcts.rollouts import roll_out
from codex_naturalis.kernel.mcts.search import search
from codex_naturalis.kernel.value_network import CLEAR
from codex_naturalis.rules import Action, GameState, apply
from codex_naturalis.views import sample_world, view_of

from .moments import last_placement, middle


def test_much_thinking_ends_with_them() -> None:
    """They judge the few placements that came out best: another thought than without, as sure to come again."""
    view = view_of(middle(2), 0)
    found = think(view, Random(3), iterations=30_000)
    assert found == think(view, Random(3), iterations=30_000)
    plain = think(view, Random(3), iterations=30_000, manner=Manner(ahead=0))
    assert found.considered != plain.considered
    assert {one.action for one in found.considered} <= set(view.legal)
    assert visited(found) < 30_000
    assert 25_000 < found.iterations <= 30_000
    results = {one.action: one.result for one in plain.considered}
    assert all(abs(one.result - results[one.action]) < 0.2 for one in found.considered[:8])


def test_what_is_asked_for_decides_whether_they_follow() -> None:
    """Not what a thread gets of it, nor how much of it is known from the placement already."""
    state, reusable = middle(2), ReusableTrees()
    shared = think(view_of(state, 0), Random(3), iterations=30_000, threads=2)
    placement = think(view_of(state, 0), Random(3), iterations=30_000, reusable=reusable)
    state = apply(state, 0, placement.considered[0].action).state
    draw = think(view_of(state, 0), Random(3), iterations=30_000, reusable=reusable)
    plain = think(view_of(state, 0), Random(3), iterations=29_999)
    assert all(visited(found) < found.iterations for found in (shared, placement, draw))
    assert visited(plain) == plain.iterations


def visited(found: SearchResult) -> int:
    """Return in how many games something was tried; a rollout takes longer than those it counts as."""
    return sum(one.visits for one in found.considered)


def test_they_see_only_their_view() -> None:
    """Two games that differ in what is hidden from the viewer give the same thought, with rollouts, too."""
    state = middle(2)
    view = view_of(state, 0)
    twin = view_of(sample_world(view, Random(9)), 0)
    assert think(view, Random(3), iterations=30_000) == think(twin, Random(3), iterations=30_000)


def test_a_long_time_is_kept() -> None:
    """With rollouts the time that was given is kept as well, and something is left that came out best."""
    view = view_of(middle(2), 0)
    begun = perf_counter()
    found = think(view, Random(1), seconds=0.5)
    assert perf_counter() - begun > 0.45
    assert found.considered[0].action in view.legal
    assert _CHUNK <= found.iterations < MOST / 2, "a busy machine gets through the first ones, be it late"


@pytest.mark.parametrize(("games", "draw"), [(1_000, 500), (29_999, 15_000), (30_000, 30_000)])
def test_a_draw_that_is_rolled_out_gets_as_much(games: int, draw: int) -> None:
    """A draw gets half of what a placement gets, but all if rollouts follow, which they never do with three seats."""
    before, after = middle(2), middle(3)
    assert games_for(view_of(before, 0), games) == games
    assert games_for(view_of(apply(before, 0, view_of(before, 0).legal[0]).state, 0), games) == draw
    assert games_for(view_of(apply(after, 0, view_of(after, 0).legal[0]).state, 0), games) == -(-games // 2)


def test_a_rollout_that_reaches_the_end_tells_it() -> None:
    """Of the last placement of a game each rollout says what it comes to, if the rival has what was imagined."""
    state = last_placement()
    room = new_room(view_of(state, 1), Random(1), Manner(), 0)
    search(*room.arrays, 0)
    room.trees["weight"] = 1
    small, sums, met = small_searches(room), dict.fromkeys(root_actions(room), 0.0), set()
    for world in range(8):
        roll_out(*room.arrays, *small, world)
        imagined = room.games[int(room.trees["roots"][0])]
        secret = int(imagined["objective"][0])
        met.add(secret)
        for at, action in sums:
            sums[at, action] += worth(state, secret, action)
            assert room.edges["visits"][at] == world + 1
            assert room.edges["sum"][at] == pytest.approx(sums[at, action])
    assert len(met) > 1


def worth(state: GameState, secret: int, action: Action) -> float:
    """Return half the victory and half how clear it is if the second seat ends the game so."""
    rival = replace(state.seats[0], objective=secret)
    result = apply(replace(state, seats=(rival, *state.seats[1:])), 1, action).state.result
    assert result is not None
    won = (1 in result.winners) / len(result.winners)
    return float(0.5 * won + 0.5 / (1 + np.exp((result.totals[0] - result.totals[1]) / CLEAR)))
