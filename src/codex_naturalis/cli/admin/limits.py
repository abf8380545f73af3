"""`codex-naturalis admin clear-limits` and `rotate-key`: commands for a host after abuse."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import click

from ..data import IDS, data_option, settings_in, usable_database
from ..texts import say

__all__ = ["clear_limits", "rotate_key"]

_DAY = 24 * 3600.0


@click.command("clear-limits", short_help="Reset the rate limits of a guest or an address.", context_settings=IDS)
@click.argument("who")
@click.option("--address", "as_address", is_flag=True, help="WHO is an address or a network, such as 203.0.113.0/24.")
@data_option
def clear_limits(who: str, data: Path | None, *, as_address: bool) -> None:
    """Reset the rate limits of WHO: the name of an account, the id of a guest, or an address.

    Failed sign-ins, requests and messages are forgotten within seconds, by every running server.
    """
    from codex_naturalis.server.admin.bans import NotFoundError  # noqa: PLC0415 - slow to import
    from codex_naturalis.server.admin.pardons import pardon, pardon_network  # noqa: PLC0415

    settings = settings_in(data)
    with usable_database(settings):
        try:
            named = (
                pardon_network(settings.database_address, who) if as_address else pardon(settings.database_address, who)
            )
        except NotFoundError:
            raise click.ClickException(say("admin.no_guest", who=who)) from None
        except ValueError:
            raise click.ClickException(say("admin.not_address", who=who)) from None
    click.echo(say("admin.reset", who=named))


@click.command("rotate-key", short_help="Create a new signing key.")
@click.option(
    "--days",
    type=click.FloatRange(0, 3650),
    default=30.0,
    show_default=True,
    help="How long tokens signed with earlier keys stay valid; 0 voids all of them at once.",
)
@data_option
def rotate_key(days: float, data: Path | None) -> None:
    """Create a new signing key; tokens signed with earlier keys stay valid for some days.

    Browsers that connect in that time get a new token automatically. After that, guests are unknown, accounts sign in
    again, and private seat links no longer work. Servers notice within seconds; those with a copy of the file `key`
    need the new one. The key that browsers know the server by for notifications stays.
    """
    from codex_naturalis.server.support.keys import DamagedKeyError, rotate  # noqa: PLC0415 - slow to import

    settings = settings_in(data)
    if not (settings.data / "key").exists():
        raise click.ClickException(say("admin.no_key", place=settings.data))
    until = time.time() + days * _DAY
    try:
        keys = rotate(settings.data, until)
    except DamagedKeyError as error:
        raise click.ClickException(str(error)) from None
    last = datetime.fromtimestamp(until, UTC).strftime("%Y-%m-%d %H:%M")
    click.echo(say("admin.new_key", count=len(keys.good()) - 1, last=last))
