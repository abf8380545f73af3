"""Aggregates of the first data set: the tally of each part."""

from pathlib import Path

from ..explored import Explored, Group
from ..tally import Tally
from ..tallying import tally_folder
from .making import made_shards, set_digest
from .parts import PARTS

__all__ = ["aggregate"]


def aggregate(folder: Path) -> Explored:
    """Return the tallies of all games that are there, part by part, each with the digest of its games."""
    made = made_shards(folder)
    groups = []
    for part in PARTS:
        games, digest = set_digest(folder, part.name)
        tally = Tally.empty(part.options.seats)
        for shard in made:
            if shard.part == part.name and shard.first < games:
                tally_folder(tally, folder / shard.folder)
        while tally.gold and not tally.gold[-1].number:
            tally.gold.pop()
        while tally.totals and not tally.totals[-1]:
            tally.totals.pop()
        if games:
            solo = part.options.solo and part.options.solo.value
            groups.append(Group(part.name, part.bot, part.options.seats, solo, digest, tally))
    return Explored(tuple(groups))
