"""Whole games, recorded: what they led to once, they lead to for ever."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from codex_naturalis.cli.replay import replayed
from codex_naturalis.record import read_record, replay, seeded_deal
from codex_naturalis.record.format import Record
from codex_naturalis.rules import GameOptions

HERE = Path(__file__).parent


def lines(name: str) -> list[Any]:
    """Return each line of a golden file."""
    return [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]


def record_in(line: Any) -> Record:  # noqa: ANN401 - JSON
    """Return the record in one line."""
    return read_record(json.dumps(line["record"]))


@pytest.mark.parametrize("game", lines("shared_games.jsonl"), ids=lambda game: f"{len(game['expect']['totals'])}-seats")
def test_other_engines_agree(game: Any) -> None:  # noqa: ANN401 - JSON
    """Two independent engines and a brute-force third agree with ours on each step and on the end."""
    steps = list(replay(record_in(game)))
    for index, expected in game["expect"]["steps"].items():
        own = steps[int(index)].state.seats[expected["seat"]]
        assert own.score == expected["score"]
        assert list(own.codex.symbols) == expected["symbols"]
        assert sorted(map(list, own.codex.open)) == expected["open"]
    result = steps[-1].state.result
    assert result is not None
    assert [[score.points for score in scores] for scores in result.objectives] == game["expect"]["objective_points"]
    assert list(result.totals) == game["expect"]["totals"]
    assert list(result.winners) == game["expect"]["winners"]


@pytest.mark.parametrize(
    "game", lines("recorded_games.jsonl"), ids=lambda game: f"{game['record']['options']['seats']}"
)
def test_our_own_games_stay_what_they_were(game: Any) -> None:  # noqa: ANN401 - JSON
    """Every option, seat number and solo level: the end, and a digest of all that `replay --json` says on the way."""
    record = record_in(game)
    assert json.loads(encode(replayed(record, final=True))) == game["end"]
    assert sha256(encode(replayed(record, final=False))).hexdigest() == game["replay_sha256"]


@pytest.mark.parametrize(
    "golden", lines("deals.jsonl"), ids=lambda golden: f"{golden['options']['seats']}-{golden['seed']!a}"
)
def test_a_seed_gives_the_same_deal_for_ever(golden: Any) -> None:  # noqa: ANN401 - JSON
    """The shuffle belongs to the record format: it never changes, on any platform."""
    record = read_record(
        json.dumps(
            {
                "format": "codex-naturalis",
                "version": 1,
                "actions": [],
                "seed": golden["seed"],
                "options": golden["options"],
            }
        )
    )
    assert isinstance(record.options, GameOptions)
    assert json.loads(encode(seeded_deal(record.options, golden["seed"]))) == golden["deal"]
