"""Making of the first data set: shard by shard, so that it can be interrupted and resumed.

A shard is a folder with the four tables of some games and a note of its contents. Shards are made in an order in which
all parts grow alike, so that the set at any time is a smaller one of the same kind: a prefix of each part.
"""

from collections.abc import Generator, Iterable, Iterator
from functools import partial
from hashlib import sha256
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from shutil import rmtree
from signal import SIG_IGN, SIGINT, signal

from msgspec import Struct
from msgspec.json import decode, encode

from codex_naturalis.record import Record

from ..rows import Origin
from ..tabulation import Tabulation
from ..writing import FileFormat, TableWriters
from .parts import PARTS, SetPart, part_named
from .thinking import think_through

__all__ = ["Shard", "made_shards", "make_set", "play_part", "set_digest", "shards_of", "write_shard"]

_NOTE = "made.json"


class Shard(Struct, frozen=True):
    """Some games of a part."""

    part: str
    first: int
    games: int

    @property
    def folder(self) -> str:
        """Path within the folder of the set."""
        part = part_named(self.part)
        return f"{self.part}/{self.first // part.shard:03}"


class _Made(Struct, frozen=True):
    shard: Shard
    digest: str
    """SHA-256 of the ids of its games, a line each."""


def shards_of(share: float = 1.0, parts: Iterable[SetPart] = PARTS) -> list[Shard]:
    """Return the shards that hold the first games of each part, `share` of all, in the order of making."""
    shards = []
    for part in parts:
        wanted = ceil(part.games * share)
        shards += [
            (first / part.games, Shard(part.name, first, min(part.shard, wanted - first)))
            for first in range(0, wanted, part.shard)
        ]
    return [shard for _, shard in sorted(shards, key=lambda pair: pair[0])]


def make_set(folder: Path, shards: Iterable[Shard], processes: int = 1) -> Generator[Shard, None, None]:
    """Make the missing shards, and yield each when it is done.

    Ctrl-C, or closing the iterator, ends the processes at once; a shard that is half made is restarted later.
    """
    there = set(made_shards(folder))
    missing = [shard for shard in shards if shard not in there]
    with get_context("spawn").Pool(processes, signal, (SIGINT, SIG_IGN)) as pool:  # the way out is `terminate`
        for shard, _ in zip(missing, pool.imap(partial(_make, folder), missing), strict=True):
            yield shard


def _make(folder: Path, shard: Shard) -> None:
    part = part_named(shard.part)
    write_shard(folder, shard, play_part(part, range(shard.first, shard.first + shard.games)))


def play_part(part: SetPart, numbers: Iterable[int]) -> Iterator[Record]:
    """Play games of a part: planners in the kernel, searches by the rules."""
    seeds = [part.seed(number) for number in numbers]
    if part.searches:
        return (think_through(part.options, part.bot, seed) for seed in seeds)
    from .playing import play_planners  # noqa: PLC0415  # needs the compiler

    return play_planners(part.options, part.bot, seeds)


def write_shard(folder: Path, shard: Shard, records: Iterable[Record]) -> None:
    """Write the tables of a shard; they appear together, when all are written."""
    place = folder / shard.folder
    making = place.with_suffix(".making")
    rmtree(making, ignore_errors=True)
    part = part_named(shard.part)
    origin = Origin("self-play", (part.bot,) * part.options.seats)
    with TableWriters(making, FileFormat.PARQUET) as writers, Tabulation(writers) as tabulation:
        for record in records:
            tabulation.add(record, origin)
    if tabulation.written != shard.games:
        raise ValueError(f"{shard.folder} has {tabulation.written} whole games of {shard.games}")
    (making / _NOTE).write_bytes(encode(_Made(shard, _digest([making]))))
    rmtree(place, ignore_errors=True)
    making.rename(place)


def made_shards(folder: Path) -> list[Shard]:
    """Return the finished shards, by part, in their order."""
    notes = (decode(file.read_bytes(), type=_Made) for file in sorted(folder.glob(f"*/*/{_NOTE}")))
    return [note.shard for note in notes]


def set_digest(folder: Path, part: str) -> tuple[int, str]:
    """Return the number of games of a part without a gap, and the SHA-256 of their ids, a line each."""
    shards = [shard for shard in made_shards(folder) if shard.part == part]
    whole, games = [], 0
    for shard in shards:
        if shard.first != games:
            break
        whole.append(folder / shard.folder)
        games += shard.games
    return games, _digest(whole)


def _digest(folders: Iterable[Path]) -> str:
    from pyarrow import parquet  # noqa: PLC0415  # an extra

    digest = sha256()
    for folder in folders:
        for game in parquet.read_table(folder / "games.parquet", columns=["game"])["game"].to_pylist():
            digest.update(f"{game}\n".encode())
    return digest.hexdigest()
