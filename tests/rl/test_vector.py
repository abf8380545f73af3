"""Vector environments: the same episodes however they are computed, and each of them a game by the rules."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from codex_naturalis.arrays import ACTIONS, observation_size
from codex_naturalis.arrays.encoding import encode, mask_of, parts_of
from codex_naturalis.arrays.records import kernel_deal
from codex_naturalis.bots import Bot, GreedyBot, PlannerBot
from codex_naturalis.catalogue import catalogue
from codex_naturalis.record import Record, read_records, replay
from codex_naturalis.rl import DuelVectorEnv, SelfPlayVectorEnv, SoloVectorEnv
from codex_naturalis.rl.rewards import RewardKind, final_rewards
from codex_naturalis.rules import GameOptions, SoloLevel, apply, begin, check_deal
from codex_naturalis.views import view_of

AnyBatch = DuelVectorEnv | SelfPlayVectorEnv | SoloVectorEnv
MAKERS: list[tuple[Callable[..., AnyBatch], dict[str, Any]]] = [
    (SoloVectorEnv, {"level": "hard"}),
    (DuelVectorEnv, {"opponent": "greedy", "seats": 3}),
    (DuelVectorEnv, {"opponent": "random", "refill": "other_deck"}),
    (SelfPlayVectorEnv, {"seats": 4}),
    (SelfPlayVectorEnv, {"seats": 2, "preset": "fr"}),
]


def chosen(masks: NDArray[np.int8], step: int) -> NDArray[np.int64]:
    """Return a legal action for each row that depends on the row and the step alone, 0 where there is none."""
    counts = np.maximum(1, masks.sum(axis=1))
    wanted = (7919 * step + 104729 * (1 + np.arange(len(masks)))) % counts
    order = np.cumsum(masks, axis=1) * masks
    indices: NDArray[np.int64] = np.argmax(order == wanted[:, None] + 1, axis=1)
    return indices


def play(env: AnyBatch, steps: int) -> tuple[list[bytes], list[Record]]:
    """Play a batch and return what its first three environments saw and got, and all records."""
    seen, records = [], []
    observations, info = env.reset(seed=5)
    for step in range(steps):
        observations, rewards, ended, cut, info = env.step(chosen(info["action_mask"], step))
        parts = (observations, info["action_mask"], rewards, ended, cut, info["seat"], info["rewards"])
        seen.append(b"".join(part[:3].tobytes() for part in parts))
        records += env.finished_records()
    env.close()
    return seen, records


@pytest.mark.parametrize(("make", "arguments"), MAKERS, ids=str)
def test_the_same_episodes_whatever_the_batch_and_the_threads(
    make: Callable[..., AnyBatch], arguments: dict[str, Any]
) -> None:
    """Batches of 3, 7 and 40, one thread and two: the first three environments are the same, byte by byte."""
    first, _ = play(make(3, **arguments), 150)
    assert first == play(make(7, **arguments), 150)[0]
    assert first == play(make(40, threads=2, **arguments), 150)[0]


@pytest.mark.parametrize("reward", RewardKind)
@pytest.mark.parametrize(("make", "arguments"), MAKERS, ids=str)
def test_an_episode_is_a_game_by_the_rules(
    make: Callable[..., AnyBatch], arguments: dict[str, Any], reward: RewardKind
) -> None:
    """Its deal is one of the box, all its actions are legal, and the rewards are those of its result."""
    env = make(8, autoreset_mode=AutoresetMode.SAME_STEP, reward=reward, **arguments)
    _, info = env.reset(seed=2)
    played, got = 0, np.zeros_like(info["rewards"])
    for step in range(400):
        _, _, ended, _, info = env.step(chosen(info["action_mask"], step))
        got += info["rewards"]
        for row, record in zip(np.flatnonzero(ended), env.finished_records(), strict=True):
            *_, last = replay(record)
            result, tybor = last.state.result, last.state.tybor
            assert result is not None
            scores = tuple(own.score for own in last.state.seats)
            final = final_rewards(reward, result.totals, result.winners, tybor.score if tybor else None, scores)
            whole = result.totals if reward is RewardKind.POINTS else final
            assert got[row] == pytest.approx(whole, abs=1e-6)
            got[row] = 0
            played += 1
    assert played > 8


@pytest.mark.parametrize("options", [GameOptions(4), *(GameOptions(1, solo=level) for level in SoloLevel)], ids=str)
def test_the_kernel_deals_from_the_box(options: GameOptions) -> None:
    """80 different cards, Tybor's first row among them, and a game that the rules can begin."""
    for number in (0, 1, 2**40, -3):
        dealt = kernel_deal(options, number)
        check_deal(catalogue(), options, dealt)
        lying = [*dealt.decks.resource, *dealt.decks.gold, *dealt.market.resource, *dealt.market.gold, *dealt.tybor]
        lying += [card for seat in dealt.seats for card in seat.hand]
        assert sorted(lying) == list(range(1, 81))
        assert len(dealt.tybor) == {None: 0, "first": 0, "gentle": 0, "easy": 2}.get(options.solo, 4)
        begin(options, dealt)


