"""Aggregates of the first data set: the tally of each part."""

from pathlib import Path

from ..explored import Explored, TallyGroup
from ..tally import GameTally
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
        tally = GameTally.empty(part.options.seats)
        for shard in made:
            if shard.part == part.name and shard.first < games:
                tally_folder(tally, folder / shard.folder)
        if games:
            solo = part.options.solo and part.options.solo.value
            groups.append(TallyGroup(part.name, part.bot, part.options.seats, solo, digest, tally.trim()))
    return Explored(tuple(groups))
