"""The searching bot: it keeps to its budget, repeats itself, and is strong."""

from random import Random
from time import perf_counter, process_time

import pytest

from codex_naturalis.bots import UnknownBotError, bot_named
from codex_naturalis.bots.search.bot import SearchBot
from codex_naturalis.bots.search.search_state import new_room, root_edges
from codex_naturalis.bots.search.tree_search import MOST, Manner, ReusableTrees, think
from codex_naturalis.kernel.compiler.cache import is_compiled
from codex_naturalis.kernel.mcts.search import narrow, search
from codex_naturalis.kernel.warm_up import compile_kernel
from codex_naturalis.play.arena import Arena, play_arena
from codex_naturalis.play.standings import Tally
from codex_naturalis.rules import Action, GameState, SoloLevel, apply, options_of
from codex_naturalis.views import sample_world, view_of
from tests.timing import within

from .moments import last_placement, middle


def test_compiling_tells_how_far_it_is() -> None:
    """The part that is done grows from 0 to 1; afterwards the machine has the kernel."""
    progress: list[float] = []
    compile_kernel(progress.append)
    assert progress == sorted(progress)
    assert (progress[0], progress[-1]) == (0.0, 1.0)
    assert is_compiled()


@pytest.mark.parametrize(("seats", "solo"), [(1, SoloLevel.HARD), (2, None), (3, None), (4, None)])
def test_a_search_considers_what_is_legal(seats: int, solo: SoloLevel | None) -> None:
    """Every action considered is legal, all imagined games pass through one; with many seats visits decide."""
    view = view_of(middle(seats, solo), 0)
    found = think(view, Random(2), iterations=300)
    assert {considered.action for considered in found.considered} <= set(view.legal)
    visits = [considered.visits for considered in found.considered]
    assert visits[0] >= max(visits) - 1
    assert visits[1:] == sorted(visits[1:], reverse=True)
    assert visits[0] > visits[1] if seats > 2 else found.considered[0].result > found.considered[-1].result
    assert found.iterations == sum(visits) == 300
    assert found.depth > 1
    assert all(0 <= considered.result <= 1 for considered in found.considered)


def test_the_same_chance_gives_the_same_thought() -> None:
    """With a fixed budget, a search is a function of the view and the chance."""
    view = view_of(middle(2), 0)
    assert think(view, Random(3), iterations=400) == think(view, Random(3), iterations=400)
    assert think(view, Random(3), iterations=400) != think(view, Random(4), iterations=400)


@pytest.mark.parametrize(
    ("seats", "solo", "threads"), [(1, SoloLevel.HARD, 1), (2, None, 1), (2, None, 2), (4, None, 1)]
)
def test_a_draw_goes_on_from_its_placement(seats: int, solo: SoloLevel | None, threads: int) -> None:
    """What was imagined on the way to a placement counts for the draw after it, and says nothing that is not legal."""
    state, reusable = middle(seats, solo), ReusableTrees()
    placed = think(view_of(state, 0), Random(2), iterations=600, threads=threads, reusable=reusable).considered[0]
    state = apply(state, 0, placed.action).state
    view = view_of(state, 0)
    drawn = think(view, Random(3), iterations=300, threads=threads, reusable=reusable)
    assert drawn.iterations == sum(considered.visits for considered in drawn.considered) > 300 // 3
    assert {considered.action for considered in drawn.considered} <= set(view.legal)
    alone = think(view, Random(3), iterations=300, threads=threads)
    assert drawn != alone == think(view, Random(3), iterations=300, threads=threads, reusable=reusable)


def test_what_is_in_question_is_tried_equally_often() -> None:
    """Sequential halving: no candidate gets a try more than another before all have had it; the others get none."""
    room = new_room(view_of(middle(2), 0), Random(1), Manner(ahead=0), 100)
    search(*room.arrays, 0)
    narrow(room.nodes, room.edges, room.trees, 4)
    search(*room.arrays, 40)
    tried = [int(room.edges["visits"][at]) for at in root_edges(room)]
    assert sorted(tried)[-4:] == [10] * 4
    assert sum(tried) == 40


@pytest.mark.parametrize(("seats", "halving"), [(2, 0), (2, 2), (3, 2), (3, 3)])
def test_a_manner_says_at_which_tables_the_root_is_halved(seats: int, halving: int) -> None:
    """Up to so many seats all that is left is tried equally often; with more the most visited action leads alone."""
    view = view_of(middle(seats), 0)
    found = think(view, Random(2), iterations=300, manner=Manner(halving=halving))
    most, next_most = (considered.visits for considered in found.considered[:2])
    assert (most <= next_most + 1) == (seats <= halving)


