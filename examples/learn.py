"""Learn to play on a small machine: PPO (Schulman et al., 2017) in NumPy, over candidates with features.

    python learn.py --minutes 30 --to learned.npz
    codex-naturalis arena ./learn.py:Bot greedy

The environment lists the legal actions of each decision with some forty features of what they do. A network of one
hidden layer gives each a score, and the softmax of the scores is the policy; another estimates the margin to come from
the mean of the same features. Minutes are processor time of this process, so that other work on the machine does not
count, nor the time to measure.

`Bot` plays what was learned: the file beside this one, or the one named by the variable `LEARNED`.
"""

import argparse
import json
import os
from pathlib import Path
from random import Random
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: threads would wait for each other

import numpy as np
from gymnasium.vector import AutoresetMode

from codex_naturalis import Action, View
from codex_naturalis.arrays.candidates import candidates_of
from codex_naturalis.arrays.features import FEATURES
from codex_naturalis.rl import DuelVectorEnv

ENVS, STEPS, EPOCHS, BATCH = 256, 32, 3, 2048
HIDDEN, RATE, CLIP, ENTROPY, LAMBDA = 32, 2e-3, 0.2, 0.003, 0.95


class Scorer:
    """Network of one hidden layer that gives each row of features one number."""

    def __init__(self, rng):
        inputs = len(FEATURES)
        self.weights = {
            "w1": (rng.normal(size=(inputs, HIDDEN)) / inputs**0.5).astype(np.float32),
            "b1": np.zeros(HIDDEN, np.float32),
            "w2": np.zeros(HIDDEN, np.float32),
            "b2": np.zeros(1, np.float32),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.steps = 0

    def __call__(self, rows):
        """Return the scores of rows, and what `learn` needs."""
        hidden = np.tanh(rows @ self.weights["w1"] + self.weights["b1"])
        return hidden @ self.weights["w2"] + self.weights["b2"][0], hidden

    def learn(self, rows, hidden, slope, rate):
        """Descend along `slope`, the derivative of the loss by each score (Adam)."""
        back = np.outer(slope, self.weights["w2"]) * (1 - hidden**2)
        slopes = {"w1": rows.T @ back, "b1": back.sum(0), "w2": hidden.T @ slope, "b2": slope.sum(keepdims=True)}
        self.steps += 1
        for name, found in slopes.items():
            first, second = self.moments[name]
            first += 0.1 * (found - first)
            second += 0.001 * (found**2 - second)
            step = first / (1 - 0.9**self.steps) / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
            self.weights[name] -= (rate * step).astype(np.float32)


def softmax(scores, starts):
    """Return the softmax within each decision, whose candidates begin at `starts`."""
    counts = np.diff(starts)
    shifted = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts[:-1]), counts))
    return shifted / np.repeat(np.add.reduceat(shifted, starts[:-1]), counts)


def flat(info):
    """Return all candidates of a batch, one below the other, and where those of each environment begin."""
    counts = info["candidate_counts"].astype(np.int64)
    there = np.arange(info["candidates"].shape[1]) < counts[:, None]
    return info["candidates"][there], np.concatenate(([0], np.cumsum(counts)))


def means(rows, starts):
    """Return the mean row of each decision."""
    return np.add.reduceat(rows, starts[:-1]) / np.diff(starts)[:, None].astype(np.float32)


def choose(policy, info, rng=None):
    """Return a candidate for each environment: the best, or one by chance; and its probability."""
    rows, starts = flat(info)
    chances = softmax(policy(rows)[0], starts)
    noise = 0.0 if rng is None else rng.gumbel(size=len(chances))
    value = np.log(chances + 1e-12) + noise
    best = np.repeat(np.maximum.reduceat(value, starts[:-1]), np.diff(starts))
    first = np.flatnonzero(value == best)
    picked = first[np.searchsorted(first, starts[:-1])]
    return rows, starts, picked, chances[picked]


def act(env, info, picked, starts):
    """Step a batch by candidates."""
    actions = info["candidate_actions"][np.arange(len(picked)), picked - starts[:-1]]
    return env.step(actions.astype(np.int64))


def collect(env, info, policy, value, rng):
    """Play some steps; return the decisions, their advantages and returns, how many games ended, and the last info."""
    decisions, rewards, ends, values = [], [], [], []
    for _ in range(STEPS):
        rows, starts, picked, chances = choose(policy, info, rng)
        values.append(value(means(rows, starts))[0])
        decisions.append((rows, starts, picked, chances))
        _, reward, ended, cut, info = act(env, info, picked, starts)
        rewards.append(reward.copy())  # the environment writes into its arrays again
        ends.append(ended | cut)
    values.append(value(means(*flat(info)))[0])
    gains, gain = np.zeros((STEPS, ENVS), np.float32), np.zeros(ENVS, np.float32)
    for n in reversed(range(STEPS)):
        goes_on = 1.0 - ends[n]
        surprise = rewards[n] + goes_on * values[n + 1] - values[n]
        gain = surprise + LAMBDA * goes_on * gain
        gains[n] = gain
    returns = gains + np.array(values[:-1])
    return decisions, gains.ravel(), returns.ravel(), int(np.sum(ends)), info


