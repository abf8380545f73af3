"""The environments pass the frameworks' own tests with every option, and keep what they promise."""

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from codex_naturalis.arrays import ACTIONS, observation_size
from codex_naturalis.arrays.encoding import encode
from codex_naturalis.record import read_record, read_records, replay, write_record
from codex_naturalis.rl import CodexAEC, CodexParallel, DuelEnv, IllegalIndexError, SoloEnv, codex_naturalis_v0
from codex_naturalis.rl.rewards import RewardKind, final_rewards
from codex_naturalis.rl.setup import ENGINES
from codex_naturalis.rules import HOUSE_RULES, MAX_SEATS, Action, Preset, SoloLevel
from codex_naturalis.views import View, view_of

EVERY_ANSWER = [
    {name: list(rule)[number % len(rule)].value for name, rule in HOUSE_RULES.items()}
    for number in range(max(map(len, HOUSE_RULES.values())))
]
"""House rules among which each answer occurs."""

TABLES: list[dict[str, Any]] = [
    {"seats": 1},
    {"seats": 1, "level": "gentle", "reward": "margin"},
    {"seats": 1, "level": "first", "preset": "fr"},
    {"seats": 1, "level": "easy", "reward": "points", "end_by_exhaustion": "table"},
    {"seats": 1, "level": "hard", "preset": "it"},
    {"seats": 2},
    {"seats": 2, "reward": "points", "refill": "other_deck"},
    {"seats": 3, "reward": "margin", "preset": "fr"},
    {"seats": 4, "tie_break": "objective_cards", "end_by_exhaustion": "table", "omniscient": True},
    {"seats": 4, "preset": "it", "end_by_exhaustion": "decks", "tie_break": "objective_points", "refill": "same_deck"},
    {"seats": 1, "level": "normal", "engine": "kernel"},
    {"seats": 1, "level": "gentle", "engine": "kernel", "preset": "fr", "reward": "points"},
    {"seats": 1, "level": "first", "engine": "kernel"},
    {"seats": 1, "level": "easy", "engine": "kernel", "end_by_exhaustion": "table"},
    {"seats": 1, "level": "hard", "engine": "kernel", "end_by_exhaustion": "decks"},
    {"seats": 2, "engine": "kernel", "preset": "it", "refill": "same_deck"},
    {"seats": 3, "engine": "kernel", "refill": "other_deck", "tie_break": "objective_points", "reward": "win"},
    {"seats": 4, "engine": "kernel", "reward": "margin", "preset": "en", "tie_break": "objective_cards"},
    *({"seats": 2, "engine": engine, **rules} for engine, rules in product(ENGINES, EVERY_ANSWER)),
]
"""Tables of the cycle: each answer to each house rule, each edition, level and number of seats, in both engines."""

ONE_SEAT: list[tuple[str, dict[str, Any]]] = [
    *(("CodexNaturalis/Solo-v0", {"level": level.value}) for level in SoloLevel),
    ("CodexNaturalis/Solo-v0", {"end_by_exhaustion": "table", "engine": "kernel"}),
    ("CodexNaturalis/Duel-v0", {}),
    ("CodexNaturalis/Duel-v0", {"opponent": "random", "seats": 4, "reward": "points"}),
    ("CodexNaturalis/Duel-v0", {"opponent": "greedy", "seats": 3, "preset": "fr", "reward": "margin"}),
    ("CodexNaturalis/Duel-v0", {"opponent": "planner", "preset": "it", "refill": "other_deck", "seat": 1}),
    ("CodexNaturalis/Duel-v0", {"tie_break": "objective_cards", "end_by_exhaustion": "table"}),
]


