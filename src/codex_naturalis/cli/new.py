"""`codex-naturalis new`: deal a game and print its record."""

import secrets

import click

from codex_naturalis.record import Record, seeded_deal, write_record
from codex_naturalis.rules import SoloLevel

from .options import game_options, options_from, seed_option, state_of_code

__all__ = ["new"]


@click.command(short_help="Deal a game and print its record.")
@click.option("--seats", type=click.IntRange(1, 4), help="Number of seats; 1 only with --solo.")
@click.option(
    "--solo",
    type=click.Choice([level.value for level in SoloLevel]),
    help="Play against Tybor; gentle and first are our own levels, in no rulebook.",
)
@click.option("--code", help="Code of a position whose deal is taken, with its options.")
@seed_option(required=False, help="Any text; the same text always gives the same deal. Without it the deal is random.")
@game_options
def new(  # one for each option
    seats: int | None, solo: str | None, code: str | None, seed: str | None, preset: str, **wishes: str | None
) -> None:
    """Deal a game and print its record, with its deal and no actions."""
    if code is not None:
        state = state_of_code(code)
        click.echo(write_record(Record(state.options, deal=state.deal, rules=state.rules)))
        return
    options = options_from(seats, preset=preset, solo=solo, **wishes)
    deal = seeded_deal(options, secrets.token_hex(16) if seed is None else seed)
    click.echo(write_record(Record(options, deal=deal)))
