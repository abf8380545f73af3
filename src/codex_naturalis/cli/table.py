"""`codex-naturalis table`: play in the terminal, alone or at a table of a server."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING, Final

import click

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.extras import require
from codex_naturalis.i18n import LOCALES
from codex_naturalis.rules import MAX_SEATS, GameOptions, SoloLevel

from .options import game_options, options_from, seed_option
from .texts import language as current_language
from .texts import say, speak

if TYPE_CHECKING:
    from codex_naturalis.i18n import Locale
    from codex_naturalis.terminal import Desk
    from codex_naturalis.words import Speech

__all__ = ["language_option", "table"]

SKINS: Final = ("lamp", "day", "contrast", "plain")


def _language(_context: click.Context, _parameter: click.Parameter, wanted: str | None) -> Locale:
    """Return the requested language, else that of the command line."""
    if wanted is not None:
        speak(wanted)
    return current_language()


language_option = click.option(
    "--language", type=click.Choice(LOCALES), callback=_language, help="Language.  [default: that of the environment]"
)


@click.command(short_help="Play in the terminal, alone or at a table of a server.")
@click.argument("link", required=False)
@click.option("--lines", is_flag=True, help="Line by line, nothing redrawn: for screen readers and pipes.")
@click.option(
    "--solo",
    type=click.Choice([level.value for level in SoloLevel]),
    help="Play against Tybor; gentle and first are our own levels, in no rulebook.",
)
@click.option("--bot", "bots", multiple=True, help="Play against this bot; up to three.")
@click.option("--bots", "list_bots", is_flag=True, help="List the opponents with their strength, and play nothing.")
@click.option("--skin", type=click.Choice(SKINS), help="Colours.  [default: what the terminal can show]")
@click.option("--watch", is_flag=True, help="Watch the table of LINK, without a seat.")
@click.option("--name", default=lambda: os.environ.get("USER") or "Guest", show_default="yours", help="Your name.")
@seed_option(required=False, help="Seed of the deal: any text.")
@language_option
@game_options
def table(  # noqa: PLR0913  # one for each option
    link: str | None,
    *,
    solo: str | None,
    bots: tuple[str, ...],
    list_bots: bool,
    name: str,
    seed: str | None,
    skin: str | None,
    language: Locale,
    preset: str,
    lines: bool,
    watch: bool,
    **wishes: str | None,
) -> None:
    """Play in the terminal.

    Without LINK a game begins that needs no server: against Tybor, or against bots. LINK is the invitation to a table
    of a server, or the private link of a seat there. Where there is no terminal, or one that cannot draw, the table is
    told line by line.
    """
    from codex_naturalis.words import opponent_lines, speech  # noqa: PLC0415 - takes time

    say = speech(language)
    if list_bots:
        click.echo("\n".join(opponent_lines(say)))
        return
    options = None if link else _options(solo, bots, preset, wishes)
    desk = _local(options, bots, seed, name) if options else _remote(link or "", name, watch=watch)
    if lines or not _draws():
        _play_lines(desk, say)
    else:
        _play_drawn(desk, say, skin or _fitting_skin())


def _draws() -> bool:
    """Return whether the terminal can draw a table."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def _fitting_skin() -> str:
    """Return the skin that the terminal can show."""
    if os.environ.get("NO_COLOR"):
        return "contrast"
    many = os.environ.get("COLORTERM") in ("truecolor", "24bit") or "256" in os.environ.get("TERM", "")
    return "lamp" if many else "plain"


def _play_lines(desk: Desk, say: Speech) -> None:
    from codex_naturalis.terminal import DeskRefusedError, play_lines  # noqa: PLC0415 - takes time

    try:
        asyncio.run(play_lines(desk, say, sys.stdin, click.echo))
    except DeskRefusedError as refused:
        from codex_naturalis.words.effects import answer_words  # noqa: PLC0415 - likewise

        raise click.ClickException(answer_words(say, refused.reason, refused.facts)) from None


def _play_drawn(desk: Desk, say: Speech, skin: str) -> None:
    require("terminal")
    from codex_naturalis.terminal.drawn import TableApp  # noqa: PLC0415 - takes time

    failure = TableApp(desk, say, skin).run()
    if failure:
        raise click.ClickException(failure)


def _options(solo: str | None, bots: tuple[str, ...], preset: str, wishes: dict[str, str | None]) -> GameOptions:
    """Return the options of a game without a server: against `bots`, or else against Tybor."""
    if solo and bots:
        raise click.UsageError(say("options.solo_or_bot"))
    seats = 1 + len(bots)
    if seats > MAX_SEATS:
        raise click.UsageError(say("options.seats", most=MAX_SEATS))
    return options_from(seats, preset=preset, solo=None if bots else solo or SoloLevel.EASY, **wishes)


def _local(options: GameOptions, bots: tuple[str, ...], seed: str | None, name: str) -> Desk:
    from codex_naturalis.terminal import LocalDesk  # noqa: PLC0415 - takes time

    try:
        return LocalDesk(options, bots, seed=seed, name=name)
    except UnknownBotError as unknown:
        raise click.UsageError(str(unknown)) from None


def _remote(link: str, name: str, *, watch: bool) -> Desk:
    require("client")
    from codex_naturalis.terminal.remote import RemoteDesk  # noqa: PLC0415 - takes time

    try:
        return RemoteDesk.at(link, name=name, watch=watch)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
