"""`codex-naturalis replay`: to the letter of the record format."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.record import Record, seeded_deal, write_record
from codex_naturalis.rules import SoloLevel, options_of
from tests.golden.test_recorded_games import lines

GOLDEN = [json.dumps(game["record"]) for game in lines("shared_games.jsonl")]
SOLO = next(json.dumps(g["record"]) for g in lines("recorded_games.jsonl") if g["record"]["options"]["solo"] == "hard")


def run(*arguments: str, stdin: str | bytes = "") -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(codex_naturalis, ["replay", *arguments], input=stdin)


def replay_lines(*arguments: str, stdin: str = "") -> list[Any]:
    """Return the JSON objects that `replay --json` prints, one per line."""
    result = run("--json", *arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_one_object_per_record_and_line(tmp_path: Path) -> None:
    """Several files, standard input among them, in the order given."""
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text(f"{GOLDEN[0]}\n{GOLDEN[1]}\n")
    second.write_text(GOLDEN[2])
    whole = replay_lines(str(first), "-", str(second), stdin=GOLDEN[3])
    assert whole == [replay_lines("-", stdin=GOLDEN[n])[0] for n in (0, 1, 3, 2)]


@pytest.mark.parametrize("game", lines("shared_games.jsonl"), ids=lambda game: f"{len(game['expect']['totals'])}-seats")
def test_steps_and_result_are_as_the_format_says(game: Any) -> None:  # noqa: ANN401 - JSON
    """One step per action with scores, symbols and sorted open cells of each seat, then objectives and totals."""
    record, expected = game["record"], game["expect"]
    (replayed,) = replay_lines("-", stdin=json.dumps(record))
    assert list(replayed) == ["steps", "refused", "result"]
    assert [step["action"] for step in replayed["steps"]] == record["actions"]
    for index, after in expected["steps"].items():
        step, seat = replayed["steps"][int(index)], after["seat"]
        assert list(step) == ["action", "scores", "symbols", "open"]
        assert (step["scores"][seat], step["symbols"][seat]) == (after["score"], after["symbols"])
        assert step["open"][seat] == sorted(after["open"])
    assert replayed["refused"] is None
    result = replayed["result"]
    assert (result["totals"], result["winners"]) == (expected["totals"], expected["winners"])
    for seat, scores in enumerate(result["objectives"]):
        deal = record["deal"]
        assert [score["id"] for score in scores[:2]] == deal["common_objectives"]
        assert scores[2]["id"] in deal["seats"][seat]["objectives"]
        assert [score["points"] for score in scores] == expected["objective_points"][seat]
        assert all(list(score) == ["id", "copies", "points"] for score in scores)


def test_final_leaves_the_steps_out() -> None:
    """And nothing else."""
    (whole,), (end,) = replay_lines("-", stdin=GOLDEN[0]), replay_lines("--final", "-", stdin=GOLDEN[0])
    del whole["steps"]
    assert end == whole


def test_solo_games_tell_of_tybor() -> None:
    """At the end, and in each step after his turn."""
    (replayed,) = replay_lines("-", stdin=SOLO)
    assert list(replayed) == ["steps", "refused", "result", "tybor"]
    assert all(list(step) == ["action", "scores", "symbols", "open", "tybor"] for step in replayed["steps"])
    assert replayed["steps"][0]["tybor"]["score"] == 4
    assert replayed["steps"][-1]["tybor"] == replayed["tybor"]
    assert list(replayed["tybor"]) == ["score", "resources"]
    assert len(replayed["tybor"]["resources"]) == 4


def test_a_game_that_is_not_over_has_no_result() -> None:
    """`result` is null until then, also before the first action."""
    record = json.loads(GOLDEN[0])
    for length in (0, 3, 20):
        (replayed,) = replay_lines("-", stdin=json.dumps({**record, "actions": record["actions"][:length]}))
        assert (len(replayed["steps"]), replayed["result"], replayed["refused"]) == (length, None, None)


def test_an_illegal_action_ends_the_record_and_is_no_failure() -> None:
    """It is named by index and reason; what comes before is told, and the next record is played."""
    record = json.loads(GOLDEN[0])
    actions = [*record["actions"][:6], "0 draw gold-1", *record["actions"][6:]]
    broken, sound = replay_lines("-", stdin=json.dumps({**record, "actions": actions}) + "\n" + GOLDEN[1])
    assert broken["refused"] == {"index": 6, "reason": "illegal.not_your_turn"}
    assert (len(broken["steps"]), broken["result"]) == (6, None)
    assert sound["refused"] is None


def test_a_seed_plays_like_its_deal() -> None:
    """A record with a seed is as good as one with the deal."""
    options = options_of(1, solo=SoloLevel.EASY)
    seeded, given = Record(options, seed="ü"), Record(options, deal=seeded_deal(options, "ü"))
    assert replay_lines("-", stdin=write_record(seeded)) == replay_lines("-", stdin=write_record(given))


@pytest.mark.parametrize("line", ["{", "[" * 3000, "null", "{}", GOLDEN[0].replace('"en"', '"de"'), '{"a\\nb":1}'])
def test_what_is_no_record_is_named_in_one_line(line: str) -> None:
    """File, line and fault on standard error, exit status 2; the records before it are told."""
    result = run("--json", "--final", "-", stdin=f"{GOLDEN[0]}\n\n{line}\n{GOLDEN[1]}\n")
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr.startswith("-: line 3: ")
    assert len(result.stderr.splitlines()) == 1


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A missing file, or a folder."""
    for path in (tmp_path / "none.jsonl", tmp_path):
        result = run("--json", str(path))
        assert result.exit_code == 2
        assert result.stderr.startswith(f"{path}: ")
        assert len(result.stderr.splitlines()) == 1


def test_bytes_that_are_no_text() -> None:
    """Not UTF-8 is one line too."""
    result = run("--json", "-", stdin=b'{"format":"\xff"}')
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


@pytest.mark.usefixtures("english")
def test_for_people_there_is_a_table() -> None:
    """Without --json: a line per action, and who has won."""
    result = run("-", stdin=GOLDEN[0] + "\n" + SOLO)
    assert result.exit_code == 0
    assert "-:1  2 seats" in result.stdout
    assert json.loads(GOLDEN[0])["actions"][4] in result.stdout
    assert "won by seat" in result.stdout
    assert "Tybor" in result.stdout
    assert len(run("--final", "-", stdin=GOLDEN[0]).stdout.splitlines()) == 2
