"""`codex-naturalis tournament`: bots play a tournament in the terminal."""

import csv
import io
from pathlib import Path

from click.testing import CliRunner, Result
from msgspec.json import decode

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.record import read_record, replay

FIELD = ("random", "greedy", "random", "greedy")


def run(*arguments: str, exit_code: int = 0) -> Result:
    """Run the command line, which must end with `exit_code`."""
    done = CliRunner().invoke(codex_naturalis, arguments)
    assert done.exit_code == exit_code, done.output
    return done


def test_a_swiss_prints_its_rounds_and_standings() -> None:
    """Each round with its tables, the winner marked; greedy ends above random."""
    said = run("tournament", *FIELD, "--rounds", "3", "--seed", "a", "--processes", "1").output
    assert said.count("Round ") == 3
    assert said.count("*") >= 6
    assert "greedy" in said.splitlines()[-4]
    assert "random" in said.splitlines()[-1]


def test_the_same_seed_plays_the_same_tournament_however_many_processes_play() -> None:
    """To the last byte; another seed does not."""
    plan = ("tournament", *FIELD, "greedy", "--rounds", "2", "--json")
    first = run(*plan, "--seed", "a", "--processes", "1").output
    assert run(*plan, "--seed", "a", "--processes", "2").output == first
    assert run(*plan, "--seed", "b", "--processes", "1").output != first


def test_a_duplicate_round_has_one_deal(tmp_path: Path) -> None:
    """All tables of a round, and no two rounds."""
    file = tmp_path / "games.jsonl"
    plan = ("tournament", *FIELD, "--format", "duplicate", "--rounds", "3", "--processes", "1")
    printed = decode(run(*plan, "--json", "--record", str(file)).output)
    deals = [read_record(line).deal for line in file.read_text().splitlines()]
    assert len(deals) == 6
    assert all(deals[2 * number] == deals[2 * number + 1] for number in range(3))
    assert len({repr(deal) for deal in deals}) == 3
    tables = [table for played in printed["plan"]["played"] for table in played["tables"]]
    for line, table in zip(file.read_text().splitlines(), tables, strict=True):
        *_, last = replay(read_record(line))
        result = last.state.result
        assert result is not None
        assert list(result.totals) == table["totals"]


def test_standings_as_csv() -> None:
    """One row for each entrant, with the same columns as in JSON."""
    rows = list(csv.DictReader(io.StringIO(run("tournament", *FIELD, "--csv", "--processes", "1").output)))
    assert {row["entrant"] for row in rows} == {"random", "random #2", "greedy", "greedy #2"}
    assert float(rows[0]["score"]) >= float(rows[-1]["score"])


def test_four_seats_and_a_knockout() -> None:
    """Five entrants sit at a table of three and one of two, whose winners meet."""
    printed = decode(run("tournament", *FIELD, "greedy", "--seats", "4", "--format", "knockout", "--json").output)
    sizes = [sorted(len(table["entrants"]) for table in played["tables"]) for played in printed["plan"]["played"]]
    assert sizes == [[2, 3], [2]]


def test_what_cannot_be_played_is_refused_in_a_sentence() -> None:
    """One entrant, and a bot that is not there."""
    assert "a tournament needs two entrants" in run("tournament", "greedy", exit_code=2).output
    assert "there is no bot named 'nobody'" in run("tournament", "greedy", "nobody", exit_code=2).output


def test_a_bot_that_raises_forfeits_and_is_told(tmp_path: Path) -> None:
    """With the command that asks its question again; the tournament goes on."""
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken:\n    def choose(self, view, rng):\n        raise RuntimeError('no idea')\n")
    done = run("tournament", str(broken), "greedy", "--rounds", "2", "--processes", "1")
    assert "no idea" in done.stderr
    assert "codex-naturalis bot ask" in done.stderr
    assert done.stdout.splitlines()[-1].split()[1] == str(broken)
