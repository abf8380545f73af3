"""`codex-naturalis export`: records of games as tables."""

from pathlib import Path

import click

from codex_naturalis.data import TABLES, FileFormat, Origin, TableWriters, Tabulation

from .files import records_in

__all__ = ["export"]


@click.command(short_help="Write records of games as tables, for statistics and training.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder for the tables.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice([kind.value for kind in FileFormat]),
    default=FileFormat.PARQUET.value,
    show_default=True,
    help="Format of the files.",
)
@click.option(
    "--table", "tables", type=click.Choice(list(TABLES)), multiple=True, help="Only this table; may be repeated."
)
@click.option("--source", default="record", show_default=True, help="What the column `source` says.")
def export(files: tuple[str, ...], folder: Path, kind: str, tables: tuple[str, ...], source: str) -> None:
    """Write the records in each FILE, one per line, as tables of games, seats, turns and cards; `-` is standard input.

    Games that are not over, or that the rules refuse, are left out and counted on standard error. Parquet needs
    `pip install "codex-naturalis[data]"`.
    """
    origin, chosen = Origin(source), tables or tuple(TABLES)
    with TableWriters(folder, FileFormat(kind), chosen) as writers, Tabulation(writers, chosen) as tabulation:
        for name in files:
            for _, record in records_in(name):
                tabulation.add(record, origin)
    left_out = f", {tabulation.left_out:,} left out" if tabulation.left_out else ""
    click.echo(f"{tabulation.written:,} games{left_out}", err=True)