def improve(policy, value, decisions, gains, returns, rng, rate):
    """Do some epochs of PPO over what was collected."""
    counts = np.concatenate([np.diff(starts) for _, starts, _, _ in decisions])
    starts = np.concatenate(([0], np.cumsum(counts)))
    rows = np.concatenate([rows for rows, _, _, _ in decisions])
    places = np.concatenate([picked - starts[:-1] for _, starts, picked, _ in decisions])
    before = np.concatenate([chances for _, _, _, chances in decisions])
    centres = means(rows, starts)
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(counts)), max(1, len(counts) // BATCH)):
            own = counts[part]
            begins = np.concatenate(([0], np.cumsum(own)))
            at = np.repeat(starts[part] - begins[:-1], own) + np.arange(begins[-1])
            mine = rows[at]
            scores, hidden = policy(mine)
            chances = softmax(scores, begins)
            picked = begins[:-1] + places[part]
            ratio = chances[picked] / before[part]
            clipped = ((gains[part] > 0) & (ratio > 1 + CLIP)) | ((gains[part] < 0) & (ratio < 1 - CLIP))
            push = np.where(clipped, 0.0, -gains[part] * ratio)
            slope = -np.repeat(push, own) * chances
            slope[picked] += push
            logs = np.log(chances + 1e-12)
            spread = np.repeat(np.add.reduceat(chances * logs, begins[:-1]), own)
            slope += ENTROPY * chances * (logs - spread)
            policy.learn(mine, hidden, (slope / len(part)).astype(np.float32), rate)
            guess, inner = value(centres[part])
            value.learn(centres[part], inner, ((guess - returns[part]) / len(part)).astype(np.float32), rate)


def measure(policy, opponent, games, seed=987):
    """Return the part of games won against an opponent, a draw counted as half, with the best candidate each time."""
    env = DuelVectorEnv(ENVS, opponent, autoreset_mode=AutoresetMode.SAME_STEP, candidates=True, buffers={})
    _, info = env.reset(seed=seed)
    got, played = 0.0, 0
    while played < games:
        _, starts, picked, _ = choose(policy, info)
        _, rewards, ended, _, info = act(env, info, picked, starts)
        got += float((rewards[ended] + 1).sum() / 2)
        played += int(ended.sum())
    return got / played


def train(minutes, opponent, seed, report, rounds=None):
    """Learn for some minutes of processor time, or some rounds, which is repeatable; call `report` now and then."""
    rng = np.random.default_rng(seed)
    policy, value = Scorer(rng), Scorer(rng)
    env = DuelVectorEnv(
        ENVS, opponent, reward="margin", autoreset_mode=AutoresetMode.SAME_STEP, candidates=True, buffers={}
    )
    _, info = env.reset(seed=seed)
    report(policy, 0.0, 0)  # compiles what is not compiled yet, before the clock starts
    begun, spent, reported, games, done = process_time(), 0.0, 0.0, 0, 0.0
    while done < 1:
        decisions, gains, returns, ended, info = collect(env, info, policy, value, rng)
        games += ended
        improve(policy, value, decisions, gains, returns, rng, RATE * (1 - 0.9 * done))
        spent = process_time() - begun
        done = done + 1 / rounds if rounds else spent / (60 * minutes)
        if spent - reported > max(10.0, 0.06 * spent) and not rounds:
            pause = process_time()
            report(policy, spent, games)
            begun += process_time() - pause
            reported = spent
    report(policy, spent, games)
    return policy


class Bot:
    """What was learned, at the table."""

    def __init__(self):
        file = Path(os.environ.get("LEARNED", Path(__file__).with_name("learned.npz")))
        self.policy = Scorer(np.random.default_rng(0))
        self.policy.weights = dict(np.load(file))

    def choose(self, view: View, rng: Random) -> Action:
        """Return the candidate with the highest score."""
        rows, actions = candidates_of(view)
        return actions[int(np.argmax(self.policy(rows)[0]))] if actions else rng.choice(view.legal)


def main():
    """Learn, tell how well it goes, and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--opponent", choices=["random", "greedy", "planner"], default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000, help="games to measure with, each time")
    parser.add_argument("--to", type=Path, default=Path("learned.npz"))
    parser.add_argument("--curve", type=Path, help="file for the curve, one line of JSON each time")
    asked = parser.parse_args()
    if asked.curve:
        asked.curve.write_text("")  # not after the curve of an earlier run

    def report(policy, seconds, games):
        won = {name: round(measure(policy, name, asked.games), 4) for name in ("random", "greedy")}
        line = json.dumps({"seconds": round(seconds, 1), "games": games, **won})
        print(line, flush=True)
        if asked.curve:
            with asked.curve.open("a") as file:
                file.write(line + "\n")
        np.savez(asked.to, **policy.weights)

    train(asked.minutes, asked.opponent, asked.seed, report)


if __name__ == "__main__":
    main()
