"""`codex-naturalis verify`: the dealer cannot have changed the cards afterwards."""

import json

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.record import Record, seal_deal, seeded_deal, write_record
from codex_naturalis.rules import options_of

OPTIONS = options_of(2)
DEAL = seeded_deal(OPTIONS, "dealt")
SEAL = seal_deal(DEAL, (0, 1))
GENUINE = Record(OPTIONS, deal=DEAL, seal=SEAL)
STACKED = replace(GENUINE, deal=seeded_deal(OPTIONS, "stacked"))
IMPOSSIBLE = replace(GENUINE, actions=("0 draw gold-1",))
UNSEALED = replace(GENUINE, seal=None)


def run(*arguments: str, records: tuple[Record, ...]) -> Result:
    """Run the command on records that come by standard input."""
    stdin = "".join(write_record(record) + "\n" for record in records)
    return CliRunner().invoke(codex_naturalis, ["verify", *arguments, "-"], input=stdin)


@pytest.mark.parametrize(
    ("record", "verdict", "status"),
    [(GENUINE, "genuine", 0), (STACKED, "broken", 1), (IMPOSSIBLE, "broken", 1), (UNSEALED, "none", 1)],
)
def test_a_deal_is_genuine_or_not(record: Record, verdict: str, status: int) -> None:
    """Only what was sealed passes."""
    result = run("--json", records=(record,))
    printed = json.loads(result.stdout)
    assert (printed["verdict"], result.exit_code) == (verdict, status)
    assert printed["commitment"] == (record.seal.commitment if record.seal else None)


@pytest.mark.parametrize(
    ("shown", "verdict"),
    [(SEAL.commitment, "genuine"), (SEAL.commitment[:12].upper(), "genuine"), ("0123456789", "foreign")],
    ids=["whole", "its beginning", "another"],
)
def test_the_seal_is_the_one_that_was_shown(shown: str, verdict: str) -> None:
    """A server cannot bring another seal at the end."""
    result = run("--json", "--commitment", shown, records=(GENUINE,))
    assert json.loads(result.stdout)["verdict"] == verdict
    assert result.exit_code == (verdict != "genuine")


def test_one_line_for_people_each() -> None:
    """With file and line; one bad deal is enough to fail."""
    result = run(records=(GENUINE, STACKED))
    assert result.exit_code == 1
    good, bad = result.stdout.splitlines()
    assert good.startswith("-:1  the deal is the one")
    assert "NOT" in bad


def test_a_few_letters_of_a_seal_are_not_enough() -> None:
    """Two letters would fit one seal in 256."""
    assert run("--commitment", SEAL.commitment[:2], records=(GENUINE,)).exit_code == 2