@contextmanager
def quiet() -> Iterator[None]:
    """Let the frameworks' advice pass: dicts as observations, and masks that are empty for seats that wait."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_cycle_passes_the_tests_of_pettingzoo(table: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """`api_test`, `seed_test` and `render_test`, with every option."""
    with quiet():
        api_test(codex_naturalis_v0.env(**table), num_cycles=60)
        seed_test(partial(codex_naturalis_v0.env, **table), num_cycles=40)
        render_test(partial(codex_naturalis_v0.env, **table))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_parallel_environment_passes_the_tests_of_pettingzoo(
    table: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """`parallel_api_test` and `parallel_seed_test`, with every option."""
    with quiet():
        parallel_api_test(codex_naturalis_v0.parallel_env(**table), num_cycles=40)
        parallel_seed_test(partial(codex_naturalis_v0.parallel_env, **table), num_cycles=40)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("engine", ["rules", "kernel"])
def test_every_option_is_among_the_tables(engine: str) -> None:
    """Each answer to each house rule, and all else that an environment takes."""
    tables = [table for table in TABLES if table.get("engine", "rules") == engine]
    answers = {(name, table[name]) for table in tables for name in table}
    wanted: set[tuple[str, Any]] = {(name, answer) for name, rule in HOUSE_RULES.items() for answer in rule}
    wanted |= {("seats", seats) for seats in range(1, MAX_SEATS + 1)}
    if engine == "kernel":
        wanted |= {("preset", edition) for edition in Preset} | {("level", level) for level in SoloLevel}
        wanted |= {("reward", kind) for kind in RewardKind}
    else:  # the others are the defaults
        wanted |= {("preset", "fr"), ("preset", "it"), ("reward", "margin"), ("reward", "points")}
        wanted |= {("level", level) for level in SoloLevel if level is not SoloLevel.NORMAL}
    assert wanted - answers == set()


@pytest.mark.parametrize("dict_observation", [False, True])
@pytest.mark.parametrize(("name", "arguments"), ONE_SEAT, ids=str)
def test_the_environments_of_one_seat_pass_the_test_of_gymnasium(
    name: str, arguments: dict[str, Any], *, dict_observation: bool
) -> None:
    """`check_env` steps with any number, legal or not."""
    made = gymnasium.make(
        f"codex_naturalis.rl:{name}", render_mode="rgb_array", dict_observation=dict_observation, **arguments
    )
    with quiet():
        check_env(made.unwrapped)


def play_cycle(env: CodexAEC, seed: int) -> dict[str, float]:
    """Play a game at random and return what each agent got in all."""
    rng, got = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        got[agent] += reward
        env.step(None if ended or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return got


def play_seat(env: gymnasium.Env[Any, Any], seed: int) -> float:
    """Play a game at random and return what the seat got in all."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    got, over = 0.0, False
    while not over:
        _, reward, ended, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        got, over = got + float(reward), ended or cut
    return got


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("reward", RewardKind)
def test_both_engines_play_the_same_episodes(seats: int, reward: RewardKind) -> None:
    """The same seed and actions give the same agents, bytes, rewards and infos, to the end, and the same record."""
    by_rules, in_kernel = (CodexAEC(seats, engine=engine, reward=reward) for engine in ("rules", "kernel"))
    rng = np.random.default_rng(seats)
    for env in (by_rules, in_kernel):
        env.reset(seed=seats)
    while by_rules.agents:
        (ours, *scalars, info), (theirs, *others, other) = by_rules.last(), in_kernel.last()
        assert by_rules.agent_selection == in_kernel.agent_selection
        assert scalars == pytest.approx(others)
        assert info.keys() == other.keys()
        assert all(np.array_equal(ours[part], theirs[part]) for part in ours)
        action = None if scalars[1] or scalars[2] else int(rng.choice(np.flatnonzero(ours["action_mask"])))
        by_rules.step(action)
        in_kernel.step(action)
    assert by_rules.record() == in_kernel.record()


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_record_tells_the_episode(seats: int, tmp_path: Path) -> None:
    """Every finished episode is a line of the file, and replaying it gives the totals that were rewarded."""
    file = tmp_path / "games.jsonl"
    env = CodexAEC(seats, reward="points", records=file, engine="kernel" if seats > 2 else "rules")
    got = [play_cycle(env, seed) for seed in range(2)]
    records = list(read_records(file))
    assert len(records) == 2
    for record, points in zip(records, got, strict=True):
        *_, last = replay(record)
        assert last.state.result is not None
        assert list(points.values()) == [float(total) for total in last.state.result.totals]
    assert read_record(write_record(env.record())) == records[-1]


def test_one_seat_keeps_records_too(tmp_path: Path) -> None:
    """The opponents' actions are in the record, and points are those of the own seat."""
    file = tmp_path / "games.jsonl"
    env = DuelEnv("greedy", 3, 1, reward="points", records=file)
    points = play_seat(env, 5)
    (record,) = read_records(file)
    *_, last = replay(record)
    assert last.state.result is not None
    assert points == last.state.result.totals[1]


def test_a_duel_takes_any_bot() -> None:
    """A name, a function, a bot by path: the same seed gives the same game each time."""

    def last_one(view: View, _: Random) -> Action:
        return view.legal[-1]

    for opponent in ("random", "planner", last_one):
        games = []
        for _ in range(2):
            env = DuelEnv(opponent, reward="margin")
            play_seat(env, 3)
            games.append(env.record())
        assert games[0] == games[1]
        assert len(games[0].actions) > 20


def test_the_own_seat_is_drawn_by_the_deal_or_named() -> None:
    """Without a seat both come up; with one it is always that."""
    drawn = {DuelEnv().reset(seed=seed)[1]["seat"] for seed in range(12)}
    named = {DuelEnv(seat=1).reset(seed=seed)[1]["seat"] for seed in range(12)}
    assert (drawn, named) == ({0, 1}, {1})


