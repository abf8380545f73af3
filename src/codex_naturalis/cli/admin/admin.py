"""Command `codex-naturalis admin`: the host's view of the tables."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec.json import Encoder

from ..data import IDS, data_option, settings_in, usable_database
from ..texts import say
from .bans import ban, bans, unban
from .limits import clear_limits, rotate_key
from .moderators import moderations, moderator
from .tournament import tournament

__all__ = ["admin"]

_STAGES = ("gathering", "playing", "over")


@click.group(short_help="List, export and delete tables; ban people; reset limits and keys.")
def admin() -> None:
    """List, export and delete tables of a data folder, ban people, reset limits and keys; its server may run."""


for command in (ban, bans, unban, moderator, moderations, tournament, clear_limits, rotate_key):
    admin.add_command(command)


@admin.command("list", short_help="List tables, most recently active first.")
@click.option("--stage", type=click.Choice(_STAGES), help="List only tables in this stage.")
@click.option("--most", type=click.IntRange(1), default=100, show_default=True, help="Maximum number of tables.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per table and line.")
@data_option
def listing(stage: str | None, most: int, data: Path | None, *, as_json: bool) -> None:
    """List tables, most recently active first: time, stage, actions, id and people."""
    from codex_naturalis.server.admin.tables import list_tables  # noqa: PLC0415 - slow to import
    from codex_naturalis.wire.table import TableStage  # noqa: PLC0415

    settings = settings_in(data)
    with usable_database(settings):
        tables = list_tables(settings.database_address, TableStage(stage) if stage else None, most)
    encoder = Encoder()
    for table in tables:
        touched = datetime.fromtimestamp(table.touched, UTC).strftime("%Y-%m-%d %H:%M")
        line = f"{touched}  {table.stage:<9}  {table.version:>4}  {table.id}  {', '.join(table.people)}"
        click.echo(encoder.encode(table) if as_json else line)


@admin.command(short_help="Print the record of a table.", context_settings=IDS)
@click.argument("table", metavar="ID")
@data_option
def export(table: str, data: Path | None) -> None:
    """Print the record of the table ID, finished or not: it shows all cards."""
    from codex_naturalis.server.admin.tables import DamagedError, UnknownTableError, export  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    with usable_database(settings):
        try:
            click.echo(export(settings.database_address, table))
        except UnknownTableError:
            raise click.ClickException(say("admin.not_begun", table=table)) from None
        except DamagedError:
            raise click.ClickException(say("admin.unreadable", table=table)) from None


@admin.command(short_help="Delete a table.", context_settings=IDS)
@click.argument("table", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@data_option
def close(table: str, data: Path | None, *, yes: bool) -> None:
    """Delete the table ID with its game and chat.

    Its people are told at the next action, or within seconds where several servers share the database.
    """
    from codex_naturalis.server.admin.tables import UnknownTableError, close  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    if not yes:
        click.confirm(f"Delete table {table} for good?", abort=True)
    with usable_database(settings):
        try:
            close(settings.database_address, table)
        except UnknownTableError:
            raise click.ClickException(say("admin.no_table", table=table)) from None
