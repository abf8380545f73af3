"""`codex-naturalis review`: quality of the turns of a game, and the part of luck."""

import sys
from collections.abc import Callable, Iterator
from typing import Final

import click
from msgspec.json import encode

from codex_naturalis.analysis import Player, Review, Reviewed, Turn, UnfinishedError, is_ready, prepare
from codex_naturalis.analysis import review as look_back
from codex_naturalis.record import Record, action_text
from codex_naturalis.rules import IllegalAction

from .files import NotARecord, records_in
from .options import seed_option
from .texts import game_words, say

__all__ = ["review"]


@click.command(short_help="Judge the turns of games that are over.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@seed_option(required=False, help="Any text; the same text gives the same review.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record and line.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
def review(files: tuple[str, ...], seed: str | None, *, as_json: bool, quiet: bool) -> None:
    """Judge the turns of the finished games in each FILE, one record per line; `-` is standard input.

    Each turn is compared with the best one that was found with what its player could know then. A file that holds
    something else, or a game that is not over, ends the command with 2.
    """
    for name in files:
        for line, record in records_in(name):
            reviewed = _review(f"{name}:{line}", record, seed or "", quiet=quiet or as_json)
            if as_json:
                click.echo(encode(reviewed))
            else:
                for sentence in _sentences(f"{name}:{line}", record, reviewed):
                    click.echo(sentence)


def _review(place: str, record: Record, seed: str, *, quiet: bool) -> Review:
    printer = _make_silent if quiet else _make_printer
    if not is_ready():
        prepare(printer(say("review.ready")))
    try:
        return look_back(record, seed, tell=printer(place))
    except UnfinishedError:
        raise NotARecord(f"{place}: {say('review.not_over')}") from None
    except IllegalAction as illegal:
        raise NotARecord(f"{place}: {illegal.reason}") from None


_COLUMNS: Final = ("turn", "seat", "ahead", "lost", "verdict", "played", "better")


def _make_silent(_: str) -> Callable[[float], None]:
    return lambda _: None


def _make_printer(what: str) -> Callable[[float], None]:
    """Return a callback that prints progress on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return _make_silent(what)
    return lambda part: click.echo(f"\r{what}  {part:4.0%}", err=True, nl=part == 1)


def _sentences(place: str, record: Record, reviewed: Review) -> Iterator[str]:
    yield click.style(f"{place}  {game_words(record.options)}", bold=True)
    yield "{:>5}{:>6}{:>8}{:>6}  {:<11} {:<40} {}".format(*map(_heading, _COLUMNS))
    for turn in reviewed.turns:
        mark = "*" if turn.version in reviewed.turning else " "
        compared = turn.compared
        margin, lost = compared.worth.margin, compared.points
        yield (
            f"{turn.turn or say('review.setup'):>5}{turn.seat:>6}{margin:>+8.1f}{lost:>6.1f}{mark} "
            f"{say(f'verdict.{compared.verdict}'):<11} {_words(turn.seat, turn.played):<40} {_better(turn)}".rstrip()
        )
    for player in reviewed.players:
        yield _summary(player)
    if reviewed.turning:
        yield say("review.turned")


def _better(turn: Reviewed) -> str:
    better = turn.compared.better[0].turn if turn.compared.better else turn.played
    return "" if turn.compared.loss == 0 or better == turn.played else _words(turn.seat, better)


def _words(seat: int, turn: Turn) -> str:
    return ", ".join(action_text(seat, action).partition(" ")[2] for action in turn)


def _summary(player: "Player") -> str:
    parts = [("expected", player.start), ("own", player.choices), ("others", player.others), ("luck", player.luck)]
    listed = ", ".join(f"{_heading(name)} {points:+.1f}" for name, points in parts)
    like = say("review.like", bot=player.like) if player.like else ""
    facts = {"accuracy": f"{player.accuracy:.0f}", "like": like, "parts": listed, "end": f"{player.end:+.0f}"}
    return say("review.summary", seat=player.seat, **facts)


def _heading(name: str) -> str:
    return say(f"review.{name}")