@pytest.mark.parametrize("index", [-1, 0, ACTIONS - 1, ACTIONS, 10**12, -(10**12)])
def test_an_illegal_index_changes_nothing(index: int) -> None:
    """In the cycle it raises and the game goes on; alone and in a duel it ends the episode with -1."""
    for engine in ("rules", "kernel"):
        env = CodexAEC(engine=engine)
        env.reset(seed=1)
        before = env.observe("player_0")["observation"]
        with pytest.raises(IllegalIndexError):
            env.step(index)
        assert env.agent_selection == "player_0"
        assert np.array_equal(env.observe("player_0")["observation"], before)
    for one in (SoloEnv(), DuelEnv(seat=0)):
        start, _ = one.reset(seed=1)
        after, reward, ended, cut, info = one.step(index)
        assert (reward, ended, cut, info["illegal"]) == (-1.0, True, False, True)
        assert np.array_equal(start, after)


def test_all_choose_at_once_in_the_parallel_environment() -> None:
    """In setup every seat has its choice; then one acts and the others pass, and what else they do ends the game."""
    env = CodexParallel(3)
    observations, _ = env.reset(seed=2)
    assert [int(one["action_mask"].sum()) for one in observations.values()] == [2, 2, 2]
    for _ in range(2):
        first = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in observations.items()}
        observations, *_ = env.step(first)
    masks = [one["action_mask"] for one in observations.values()]
    assert [int(mask[ACTIONS]) for mask in masks] == [0, 1, 1]
    wrong = {agent: int(np.flatnonzero(mask)[0]) for agent, mask in zip(observations, masks, strict=True)}
    _, rewards, ended, _, _ = env.step({**wrong, "player_2": 0})
    assert rewards == {"player_0": 0.0, "player_1": 0.0, "player_2": -1.0}
    assert all(ended.values())


def test_the_whole_state_is_to_be_had_by_name_alone() -> None:
    """`state()` is refused without `omniscient=True`; with it, it begins with what the first seat sees."""
    for make in (CodexAEC, CodexParallel):
        plain, critic = make(2), make(2, omniscient=True)
        plain.reset(seed=1)
        critic.reset(seed=1)
        with pytest.raises(PermissionError, match="omniscient"):
            plain.state()
        assert len(critic.state()) > observation_size(2)


def test_observations_are_encoded_views() -> None:
    """What the cycle shows each agent is the encoded view of its seat."""
    env = CodexAEC(2)
    env.reset(seed=4)
    for _ in range(30):
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    *_, last = replay(env.record())
    for seat, agent in enumerate(env.possible_agents):
        assert np.array_equal(env.observe(agent)["observation"], encode(view_of(last.state, seat)))


@pytest.mark.parametrize(
    ("kind", "totals", "winners", "tybor", "expected"),
    [
        (RewardKind.WIN, (20, 25), (1,), None, (-1.0, 1.0)),
        (RewardKind.WIN, (20, 20), (0, 1), None, (0.0, 0.0)),
        (RewardKind.WIN, (20, 25, 25, 3), (1, 2), None, (-1 / 3, 1 / 3, 1 / 3, -1 / 3)),
        (RewardKind.WIN, (20,), (), 22, (-1.0,)),
        (RewardKind.MARGIN, (26, 20), (0,), None, (np.tanh(1), -np.tanh(1))),
        (RewardKind.MARGIN, (16,), (), 22, (-np.tanh(1),)),
        (RewardKind.POINTS, (26, 20), (0,), None, (5.0, 3.0)),
    ],
)
def test_rewards(
    kind: RewardKind, totals: tuple[int, ...], winners: tuple[int, ...], tybor: int | None, expected: tuple[float, ...]
) -> None:
    """A victory is 1 and shared, the losers' sum is -1; a margin is bounded; points that were made count once."""
    found = final_rewards(kind, totals, winners, tybor, (21, 17, 0, 0)[: len(totals)])
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    "arguments", [{"reward": "fame"}, {"engine": "steam"}, {"seats": 5}, {"refil": "same_deck"}, {"render_mode": "4k"}]
)
def test_arguments_that_no_environment_takes_are_refused(arguments: dict[str, Any]) -> None:
    """A wrong word is an error at once, not a game by other rules."""
    with pytest.raises((ValueError, TypeError)):
        CodexAEC(**arguments)


def test_importing_the_environments_is_quick_and_compiles_nothing() -> None:
    """Neither Numba nor the server is loaded by the import that registers them."""
    code = "import json, sys, codex_naturalis.rl; print(json.dumps(sorted(sys.modules)))"
    loaded = set(json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout))  # noqa: S603  # ourselves
    assert "gymnasium" in loaded
    assert not loaded & {"numba", "pettingzoo", "litestar", "codex_naturalis.kernel"}


def test_a_step_before_the_first_reset_is_an_error() -> None:
    """Of the framework's own kind, also without its wrapper."""
    for env in (DuelEnv(), SoloEnv()):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
            env.step(0)
