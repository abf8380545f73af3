"""`codex-naturalis perft`: count the distinct sequences of legal actions."""

from collections.abc import Iterator

import click
from msgspec.json import encode

from codex_naturalis.record import Record, opening, replay, seeded_deal
from codex_naturalis.rules import GameState, IllegalAction, SoloLevel, apply, awaited, legal_actions

from .files import NotARecord, records_in
from .options import game_options, options_from, seed_option, state_of_code
from .texts import say

__all__ = ["count_sequences", "perft"]


def count_sequences(state: GameState, depth: int) -> int:
    """Return the number of sequences of `depth` actions that are legal from `state` on.

    An action includes its seat: while seats choose at the same time, every order of their choices counts.
    """
    if depth == 0:
        return 1
    choices = [(seat, action) for seat in awaited(state) for action in legal_actions(state, seat)]
    if depth == 1:
        return len(choices)
    return sum(count_sequences(apply(state, seat, action, events=False).state, depth - 1) for seat, action in choices)


@click.command(short_help="Count the distinct sequences of legal actions.")
@click.argument("file", required=False)
@click.option("--code", help="Code of a position to go on from, instead of FILE.")
@click.option("--depth", type=click.IntRange(min=0), required=True, help="Number of actions in a sequence.")
@click.option("--seats", type=click.IntRange(1, 4), help="Without FILE: number of seats.")
@click.option(
    "--solo",
    type=click.Choice([level.value for level in SoloLevel]),
    help="Without FILE: play against Tybor; gentle and first are our own levels, in no rulebook.",
)
@seed_option(required=False, help="Without FILE: seed of the deal, any text.")
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record and line.")
def perft(
    file: str | None,
    code: str | None,
    depth: int,
    seats: int | None,
    seed: str | None,
    solo: str | None,
    *,
    as_json: bool,
    **rules: str,
) -> None:
    """Count the distinct sequences of DEPTH legal actions that go on from each record in FILE, or from a seeded deal.

    While seats choose at the same time, in setup, every order of their choices counts.
    """
    if [file, code, seed].count(None) != 2:  # noqa: PLR2004 - one of three
        raise click.UsageError(say("options.file_or_seed"))
    if code is not None:
        states: Iterator[GameState] = iter((state_of_code(code),))
    elif file is None:
        assert seed is not None
        options = options_from(seats, solo=solo, preset=rules.pop("preset"), **rules)
        states = iter((opening(Record(options, deal=seeded_deal(options, seed))),))
    else:
        states = (_last_state(file, line, record) for line, record in records_in(file))
    for state in states:
        count = count_sequences(state, depth)
        click.echo(encode({"depth": depth, "sequences": count}) if as_json else count)


def _last_state(name: str, line: int, record: Record) -> GameState:
    state = opening(record)
    try:
        for step in replay(record, events=False):
            state = step.state
    except IllegalAction as refused:
        raise NotARecord(f"{name}: line {line}: action {refused.index}: {refused.reason}") from None
    return state
