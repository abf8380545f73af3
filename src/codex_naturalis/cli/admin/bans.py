"""Commands `codex-naturalis admin ban`, `bans` and `unban`: shut people out."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.json import Encoder

from ..data import IDS, data_option, settings_in, usable_database
from ..texts import say

if TYPE_CHECKING:
    from codex_naturalis.server.bans.bans import Ban

__all__ = ["ban", "bans", "unban"]

_DAY = 24 * 3600.0
_MOST_DAYS = 36_500.0
_LAST = 2**63 - 1
"""Largest row number of a database."""


def _days(_context: click.Context, _option: click.Parameter, days: float | None) -> float | None:
    if days is not None and not 0 < days <= _MOST_DAYS:
        raise click.BadParameter(say("admin.days", most=f"{_MOST_DAYS:,.0f}"))
    return days


@click.command(short_help="Ban a guest, an account or an address.", context_settings=IDS)
@click.argument("who")
@click.option("--table", metavar="ID", help="WHO is the name of a guest at this table.")
@click.option("--address", "as_address", is_flag=True, help="WHO is an address or a network, such as 203.0.113.0/24.")
@click.option("--reason", required=True, help="Shown to the banned person.")
@click.option("--days", type=float, callback=_days, help="How long the ban lasts.  [default: permanent]")
@data_option
def ban(who: str, table: str | None, reason: str, days: float | None, data: Path | None, *, as_address: bool) -> None:
    """Ban WHO: the name of an account, the id of a guest, or what --table or --address say.

    Within seconds open windows are closed and seats at waiting tables become free; in running games a bot plays on.
    """
    from codex_naturalis.server.admin import bans as banning  # noqa: PLC0415 - slow to import

    if as_address and table:
        raise click.UsageError(say("admin.table_or_address"))
    settings, until = settings_in(data), time.time() + days * _DAY if days else None
    with usable_database(settings):
        try:
            if as_address:
                made = banning.ban_network(settings.database_address, who, reason, until)
            else:
                made = banning.ban(settings.database_address, who, reason, until, table)
        except banning.NotFoundError:
            text = say("admin.no_guest_at", who=who, table=table) if table else say("admin.no_guest", who=who)
            raise click.ClickException(text) from None
        except banning.AmbiguousError as several:
            raise click.ClickException(say("admin.several", who=who, several=several)) from None
        except ValueError:
            raise click.ClickException(say("admin.not_address", who=who)) from None
    click.echo(_line(made))


@click.command(short_help="List bans.")
@click.option("--all", "ended", is_flag=True, help="Include bans that have ended.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per ban and line.")
@data_option
def bans(data: Path | None, *, ended: bool, as_json: bool) -> None:
    """List bans, the latest first: number, start, end, who and why."""
    from codex_naturalis.server.admin.bans import list_bans  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    with usable_database(settings):
        found = list_bans(settings.database_address, ended=ended)
    encoder = Encoder()
    for one in found:
        click.echo(encoder.encode(one) if as_json else _line(one))


@click.command(short_help="Lift a ban.")
@click.argument("number", type=click.IntRange(0, _LAST))
@data_option
def unban(number: int, data: Path | None) -> None:
    """Lift the ban with this NUMBER in the list of `bans`."""
    from codex_naturalis.server.admin.bans import NotFoundError  # noqa: PLC0415 - slow to import
    from codex_naturalis.server.admin.bans import unban as let_in  # noqa: PLC0415

    settings = settings_in(data)
    with usable_database(settings):
        try:
            let_in(settings.database_address, number)
        except NotFoundError:
            raise click.ClickException(say("admin.no_ban", number=number)) from None


def _line(one: Ban) -> str:
    until = "for good" if one.until is None else f"until {_day(one.until)}"
    return f"{one.id:>4}  {_day(one.created)}  {until}  {one.name}  {one.reason}"


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
