"""What the network looks at is what lies there, it counts as NumPy does, and what it guesses is worth something."""

from collections import Counter
from math import exp
from random import Random

import numpy as np
import pytest

from codex_naturalis.bots import bot_named
from codex_naturalis.bots.search.value_network import value_network
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.value_network import (
    CLEAR,
    MOST_FACTS,
    NOTHING,
    VALUE_NETWORK,
    appraise_at,
    estimate_at,
    see_at,
)
from codex_naturalis.kernel.value_network.features import RIVAL_HAS, RIVAL_OPEN
from codex_naturalis.rules import (
    GameState,
    Phase,
    SeededShuffler,
    SoloLevel,
    apply,
    awaited,
    count_objective,
    deal,
    options_of,
)
from codex_naturalis.views import sample_world, view_of

TABLES = [(2, None), (3, None), (4, None), (1, SoloLevel.HARD)]


def game(seats: int, solo: SoloLevel | None, seed: str) -> list[GameState]:
    """Return all states of a game between players who take points."""
    state, rng = deal(catalogue(), options_of(seats, solo=solo), SeededShuffler(seed)), Random(seed)
    states, bot = [state], bot_named("greedy")
    while waiting := awaited(state):
        action = bot.choose(view_of(state, waiting[0]), rng)
        state = apply(state, waiting[0], action).state
        states.append(state)
    return states


@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_what_is_there_counts(seats: int, solo: SoloLevel | None) -> None:
    """The points a seat has already are its score and what its objectives would give now."""
    games, nets = new_games(1), np.zeros(1, VALUE_NETWORK)
    for state in game(seats, solo, "there"):
        if state.phase is Phase.PLACE:
            load(games, 0, state)
            for seat in range(seats):
                own = state.seats[seat]
                goals = (*state.deal.common_objectives, *([own.objective] if own.objective else []))
                there = own.score + sum(count_objective(own.codex, goal).points for goal in goals)
                assert see_at(games, 0, nets, seat) == there


@pytest.mark.parametrize("solo", [True, False])
def test_it_counts_as_numpy_does(solo: bool) -> None:
    """Both outputs are those of three layers, computed by NumPy, whatever the number of facts that hold."""
    nets = value_network(solo=solo).copy()
    rng, net = np.random.default_rng(1), nets[0]
    for number in (0, 1, 2, 3, 4, 61, 64, MOST_FACTS):
        facts = rng.integers(0, NOTHING, number)
        net["number"] = number
        net["facts"][:number] = facts
        sums = np.maximum(net["first"][facts].sum(0) + net["first_bias"], 0)
        hidden = np.maximum(sums @ net["second"] + net["second_bias"], 0)
        expected = 10 * (net["third"] @ hidden + net["third_bias"])
        assert [estimate_at(nets, 0), estimate_at(nets, 1)] == pytest.approx(expected.tolist(), rel=1e-3, abs=1e-2)


@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_a_sum_kept_up_is_the_sum_of_all(seats: int, solo: SoloLevel | None) -> None:
    """Rows taken off and added as facts change, position by position, lead to the sum over all facts that hold."""
    games, nets = new_games(1), value_network(solo=solo is not None).copy()
    net = nets[0]
    kept, before = net["first_bias"].astype(np.float64), Counter[int]()
    for state in game(seats, solo, "kept up"):
        if state.phase is Phase.PLACE:
            load(games, 0, state)
            see_at(games, 0, nets, 0)
            now = Counter(net["facts"][: net["number"]].tolist())
            for fact, times in (now - before).items():
                kept += times * net["first"][fact]
            for fact, times in (before - now).items():
                kept -= times * net["first"][fact]
            before = now
            estimate_at(nets, 0)
            assert net["sums"] == pytest.approx(kept, abs=1e-3)


