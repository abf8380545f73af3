"""Command `codex-naturalis admin tournament`: the host announces a tournament in the name of an account."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from codex_naturalis.i18n import words

from ..data import IDS, data_option, settings_in, usable_database
from ..texts import language, say

if TYPE_CHECKING:
    from pathlib import Path

    from codex_naturalis.play import Clock

__all__ = ["tournament"]

_MINUTE = 60
_TIMES = ("%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M")


@click.command(short_help="Announce a tournament.", context_settings=IDS)
@click.argument("name")
@click.option("--host", required=True, help="Account that hosts it.")
@click.option(
    "--kind", type=click.Choice(("arena", "swiss", "duplicate", "knockout")), default="swiss", show_default=True
)
@click.option("--starts", type=click.DateTime(_TIMES), required=True, help="Start in UTC.")
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True, help="Seats at a table.")
@click.option("--rounds", type=click.IntRange(1, 15), default=5, show_default=True, help="Rounds of a Swiss.")
@click.option("--minutes", type=click.IntRange(1, 240), default=10, show_default=True, help="Minutes for each player.")
@click.option("--increment", type=click.IntRange(0, 600), default=10, show_default=True, help="Seconds for each turn.")
@click.option("--days", type=click.IntRange(1, 30), help="Days for each turn, instead of minutes.")
@click.option("--most", type=click.IntRange(2, 1024), default=32, show_default=True, help="Players at most.")
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="House bot that takes part; may be repeated.")
@click.option("--by-link", is_flag=True, help="Keep it out of the calendar.")
@data_option
def tournament(  # noqa: PLR0913 - the options of a command
    name: str,
    *,
    host: str,
    kind: str,
    starts: datetime,
    seats: int,
    rounds: int,
    minutes: int,
    increment: int,
    days: int | None,
    most: int,
    bots: tuple[str, ...],
    by_link: bool,
    data: Path | None,
) -> None:
    """Announce the tournament NAME, and print its address; a server that runs plays it."""
    from codex_naturalis.server.admin.bans import NotFoundError  # noqa: PLC0415 - slow to import
    from codex_naturalis.server.admin.tournaments import announce  # noqa: PLC0415
    from codex_naturalis.server.tournaments.wire import NewTournament, TournamentKind, TournamentPlan  # noqa: PLC0415
    from codex_naturalis.wire.errors import ProblemError  # noqa: PLC0415

    settings, clock = settings_in(data), _clock(minutes, increment, days)
    plan = TournamentPlan(TournamentKind(kind), clock, seats, rounds=rounds, most=most)
    wanted = NewTournament(name, starts.replace(tzinfo=UTC).timestamp(), plan, listed=not by_link, bots=bots)
    with usable_database(settings):
        try:
            made = announce(settings.database_address, host, wanted, settings)
        except NotFoundError:
            raise click.ClickException(say("admin.no_moderator", name=host)) from None
        except ProblemError as problem:
            raise click.ClickException(words(language())(f"error.{problem.code.value}", **problem.facts)) from None
    click.echo(f"/tournaments/{made}")


def _clock(minutes: int, increment: int, days: int | None) -> Clock:
    from codex_naturalis.play import Correspondence, RealTime  # noqa: PLC0415 - slow to import

    return RealTime(minutes * _MINUTE, increment) if days is None else Correspondence(days)
