"""The archive for other engines, read as a stranger would who has nothing else."""

import io
import json
from collections.abc import Iterator
from functools import cache
from typing import Any
from zipfile import ZipFile

import pytest

from codex_naturalis import GameState, from_code, legal_actions, read_record
from codex_naturalis.cli.perft import count_sequences
from codex_naturalis.record import opening
from codex_naturalis.rules import apply, awaited, parse_action
from codex_naturalis.views import view_of
from tools.conformance import build_archive


@cache
def archive() -> ZipFile:
    """Return the archive."""
    return ZipFile(io.BytesIO(build_archive()))


def lines(name: str) -> Iterator[Any]:
    """Yield the objects in a file of the archive."""
    return map(json.loads, archive().read(name).decode().splitlines())


def test_it_says_what_is_in_it() -> None:
    """Each file is named in the README, and the number of games is right; the same rules make the same bytes."""
    readme = archive().read("README.md").decode()
    assert f"{len(list(lines('games.jsonl')))} games" in readme
    assert len(list(lines("games.jsonl"))) == 42
    for name in archive().namelist():
        assert name == "README.md" or f"`{name}`" in readme
    assert build_archive() == build_archive()


def test_its_games_lead_to_what_it_says() -> None:
    """Action by action: points, symbols and open cells of each seat; then the totals and who won."""
    for game in lines("games.jsonl"):
        state = opening(read_record(json.dumps(game["record"])))
        for text, step in zip(game["record"]["actions"], game["replay"]["steps"], strict=True):
            seat, _, rest = text.partition(" ")
            state = apply(state, int(seat), parse_action(rest)).state
            assert [own.score for own in state.seats] == step["scores"]
            assert [list(own.codex.symbols) for own in state.seats] == step["symbols"]
            assert [sorted(map(list, own.codex.open)) for own in state.seats] == step["open"]
        result = state.result
        assert (result is None) == (game["replay"]["result"] is None)
        assert not result or list(result.totals) == game["replay"]["result"]["totals"]


def test_its_positions_have_these_actions_and_views() -> None:
    """As text, in any order."""
    for position in lines("positions.jsonl"):
        state = from_code(position["code"])
        assert isinstance(state, GameState)
        assert {str(seat) for seat in awaited(state)} == set(position["legal"])
        for seat, actions in position["legal"].items():
            assert sorted(map(str, legal_actions(state, int(seat)))) == sorted(actions)
        assert [view_of(state, viewer).code() for viewer in (*range(len(state.seats)), None)] == position["views"]


@pytest.mark.parametrize("position", list(lines("perft.jsonl")), ids=lambda position: position["code"][:24])
def test_its_counts_are_right(position: Any) -> None:  # noqa: ANN401 - JSON
    """For each length up to a few thousand sequences; `tests/perft` counts the rest."""
    state = from_code(position["code"])
    assert isinstance(state, GameState)
    counts = [count for count in position["counts"] if count < 5000]
    assert [count_sequences(state, depth) for depth in range(1, len(counts) + 1)] == counts
