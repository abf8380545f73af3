"""`codex-naturalis dataset`: reproduce the first data set from its seeds."""

from pathlib import Path

import click
from msgspec.json import encode

from codex_naturalis.data.selfplay import PARTS, make_set, set_digest, shards_of
from codex_naturalis.extras import require

__all__ = ["dataset"]


@click.command(short_help="Make the first data set again, from its seeds.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--share",
    type=click.FloatRange(min=0, min_open=True, max=1),
    default=1.0,
    show_default=True,
    help="Only the first games of each part: this share of them.",
)
@click.option(
    "--part",
    "names",
    type=click.Choice([part.name for part in PARTS]),
    multiple=True,
    help="Only this part; may be repeated.",
)
@click.option("--processes", type=click.IntRange(min=1), default=1, show_default=True, help="Number of processes.")
@click.option(
    "--aggregates",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the rates that Explore shows to this file, as JSON, from all games in FOLDER.",
)
def dataset(folder: Path, share: float, names: tuple[str, ...], processes: int, aggregates: Path | None) -> None:
    """Let bots play the games of the first data set into FOLDER, and print how many there are and their digest.

    Game n of a part is dealt by the seed `PART n`, so that the same command gives the same games on every machine. What
    is there already is not made again: the command can be broken off at any time. Needs `pip install
    "codex-naturalis[data,fast]"`.
    """
    require("data")
    require("fast")
    parts = [part for part in PARTS if not names or part.name in names]
    wanted = shards_of(share, parts)
    for shard in make_set(folder, wanted, processes):
        click.echo(f"{shard.folder}: {shard.games:,} games", err=True)
    for part in parts:
        games, digest = set_digest(folder, part.name)
        click.echo(f"{part.name:<12}{games:>9,}  {digest}")
    if aggregates is not None:
        from codex_naturalis.data.selfplay.aggregates import aggregate  # noqa: PLC0415  # needs extras

        aggregates.write_bytes(encode(aggregate(folder)) + b"\n")
