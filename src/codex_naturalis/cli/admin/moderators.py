"""Commands `codex-naturalis admin moderator` and `moderations`: who moderates, and what they did."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click
from msgspec.json import Encoder

from ..data import IDS, data_option, settings_in, usable_database
from ..texts import say

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["moderations", "moderator"]


@click.group(short_help="Name the accounts that moderate.")
def moderator() -> None:
    """Name the accounts that see reports at /moderation, and may mute, rename and ban."""


@moderator.command("add", short_help="Make an account a moderator.", context_settings=IDS)
@click.argument("name")
@data_option
def add(name: str, data: Path | None) -> None:
    """Make the account called NAME a moderator, at once."""
    from codex_naturalis.server.admin import moderators  # noqa: PLC0415 - slow to import

    click.echo(_change_moderator(name, data, moderators.add))


@moderator.command("remove", short_help="Make an account no moderator any more.", context_settings=IDS)
@click.argument("name")
@data_option
def remove(name: str, data: Path | None) -> None:
    """Make the account called NAME no moderator any more, at once."""
    from codex_naturalis.server.admin import moderators  # noqa: PLC0415 - slow to import

    click.echo(_change_moderator(name, data, moderators.remove))


def _change_moderator(name: str, data: Path | None, change: Callable[[Path | str, str], str]) -> str:
    from codex_naturalis.server.admin.bans import NotFoundError  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    with usable_database(settings):
        try:
            return change(settings.database_address, name)
        except NotFoundError:
            raise click.ClickException(say("admin.no_moderator", name=name)) from None


@moderator.command("list", short_help="List the moderators.")
@data_option
def list_moderators(data: Path | None) -> None:
    """List the names of all moderators, one on each line."""
    from codex_naturalis.server.admin.moderators import moderators_named  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    with usable_database(settings):
        for name in moderators_named(settings.database_address):
            click.echo(name)


@click.command(short_help="List what moderators did.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
@data_option
def moderations(data: Path | None, *, as_json: bool) -> None:
    """List what moderators did, the latest first: when, who, what, to whom, until when and why."""
    from codex_naturalis.server.admin.moderators import log  # noqa: PLC0415 - slow to import

    settings, encoder = settings_in(data), Encoder()
    with usable_database(settings):
        found = log(settings.database_address)
    for one in found:
        if as_json:
            click.echo(encoder.encode(one))
        else:
            until = "" if one.until is None else _day(one.until)
            click.echo("  ".join((_day(one.at), one.moderator, one.action, one.name, until, one.reason)).rstrip())


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
