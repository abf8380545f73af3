# mypy: disable-error-code="no-any-return"
# Compiled functions read records, whose fields have no static types.
"""Would a prior that sees the codex help? `python benchmarks/search_prior.py games|fit|match`.

The prior is a network of the kind that guesses points (`kernel.value_network`), shown the facts as they are after a
placement; a placement's log prior is a learned multiple of the planner's and what the network says (softmax over all
placements: policy distillation, as in D. Silver et al., *Mastering the game of Go without human knowledge*, 2017). It
learns from visits: `games` lets searches of 480 iterations, which begin with 24 placements, play each other and keeps
what they tried; `fit` learns from all games but the last fifth, and says how often the placement that was tried most
is among the first by the planner and by the prior; `match` plays a search whose root begins with the prior against the
usual one with the same iterations, each deal from both seats, and says how much longer it took.
"""

import argparse
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import codex_naturalis.bots.search.tree_search as thinking_module
from codex_naturalis.bots.search.bot import games_for
from codex_naturalis.bots.search.search_state import Manner, Room, new_room, root_actions
from codex_naturalis.bots.search.tree_search import Trail, think
from codex_naturalis.bots.search.value_network import value_network
from codex_naturalis.catalogue import catalogue
from codex_naturalis.kernel.bridge import code_of
from codex_naturalis.kernel.compiler.jit import njit
from codex_naturalis.kernel.layout import Array, Games
from codex_naturalis.kernel.mcts.search import narrow, search
from codex_naturalis.kernel.turns import act
from codex_naturalis.kernel.value_network import MOST_FACTS, guess, look, run, see
from codex_naturalis.rules import Action, GameOptions, Phase, SeededShuffler, apply, awaited, deal
from codex_naturalis.training.learning import Learner, _pass_back, adam
from codex_naturalis.views import View, view_of

ITERATIONS: Final = 480
WIDTH: Final = 24
BATCH: Final = 32
RATE: Final = 5e-4
FOLDER: Final = Path("build")

ROW: Final = np.dtype(
    [
        ("decision", np.int32),
        ("visits", np.int32),
        ("prior", np.float32),  # log of the planner's
        ("number", np.int16),
        ("facts", np.int16, MOST_FACTS),
    ],
    align=True,
)
"""Record of a placement that might have been made."""

Rows = NDArray[Any]
Numbers = NDArray[np.float64]


@njit
def look_after(games: Games, nets: Array, seat: int, codes: Array, rows: Array) -> None:
    """Write what there is to see after each placement, before the draw."""
    for n in range(len(codes)):
        games[1] = games[0]
        act(games[1], codes[n])
        look(games[1], nets[0])
        see(games[1], nets[0], seat)
        rows[n].number = nets[0].number
        for i in range(nets[0].number):
            rows[n].facts[i] = nets[0].facts[i]


@njit
def score(nets: Array, rows: Array, scale: Array, at: int) -> float:
    """Return the log prior of a row, up to a constant of its decision."""
    nets[0].number = rows[at].number
    for i in range(rows[at].number):
        nets[0].facts[i] = rows[at].facts[i]
    run(nets[0])
    return scale[0] * rows[at].prior + guess(nets[0], 0) / 10.0


@njit
def score_all(nets: Array, rows: Array, scale: Array, found: Array) -> None:
    """Write the log prior of each row."""
    for at in range(len(rows)):
        found[at] = score(nets, rows, scale, at)


@njit
def descend(nets: Array, rows: Array, order: Array, scale: Array, wanted: Array, found: Array) -> None:
    """Add the slopes of the cross entropy of some decisions (first and last row); that of the scale to `scale[1]`."""
    n, slopes = nets[0], nets[1]
    for k in range(len(order)):
        first, last = order[k, 0], order[k, 1]
        most = -1e30
        for at in range(first, last):
            found[at] = score(nets, rows, scale, at)
            most = max(most, found[at])
        total = 0.0
        for at in range(first, last):
            total += np.exp(found[at] - most)
        for at in range(first, last):
            off = np.exp(found[at] - most) / total - wanted[at]
            scale[1] += off * rows[at].prior
            score(nets, rows, scale, at)
            slopes.third_bias[0] += off
            for j in range(len(n.hidden)):
                nets[2].hidden[j] = off * n.third[0, j] if n.hidden[j] > 0.0 else 0.0
                slopes.third[0, j] += off * max(0.0, n.hidden[j])
            _pass_back(n, slopes, nets[2].hidden, nets[2].sums)