@pytest.mark.parametrize("seats", [2, 3])
def test_what_a_batch_shows_is_the_encoded_view(seats: int) -> None:
    """At each decision of an episode, replayed by the rules."""
    env = SelfPlayVectorEnv(1, seats)
    observations, info = env.reset(seed=3)
    shown = []
    while not (records := env.finished_records()):
        shown.append((int(info["seat"][0]), observations[0].copy(), info["action_mask"][0].copy()))
        observations, _, _, _, info = env.step(chosen(info["action_mask"], len(shown)))
    state = begin(records[0].options, records[0].deal) if records[0].deal else None
    assert state is not None
    for (seat, observation, mask), (actor, action) in zip(shown, records[0].parse_actions(), strict=True):
        view = view_of(state, seat)
        assert seat == actor
        assert np.array_equal(observation, encode(view))
        assert np.array_equal(mask, mask_of(view)[0])
        state = apply(state, seat, action).state


@pytest.mark.parametrize(("name", "bot", "seats"), [("greedy", GreedyBot(), 2), ("planner", PlannerBot(), 3)])
def test_an_opponent_in_the_kernel_is_the_bot(name: str, bot: Bot, seats: int) -> None:
    """Each of its actions is one that the bot may choose: the bot's ties are its own."""
    env = DuelVectorEnv(6, name, seats, seat=0, autoreset_mode=AutoresetMode.SAME_STEP)
    _, info = env.reset(seed=8)
    records: list[Record] = []
    for step in range(120):
        *_, info = env.step(chosen(info["action_mask"], step))
        records += env.finished_records()
    compared = 0
    for record in records[:4]:
        assert record.deal is not None
        state = begin(record.options, record.deal)
        for seat, action in record.parse_actions():
            if seat:
                view = view_of(state, seat)
                assert any(action == bot.choose(view, Random(n)) for n in range(40))
                compared += 1
            state = apply(state, seat, action).state
    assert compared > 100


def test_both_ways_of_dealing_again() -> None:
    """In the same step the last observation is in `final_obs`; in the next step one action is passed over."""
    same = SelfPlayVectorEnv(2, autoreset_mode=AutoresetMode.SAME_STEP)
    later = SelfPlayVectorEnv(2, autoreset_mode=AutoresetMode.NEXT_STEP)
    _, here = same.reset(seed=1)
    _, there = later.reset(seed=1)
    ended = np.zeros(2, np.bool_)
    for step in range(400):
        actions = chosen(here["action_mask"], step)
        now, _, ended, _, here = same.step(actions)
        then, _, over, _, there = later.step(actions)
        assert list(ended) == list(over)
        if any(ended):
            break
    row = int(np.argmax(ended))
    assert np.array_equal(here["final_obs"][row], then[row])
    assert parts_of(then[row], 2)["moment"][0] == 4
    assert not there["action_mask"][row].any()
    fresh, rewards, over, _, _ = later.step(chosen(there["action_mask"], 0))
    assert np.array_equal(fresh[row], now[row])
    assert (rewards[row], bool(over[row])) == (0.0, False)


@pytest.mark.parametrize("index", [-1, ACTIONS, 2**62, -(2**62), 0])
def test_an_illegal_index_ends_its_episode_alone(index: int) -> None:
    """-1 for the environment that it was given to, and nothing for its neighbour."""
    env = DuelVectorEnv(2, autoreset_mode=AutoresetMode.SAME_STEP)
    _, info = env.reset(seed=1)
    _, rewards, ended, _, info = env.step(np.array([index, chosen(info["action_mask"], 0)[1]]))
    assert (rewards.tolist(), ended.tolist(), info["illegal"].tolist()) == ([-1.0, 0.0], [True, False], [True, False])
    assert env.finished_records() == []


def test_a_caller_may_own_the_arrays() -> None:
    """A step writes into them and returns them; arrays that do not fit are refused."""
    mine: dict[str, NDArray[Any]] = {
        "observations": np.zeros((4, observation_size(2)), np.uint8),
        "rewards": np.ones(4, np.float32),
    }
    env = SelfPlayVectorEnv(4, buffers=mine)
    observations, info = env.reset(seed=1)
    assert observations is mine["observations"]
    assert observations.any()
    assert env.step(chosen(info["action_mask"], 0))[1] is mine["rewards"]
    wrongs: list[dict[str, NDArray[Any]]] = [
        {"rewards": np.zeros(4)},
        {"observations": mine["observations"][:, ::2]},
        {"points": np.zeros(4)},
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"rewards|observations|points"):
            SelfPlayVectorEnv(4, buffers=wrong)


def test_gymnasium_makes_the_batch(tmp_path: Path) -> None:
    """`make_vec` finds the vector entry point, and records are kept."""
    file = tmp_path / "games.jsonl"
    env = gymnasium.make_vec(
        "codex_naturalis.rl:CodexNaturalis/Duel-v0",
        num_envs=4,
        vectorization_mode="vector_entry_point",
        opponent="random",
        records=file,
    )
    observations, info = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    for step in range(150):
        observations, _, _, _, info = env.step(chosen(info["action_mask"], step))
    records = list(read_records(file))
    assert len(records) > 2
    assert all(list(replay(record))[-1].state.result for record in records)
