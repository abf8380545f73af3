"""Tallies count what the rows say, whichever way they come, and the packaged ones are whole and small."""

from importlib.resources import files
from pathlib import Path

import pytest

from codex_naturalis.catalogue import catalogue
from codex_naturalis.data import rows_of
from codex_naturalis.data.explored import EXPLORED, load_packaged
from codex_naturalis.data.rows import Origin
from codex_naturalis.data.selfplay import Shard
from codex_naturalis.data.selfplay.aggregates import aggregate
from codex_naturalis.data.selfplay.making import play_part, write_shard
from codex_naturalis.data.selfplay.parts import part_named
from codex_naturalis.data.tally import VICTORY, GameTally, opening_of
from codex_naturalis.data.tallying import tally_rows

LARGEST = 200_000


@pytest.mark.parametrize("name", ["planner-2", "planner-4", "solo-easy"])
def test_a_folder_and_its_records_have_the_same_tally(name: str, tmp_path: Path) -> None:
    """Parquet files lead to the sums that the rows of the rules lead to."""
    part = part_named(name)
    records = list(play_part(part, range(12)))
    write_shard(tmp_path, Shard(name, 0, len(records)), records)
    tally = GameTally.empty(part.options.seats)
    for record in records:
        rows = rows_of(record, Origin())
        assert rows is not None
        tally_rows(tally, rows)
    (group,) = aggregate(tmp_path).groups
    assert (group.key, group.tally.games) == (name, 12)
    assert group.tally.cards == tally.cards
    assert group.tally.objectives == tally.objectives
    assert group.tally.openings == tally.openings
    assert group.tally.starters == tally.starters


@pytest.mark.parametrize(
    ("second", "name"),
    [((2, 0), "onward"), ((1, 1), "beside"), ((1, -1), "beside"), ((-1, 0), "across"), ((0, 1), "next")],
)
def test_openings_are_named_alike_however_they_are_turned(second: tuple[int, int], name: str) -> None:
    """Turning and mirroring a codex leaves its opening what it is."""
    u, v = second
    for turn in range(4):
        first = [(1, 0), (0, 1), (-1, 0), (0, -1)][turn]
        turned = [(u, v), (-v, u), (-u, -v), (v, -u)][turn]
        mirrored = (turned[1], turned[0])
        assert opening_of(("front", *first), ("back", *turned)) == f"{name} up down"
        assert opening_of(("front", first[1], first[0]), ("back", *mirrored)) == f"{name} up down"


def test_the_packaged_rates_are_whole_and_small() -> None:
    """Each seat, card, objective and starter is counted as often as there were games; all of it fits the package."""
    assert len((files("codex_naturalis.data") / EXPLORED).read_bytes()) <= LARGEST
    for group in load_packaged().groups:
        tally, seats = group.tally, group.tally.games * group.seats
        assert group.digest
        assert [seat.number for seat in tally.seats] == [tally.games] * group.seats
        assert sum(side.number for side in tally.starters) == sum(tally.totals) == seats
        assert sum(objective.kept for objective in tally.objectives) == seats
        assert sum(objective.offered for objective in tally.objectives) == 2 * seats
        assert sum(objective.common for objective in tally.objectives) == 2 * seats
        assert len(tally.cards) == len(catalogue().resource) + len(catalogue().gold)
        assert sum(card.dealt for card in tally.cards) == 3 * seats
        for card in tally.cards:
            assert card.dealt + card.drawn == card.up + card.down + card.left
        if group.solo is None:
            assert sum(seat.won for seat in tally.seats) == VICTORY * tally.games