@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_facts_lie_within_bounds(seats: int, solo: SoloLevel | None) -> None:
    """Some sixty facts hold for each seat, all of them among those that the network has weights for."""
    games, nets = new_games(1), np.zeros(1, VALUE_NETWORK)
    for state in game(seats, solo, "bounds"):
        if state.phase is Phase.PLACE:
            load(games, 0, state)
            for seat in range(seats):
                see_at(games, 0, nets, seat)
                facts = nets["facts"][0][: nets["number"][0]]
                assert 30 < len(facts) < MOST_FACTS - 10
                assert facts.min() >= 0
                assert facts.max() < NOTHING


@pytest.mark.parametrize("seats", [2, 3])
def test_it_sees_no_order_of_the_decks(seats: int) -> None:
    """What lies in the decks below their tops changes nothing: only backs on top may be seen."""
    games, nets, rng = new_games(1), np.zeros(1, VALUE_NETWORK), np.random.default_rng(3)
    for state in game(seats, None, "decks"):
        if state.phase is Phase.PLACE:
            load(games, 0, state)
            for seat in range(seats):
                see_at(games, 0, nets, seat)
                seen = nets["facts"][0][: nets["number"][0]].tolist()
                other = games.copy()
                for deck, number in enumerate(other[0]["decks"]):
                    below = max(0, number - 1)
                    other[0]["deck"][deck, :below] = rng.permutation(other[0]["deck"][deck, :below])
                see_at(other, 0, nets, seat)
                assert nets["facts"][0][: nets["number"][0]].tolist() == seen


@pytest.mark.parametrize("seats", [2, 3])
def test_a_view_decides_what_is_seen(seats: int) -> None:
    """In worlds imagined from one view the viewer's own facts differ only where others' hidden cards come in."""
    nets, hidden = np.zeros(1, VALUE_NETWORK), (RIVAL_HAS, RIVAL_OPEN + 12)
    states = [state for state in game(seats, None, "view") if state.phase is Phase.PLACE]
    for state in states[::7]:
        view = view_of(state, state.turn)
        found = set()
        for world in range(5):
            games = new_games(1)
            load(games, 0, sample_world(view, Random(world)))
            see_at(games, 0, nets, state.turn)
            facts = nets["facts"][0][: nets["number"][0]].tolist()
            found.add(tuple(fact for fact in facts if not hidden[0] <= fact < hidden[1]))
        assert len(found) == 1


@pytest.mark.parametrize(("seats", "solo"), TABLES)
def test_a_finished_game_is_known(seats: int, solo: SoloLevel | None) -> None:
    """At the end the reward is half the victory, shared by those who win together, and half how clear it is."""
    games, nets = new_games(1), value_network(solo=solo is not None).copy()
    for seed in "abc":
        state = game(seats, solo, seed)[-1]
        result = state.result
        assert result is not None
        load(games, 0, state)
        appraise_at(games, 0, nets)
        for seat, reward in enumerate(nets["rewards"][0][:seats]):
            others = [total for other, total in enumerate(result.totals) if other != seat]
            if state.tybor:
                others.append(state.tybor.score)
            won = (seat in result.winners) / max(1, len(result.winners))
            assert reward == pytest.approx(won / 2 + 0.5 / (1 + exp((max(others) - result.totals[seat]) / CLEAR)))


def test_a_guess_is_better_than_none() -> None:
    """Over some games, who is thought to be ahead from the middle on wins in most."""
    games, nets, right = new_games(1), value_network(solo=False).copy(), []
    for number in range(12):
        states = game(2, None, f"guess {number}")
        winners = states[-1].result.winners if states[-1].result else ()
        middle = [state for state in states[len(states) // 2 :] if state.phase is Phase.PLACE]
        for state in middle if len(winners) == 1 else ():
            load(games, 0, state)
            appraise_at(games, 0, nets)
            own, other = nets["rewards"][0][:2]
            assert own + other == pytest.approx(1, abs=1e-6)
            right.append((own > other) == (winners[0] == 0))
    assert np.mean(right) > 0.65