def candidates(room: Room, view: View) -> tuple[list[Action], Rows]:
    """Return the placements that the root of a search has, and what is known of each."""
    found = list(root_actions(room))
    rows = np.zeros(len(found), ROW)
    codes = np.array([code_of(room.world, int(room.trees["viewer"][0]), action) for _, action in found], np.int64)
    look_after(room.games.copy(), room.nets, view.viewer or 0, codes, rows)
    rows["prior"] = np.log(np.maximum(room.edges["prior"][[at for at, _ in found]], 1e-6))
    return [action for _, action in found], rows


def decided(view: View, rng: Random) -> tuple[Action, Rows]:
    """Search a placement by sequential halving from `WIDTH` on; return the one tried most, and all."""
    room = new_room(view, rng, Manner(), ITERATIONS)
    room.trees["halving"], room.trees["chance"] = 1, rng.getrandbits(60)
    search(*room.arrays, 0)
    actions, rows = candidates(room, view)
    left, done = narrow(room.nodes, room.edges, room.trees, WIDTH), 0
    rounds = max(1, (left - 1).bit_length())
    for number in range(rounds):
        share = (ITERATIONS - done) // (rounds - number)
        search(*room.arrays, share)
        done += share
        left = narrow(room.nodes, room.edges, room.trees, max(1, (left + 1) // 2))
    rows["visits"] = room.edges["visits"][[at for at, _ in root_actions(room)]]
    return actions[int(rows["visits"].argmax())], rows


def game(seed: str) -> list[Rows]:
    """Play a game and return the decisions on placements; one in ten is then made at random."""
    state, rng = deal(catalogue(), GameOptions(2), SeededShuffler(seed)), Random(seed)
    found: list[Rows] = []
    while seats := awaited(state):
        view = view_of(state, seats[0])
        action = view.legal[0]
        if len(view.legal) > 1 and state.phase is Phase.PLACE:
            action, rows = decided(view, rng)
            found.append(rows)
            action = rng.choice(view.legal) if rng.random() < 0.1 else action  # noqa: PLR2004
        elif len(view.legal) > 1:
            action = think(view, rng, iterations=100).considered[0].action
        state = apply(state, seats[0], action).state
    return found


def bounds_of(rows: Rows) -> NDArray[np.int64]:
    """Return the first and the last row of each decision."""
    cuts = np.flatnonzero(np.diff(rows["decision"])) + 1
    return np.stack([np.r_[0, cuts], np.r_[cuts, len(rows)]], axis=1)


def agreement(rows: Rows, scores: Numbers) -> str:
    """Return how often what was tried most is among the first, two, four and eight; ties are broken by chance."""
    scores = scores + 1e-9 * np.random.default_rng(0).random(len(scores))
    ranks = []
    for first, last in bounds_of(rows):
        best = rows["visits"][first:last].argmax()
        ranks.append(int((scores[first:last] > scores[first + best]).sum()))
    return ", ".join(f"{100 * np.mean(np.array(ranks) < most):.1f} %" for most in (1, 2, 4, 8))


def fit(rows: Rows, times: int) -> None:
    """Learn `times` over, say how well, and keep what was learned."""
    bounds, rng = bounds_of(rows), np.random.default_rng(1)
    held = len(bounds) * 4 // 5
    known, learner, scale = bounds[:held], Learner(1, 1), np.array([1.0, 0.0])
    learner.nets[0] = value_network(solo=False)[0]
    wanted, found = np.zeros(len(rows)), np.zeros(len(rows))
    for first, last in bounds:
        wanted[first:last] = rows["visits"][first:last] / rows["visits"][first:last].sum()
    steps = times * (held // BATCH)
    for step in range(1, steps + 1):
        slow = max(0.01, 1 - step / steps)
        descend(learner.nets, rows, known[rng.integers(0, held, BATCH)], scale, wanted, found)
        mend = np.array([1 / (1 - 0.9**step), 1 / (1 - 0.999**step)])
        adam(learner._flat, RATE * slow * min(1.0, step / 50), 1 / BATCH, mend)  # noqa: SLF001 - as it learns
        scale[0] -= 0.02 * slow * scale[1] / BATCH
        scale[1] = 0.0
    score_all(learner.nets, rows, scale, found)
    rest = rows[bounds[held, 0] :]
    print(f"{len(bounds) - held} decisions held out; the planner: {agreement(rest, rest['prior'].astype(float))}")
    print(f"the prior, {scale[0]:.2f} of the planner's and a network: {agreement(rest, found[bounds[held, 0] :])}")
    np.savez(FOLDER / "prior.npz", nets=learner.nets[:1], scale=scale)


class Primed:
    """Search whose root begins with the prior; without one, the usual search."""

    def __init__(self, iterations: int, nets: Array | None, scale: Numbers) -> None:
        """Set the budget, and the prior."""
        self._iterations, self._nets, self._scale = iterations, nets, scale
        self.spent, self._trail = 0.0, Trail()

    def choose(self, view: View, rng: Random) -> Action:
        """Return what the search finds."""
        if len(view.legal) == 1:
            return view.legal[0]
        begun = process_time()
        vars(thinking_module)["new_room"] = new_room if self._nets is None else self._room
        games = games_for(view, self._iterations)
        action = think(view, rng, iterations=games, trail=self._trail).considered[0].action
        self.spent += process_time() - begun
        return action

    def _room(self, view: View, rng: Random, manner: Manner, grown: int) -> Room:
        room = new_room(view, rng, manner, grown)
        if view.phase is Phase.PLACE:
            search(*room.arrays, 0)
            _, rows = candidates(room, view)
            scores = np.zeros(len(rows))
            score_all(self._nets, rows, self._scale, scores)
            room.edges["prior"][[at for at, _ in root_actions(room)]] = np.maximum(np.exp(scores - scores.max()), 1e-6)
        return room


def match(iterations: int, deals: int) -> None:
    """Play each deal from both seats, and say how the search with the prior did."""
    kept = np.load(FOLDER / "prior.npz")
    found, spent = [], np.zeros(2)
    for number in range(deals):
        won = ahead = 0.0
        for seat in (0, 1):
            bots = (Primed(iterations, kept["nets"], kept["scale"]), Primed(iterations, None, kept["scale"]))
            state, rng = (
                deal(catalogue(), GameOptions(2), SeededShuffler(f"prior {number}")),
                Random(f"{number}/{seat}"),
            )
            while seats := awaited(state):
                action = bots[seats[0] != seat].choose(view_of(state, seats[0]), rng)
                state = apply(state, seats[0], action).state
            assert state.result
            won += (seat in state.result.winners) / len(state.result.winners) / 2
            ahead += (state.result.totals[seat] - state.result.totals[1 - seat]) / 2
            spent += [bot.spent for bot in bots]
        found.append((100 * won, ahead))
    table = np.array(found)
    each = 1.96 * table.std(0, ddof=1) / len(table) ** 0.5
    print(
        f"{2 * deals} games: {table[:, 0].mean():.1f} ± {each[0]:.1f} % won, {table[:, 1].mean():.2f} ± {each[1]:.2f}"
    )
    print(f"it took {spent[0] / spent[1]:.2f} times as long")


def main() -> None:
    """Read the options, and do one of three things."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("step", choices=("games", "fit", "match"))
    options.add_argument("--games", type=int, default=250)
    options.add_argument("--iterations", type=int, default=200, help="of the searches that meet")
    options.add_argument("--times", type=int, default=8, help="how often the games are learned from")
    asked = options.parse_args()
    FOLDER.mkdir(exist_ok=True)
    if asked.step == "games":
        decisions = [rows for number in range(asked.games) for rows in game(f"prior/{number}")]
        for number, rows in enumerate(decisions):
            rows["decision"] = number
        np.save(FOLDER / "prior.npy", np.concatenate(decisions))
    elif asked.step == "fit":
        fit(np.load(FOLDER / "prior.npy"), asked.times)
    else:
        match(asked.iterations, asked.games // 2)


if __name__ == "__main__":
    main()
