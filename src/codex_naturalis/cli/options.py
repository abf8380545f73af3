"""Options that several commands share: the house rules of a game."""

from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

import click

from codex_naturalis.rules import Exhaustion, GameOptions, Preset, Refill, SoloLevel, TieBreak, options_of

__all__ = ["game_options", "options_from", "seed_option"]

_F = TypeVar("_F", bound=Callable[..., object])


def _choice(values: type[StrEnum]) -> click.Choice[str]:
    return click.Choice([value.value for value in values])


def game_options(command: _F) -> _F:
    """Add `--preset`, `--end-by-exhaustion`, `--tie-break` and `--refill` to `command`."""
    for option in (
        click.option("--refill", type=_choice(Refill), help="What fills a market slot whose deck is empty."),
        click.option("--tie-break", type=_choice(TieBreak), help="What decides between equal totals."),
        click.option(
            "--end-by-exhaustion", type=_choice(Exhaustion), help="Which cards must be gone to trigger the end."
        ),
        click.option(
            "--preset",
            type=_choice(Preset),
            default="en",
            show_default=True,
            help="Edition whose rules apply by default.",
        ),
    ):
        command = option(command)
    return command


def options_from(
    seats: int | None,
    *,
    preset: str,
    end_by_exhaustion: str | None,
    tie_break: str | None,
    refill: str | None,
    solo: str | None = None,
) -> GameOptions:
    """Return the options that the command line names; without seats, those of a solo game."""
    try:
        return options_of(
            _seats(seats, solo),
            Preset(preset),
            end_by_exhaustion=Exhaustion(end_by_exhaustion) if end_by_exhaustion else None,
            tie_break=TieBreak(tie_break) if tie_break else None,
            refill=Refill(refill) if refill else None,
            solo=SoloLevel(solo) if solo else None,
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _seats(seats: int | None, solo: str | None) -> int:
    if seats is None and solo is None:
        raise click.UsageError("say how many play: --seats 2, 3 or 4, or --solo easy, normal or hard")
    return 1 if seats is None else seats


def _text(_context: click.Context, _parameter: click.Parameter, seed: str | None) -> str | None:
    try:
        (seed or "").encode()
    except UnicodeEncodeError:
        raise click.BadParameter("a seed is text, in UTF-8") from None
    return seed


def seed_option(*, required: bool, help: str) -> Callable[[_F], _F]:  # noqa: A002 - click's word
    """Return the option `--seed`, any text."""
    return click.option("--seed", callback=_text, required=required, help=help)
