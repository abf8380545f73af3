"""What the compiled players think of five moments, as numbers that are kept: `python -m tests.kernel.thoughts` renews.

Strength falls without a sound when a network is shown other inputs than it was trained with, or the cheap player of
imagined games minds other things than it was tuned for. So `thoughts.json` holds, for moments of recorded games of two
to four seats, what the network looks at, what the cheap player lays with fixed chance, and what a short search finds.
After a change of these on purpose, or a new network, renew the file and look at the difference.
"""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import numpy as np

from codex_naturalis.bots.search.tree_search import think
from codex_naturalis.bots.search.value_network import value_network
from codex_naturalis.kernel.bridge import load, new_games
from codex_naturalis.kernel.mcts.policy import play_at
from codex_naturalis.kernel.planner.weights import playout_weights_of
from codex_naturalis.kernel.value_network import VALUE_NETWORK, estimate_at, see_at
from codex_naturalis.record import opening, parse_seat_action, read_record
from codex_naturalis.rules import GameState, Phase, apply
from codex_naturalis.views import view_of

__all__ = ["KEPT", "MOMENTS", "thought_of"]

KEPT: Final = Path(__file__).with_name("thoughts.json")
_GAMES: Final = Path(__file__).parents[1] / "golden" / "shared_games.jsonl"
MOMENTS: Final = ((0, 40), (3, 70), (6, 90), (9, 90), (18, 50))
"""Recorded games by their line, and after how many actions at least: the next placement is taken."""

_TURNS: Final = 12
_SEARCHED: Final = 200

Thoughts = dict[str, Any]  # as JSON has them


def moment(line: int, after: int) -> GameState:
    """Return a recorded game at the first placement after a number of actions."""
    record = read_record(json.dumps(json.loads(_GAMES.read_bytes().splitlines()[line])["record"]))
    state = opening(record)
    for number, text in enumerate(record.actions):
        if number >= after and state.phase is Phase.PLACE:
            break
        state = apply(state, *parse_seat_action(text)).state
    return state


def thought_of(line: int, after: int) -> Thoughts:
    """Return what is thought of a moment, by all who think."""
    state = moment(line, after)
    return {"seats": len(state.seats), **_foreseen(state), **_laid(state), **_searched(state)}


def _foreseen(state: GameState) -> Thoughts:
    """Return what the network looks at, for each seat, and what it makes of the one to act."""
    games, nets = new_games(1), value_network(solo=False).copy()
    load(games, 0, state)
    inputs = []
    for seat in range(len(state.seats)):
        blank = np.zeros(1, VALUE_NETWORK)
        see_at(games, 0, blank, seat)
        inputs.append(blank["facts"][0][: blank["number"][0]].tolist())
    see_at(games, 0, nets, state.turn)
    return {"inputs": inputs, "guess": round(estimate_at(nets, 0), 3)}


def _laid(state: GameState) -> Thoughts:
    """Return which faces the cheap player lays where in the turns that follow, for each seat, and what they score."""
    games = new_games(1)
    load(games, 0, state)
    games["rng"] = 7
    seats, before = len(state.seats), games[0]["logged"].copy()
    play_at(games, 0, _TURNS, playout_weights_of())
    logs = [games[0]["log"][seat][before[seat] : games[0]["logged"][seat]].tolist() for seat in range(seats)]
    return {
        "laid": [[[cell, int(games[0]["cells"][cell])] for cell in log] for log in logs],
        "scores": games[0]["score"][:seats].tolist(),
    }


def _searched(state: GameState) -> Thoughts:
    best = think(view_of(state, state.turn), Random(1), iterations=_SEARCHED).considered[0]
    return {"best": msgspec.to_builtins(best.action), "result": round(best.result, 3)}


def main() -> None:
    """Renew the file."""
    lines = [json.dumps(msgspec.to_builtins(thought_of(*one)), separators=(",", ":")) for one in MOMENTS]
    KEPT.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
