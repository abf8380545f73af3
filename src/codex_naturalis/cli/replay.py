"""`codex-naturalis replay`: replay records and print their events."""

from collections.abc import Iterator
from functools import reduce

import click
from msgspec import UNSET, Struct, UnsetType
from msgspec.json import Encoder

from codex_naturalis.record import Record, opening
from codex_naturalis.rules import GameState, IllegalAction, Result, Tybor, follow

from .files import records_in
from .texts import game_words, say

__all__ = ["Replayed", "replay", "replay_record"]


class TyborOutput(Struct):
    """Tybor's points, and his resources by kingdom."""

    score: int
    resources: tuple[int, ...]


class ReplayedStep(Struct):
    """The table after one action."""

    action: str
    scores: tuple[int, ...]
    symbols: tuple[tuple[int, ...], ...]
    open: tuple[list[tuple[int, int]], ...]
    tybor: TyborOutput | UnsetType


class ObjectiveOutput(Struct):
    """How often a seat fulfilled one objective."""

    id: int
    copies: int
    points: int


class ResultOutput(Struct):
    """Result of the game."""

    objectives: tuple[list[ObjectiveOutput], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class RefusedAction(Struct):
    """Illegal action, which ends the record."""

    index: int
    reason: str


class Replayed(Struct):
    """Replayed record."""

    steps: list[ReplayedStep] | UnsetType
    refused: RefusedAction | None
    result: ResultOutput | None
    tybor: TyborOutput | UnsetType


def replay_record(record: Record, *, final: bool) -> Replayed:
    """Return the replay of `record`, with its steps unless only the end is wanted."""
    state = opening(record)
    steps: list[ReplayedStep] = []
    refused = None
    try:
        for text, step in zip(record.actions, follow(state, record.parse_actions(), events=False), strict=True):
            state = step.state
            if not final:
                steps.append(_step(text, state))
    except IllegalAction as illegal:
        refused = RefusedAction(illegal.index, illegal.reason.value)
    return Replayed(UNSET if final else steps, refused, _result(state.result), _tybor(state.tybor))


def _step(text: str, state: GameState) -> ReplayedStep:
    return ReplayedStep(
        text,
        tuple(own.score for own in state.seats),
        tuple(own.codex.symbols for own in state.seats),
        tuple(sorted(own.codex.open) for own in state.seats),
        _tybor(state.tybor),
    )


def _tybor(tybor: Tybor | None) -> TyborOutput | UnsetType:
    return UNSET if tybor is None else TyborOutput(tybor.score, tybor.resources)


def _result(result: Result | None) -> ResultOutput | None:
    if result is None:
        return None
    objectives = tuple([ObjectiveOutput(o.id, o.copies, o.points) for o in scores] for scores in result.objectives)
    return ResultOutput(objectives, result.totals, result.winners)


@click.command(short_help="Play records of games and print what happens.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record and line.")
@click.option("--final", is_flag=True, help="Print only how each game ends.")
def replay(files: tuple[str, ...], *, as_json: bool, final: bool) -> None:
    """Play the records in each FILE, one per line, and print what happens; `-` is standard input.

    An illegal action ends its record, and the report names it. A file that is no record ends the command with 2.
    """
    encoder = Encoder()
    for name in files:
        for line, record in records_in(name):
            replayed = replay_record(record, final=final)
            if as_json:
                click.echo(encoder.encode(replayed))
            else:
                for sentence in _sentences(f"{name}:{line}", record, replayed):
                    click.echo(sentence)


def _sentences(place: str, record: Record, replayed: Replayed) -> Iterator[str]:
    """Return `replayed` as a table for people."""
    yield click.style(f"{place}  {game_words(record.options)}", bold=True)
    for index, step in enumerate(replayed.steps or ()):
        yield f"{index:>5}  {step.action:<28}{_scores(step.scores, step.tybor)}"
    if replayed.refused:
        action = record.actions[replayed.refused.index]
        yield f"{replayed.refused.index:>5}  {action:<28}{say('replay.refused', reason=replayed.refused.reason)}"
    yield f"       {_ending(replayed)}"


def _scores(scores: tuple[int, ...], tybor: TyborOutput | UnsetType) -> str:
    own = " : ".join(map(str, scores))
    return own if isinstance(tybor, UnsetType) else f"{own} : {tybor.score} Tybor"


def _ending(replayed: Replayed) -> str:
    if replayed.result is None:
        return say("replay.not_over")
    totals = _scores(replayed.result.totals, replayed.tybor)
    if not replayed.result.winners:
        return say("replay.tybor_wins", totals=totals)
    winners = reduce(lambda one, then: say("replay.and", first=one, then=then), map(str, replayed.result.winners))
    return say("replay.won", totals=totals, seats=winners)
