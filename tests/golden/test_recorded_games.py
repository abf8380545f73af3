"""Whole games, recorded: what they led to once, they lead to for ever."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from codex_naturalis.cli.replay import replay_record
from codex_naturalis.record import read_record, replay, seeded_deal
from codex_naturalis.record.format import Record
from codex_naturalis.rules import GameOptions, RulesVersion

HERE = Path(__file__).parent

WALLED_IN = [
    ("walled in, as it ended by version 1", RulesVersion.FIRST, 6, (0,)),
    ("walled in, then resource-1", RulesVersion.BY_THE_BOOK, 22, ()),
    ("walled in, then gold-1", RulesVersion.BY_THE_BOOK, 24, ()),
]


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
    assert json.loads(encode(replay_record(record, final=True))) == game["end"]
    assert sha256(encode(replay_record(record, final=False))).hexdigest() == game["replay_sha256"]


@pytest.mark.parametrize("game", lines("solo_games.jsonl"), ids=lambda game: game["game"])
def test_solo_games_end_as_the_books_say_and_old_ones_as_they_did(game: Any) -> None:  # noqa: ANN401 - JSON
    """R4, R13, S13: with a last draw, and played on for a stuck player; in version 1 with neither (see `rules`)."""
    record = record_in(game)
    assert json.loads(encode(replay_record(record, final=True))) == game["end"]
    assert sha256(encode(replay_record(record, final=False))).hexdigest() == game["replay_sha256"]


@pytest.mark.parametrize("row", WALLED_IN)
def test_a_walled_in_player_wins_no_more_on_the_spot(row: tuple[str, RulesVersion, int, tuple[int, ...]]) -> None:
    """The same 21 actions: in version 1 a victory by 10 to 6; now Tybor goes on to 20 points, and a round more."""
    name, rules, tybor, winners = row
    (game,) = [game for game in lines("solo_games.jsonl") if game["game"] == name]
    record = record_in(game)
    last = list(replay(record))[-1].state
    assert record.rules is rules
    assert last.result is not None
    assert last.tybor is not None
    assert (last.result.totals, last.tybor.score, last.result.winners) == ((10,), tybor, winners)


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