def test_what_does_not_follow_is_forgotten() -> None:
    """After another placement than the one it chose, or in another game, a search thinks as if it had never begun."""
    state, reusable = middle(2), ReusableTrees()
    found = think(view_of(state, 0), Random(2), iterations=300, reusable=reusable)
    view = view_of(apply(state, 0, found.considered[1].action).state, 0)
    assert think(view, Random(3), iterations=250, reusable=reusable) == think(view, Random(3), iterations=250)
    think(view_of(state, 0), Random(2), iterations=300, reusable=reusable)
    other = view_of(apply(middle(2, rounds=6), 0, planner_choice(middle(2, rounds=6))).state, 0)
    assert think(other, Random(3), iterations=250, reusable=reusable) == think(other, Random(3), iterations=250)


def test_few_games_begin_anew() -> None:
    """What a small search knows of the draws misleads: it thinks as if nothing were known."""
    state, reusable = middle(3), ReusableTrees()
    placed = think(view_of(state, 0), Random(2), iterations=600, reusable=reusable).considered[0]
    view = view_of(apply(state, 0, placed.action).state, 0)
    assert think(view, Random(3), iterations=200, reusable=reusable) == think(view, Random(3), iterations=200)


def planner_choice(state: GameState) -> Action:
    """Return what the planner does in `state` on the first seat."""
    return bot_named("planner").choose(view_of(state, 0), Random(1))


def test_guesses_are_weighed() -> None:
    """The first guess alone, both, and ends alone are different thoughts of the same worlds."""
    view = view_of(middle(2), 0)
    manners = (Manner(later=0), Manner(), Manner(horizon=1000))
    results = [think(view, Random(3), iterations=300, manner=manner).considered[0].result for manner in manners]
    assert len(set(results)) == 3
    assert max(results) - min(results) < 0.3


def test_a_search_sees_only_its_view() -> None:
    """Two games that differ in what is hidden from the viewer give the same thought."""
    state = middle(2)
    view = view_of(state, 0)
    twin = sample_world(view, Random(9))
    assert twin.decks != state.decks
    assert think(view, Random(3), iterations=200) == think(view_of(twin, 0), Random(3), iterations=200)


@pytest.mark.timing
def test_a_time_is_kept() -> None:
    """`search:50ms` answers after about that time, long before it has imagined all the games it might."""
    bot = bot_named("search:50ms")
    assert isinstance(bot, SearchBot)
    view = view_of(middle(2), 0)
    bot.choose(view, Random(1))
    begun, spent = perf_counter(), process_time()
    found = think(view, Random(1), seconds=0.05)
    assert perf_counter() - begun > 0.04
    assert process_time() - spent < within(0.25)
    assert 200 <= found.iterations < MOST / 10


def test_a_finished_win_is_seen() -> None:
    """In the very last turn, what scores most is done: nothing can come after it."""
    state = last_placement()
    view = view_of(state, 1)
    totals = {action: apply(state, 1, action).state.result for action in view.legal}
    found = think(view, Random(1), iterations=1500).considered[0].action
    result = totals[found]
    assert result is not None
    assert result.totals[1] >= max(other.totals[1] for other in totals.values() if other) - 1


@pytest.mark.parametrize(("rival", "least"), [("greedy", 8), ("planner", 6)])
def test_a_search_is_strong(rival: str, least: int) -> None:
    """With 300 imagined games a decision it wins most of twelve games."""
    plan = Arena(("search:300", rival), options_of(2), 12, "strong")
    tally = Tally(plan)
    for game in play_arena(plan, processes=1):
        tally.add(game)
    assert tally.standings().bots[0].wins >= least


def test_several_threads_think_together() -> None:
    """They divide the games among them; the same budget, chance and number of threads give the same thought."""
    view = view_of(middle(2), 0)
    found = think(view, Random(3), iterations=400, threads=2)
    assert found == think(view, Random(3), iterations=400, threads=2)
    assert found != think(view, Random(3), iterations=400)
    assert found.iterations == 400
    assert {considered.action for considered in found.considered} <= set(view.legal)
    assert bot_named("search:400x2").choose(view, Random(3)) == found.considered[0].action


@pytest.mark.parametrize("budget", ["100x0", "100x", "x2", "100x2x2", "100x65"])
def test_a_number_of_threads_that_is_none_is_refused(budget: str) -> None:
    """After the budget comes x and how many threads there are."""
    with pytest.raises(UnknownBotError, match=budget.partition("x")[2] or "search"):
        bot_named(f"search:{budget}")
