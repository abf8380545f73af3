"""`codex-naturalis tournament`: let bots play a Swiss, duplicate Swiss or knockout tournament."""

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

import click
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict, fields

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.play.arena import ArenaGame, BotFailedError, FaultPolicy
from codex_naturalis.record import write_record
from codex_naturalis.tournaments import Tournament, TournamentFormat, TournamentRank
from codex_naturalis.tournaments.bots import BotField, BotRound, play_bots

from ..options import game_options, options_from, seed_option
from .faults import FaultLog
from .options import fault_options, processes_option, record_option

__all__ = ["tournament"]


class _TournamentOutput(Struct, frozen=True):
    """Output of `--json`."""

    plan: Tournament
    standings: tuple[TournamentRank, ...]


@click.command(short_help="Let bots play a tournament.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT [BOT...]")
@click.option(
    "--format",
    "kind",
    type=click.Choice([kind.value for kind in TournamentFormat]),
    default=TournamentFormat.SWISS.value,
    show_default=True,
    help="How entrants are paired, and what counts.",
)
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="Rounds of a Swiss.")
@click.option("--seats", type=click.IntRange(2, 4), default=2, show_default=True, help="Seats of a table.")
@seed_option(required=False, help="Any text; the same text gives the same pairings and games.")
@game_options
@record_option
@fault_options
@processes_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: all results and the standings.")
@click.option("--csv", "as_csv", is_flag=True, help="Print the standings as CSV.")
def tournament(  # noqa: PLR0913  # one for each option
    bots: tuple[str, ...],
    kind: str,
    rounds: int,
    seats: int,
    seed: str | None,
    file: Path | None,
    *,
    faults: str,
    seconds_per_turn: float | None,
    processes: int | None,
    as_json: bool,
    as_csv: bool,
    **rules: str | None,
) -> None:
    """Let bots play a tournament: Swiss, duplicate Swiss or knockout, at tables of two, three or four.

    Bots are named as in `arena`; one that is named twice enters twice. In a Swiss each round pairs equal scores, nobody
    twice while avoidable. In a duplicate Swiss all tables of a round have the same deal, and each seat is compared with
    the same seat at the other tables, so that the luck of the cards cancels. Equal scores are decided by Buchholz, the
    sum of the opponents' scores, then head to head.
    """
    options = options_from(seats, **rules)  # type: ignore[arg-type]  # what `game_options` gives
    entrants = _entrants(bots)
    field = BotField(entrants, options, FaultPolicy(faults), seconds_per_turn)
    try:
        plan = Tournament(TournamentFormat(kind), tuple(entrants), seats, rounds, seed or "")
        done = _run(plan, play_bots(plan, field, processes), field, file, quiet=as_json or as_csv)
    except (UnknownBotError, ValueError) as wrong:
        raise click.UsageError(str(wrong)) from None
    except BotFailedError as failed:
        raise click.ClickException(str(failed)) from None
    if as_json:
        click.echo(encode(_TournamentOutput(done, done.standings())))
    else:
        click.echo(_csv(done.standings()) if as_csv else _table(done.standings()))


def _entrants(bots: Sequence[str]) -> dict[str, str]:
    """Return the bot of each entrant; repeated names get a number."""
    entrants: dict[str, str] = {}
    for number, bot in enumerate(bots):
        again = bots[:number].count(bot)
        entrants[f"{bot} #{again + 1}" if again else bot] = bot
    return entrants


def _run(
    plan: Tournament, rounds: Iterator[BotRound], field: BotField, file: Path | None, *, quiet: bool
) -> Tournament:
    number = 0
    with file.open("w") if file else nullcontext() as out, FaultLog(file) as log:
        for played in rounds:
            plan = played.tournament
            for table, game in zip(plan.played[-1].tables, played.games, strict=True):
                if out is not None:
                    out.write(write_record(game.record) + "\n")
                log.add([field.bots[entrant] for entrant in table.entrants], game, number)
                number += 1
            if not quiet:
                click.echo(_format_last_round(plan, played.games))
    return plan


def _format_last_round(plan: Tournament, games: Sequence[ArenaGame]) -> str:
    """Return the lines of the last round."""
    last = plan.played[-1]
    lines = [f"Round {len(plan.played)}"]
    for table, game in zip(last.tables, games, strict=True):
        seats = zip(table.entrants, game.totals, range(len(game.totals)), strict=True)
        lines.append("  " + ", ".join(f"{name} {total}{'*' * (seat in game.winners)}" for name, total, seat in seats))
    if last.bye is not None:
        lines.append(f"  {last.bye} has a bye")
    return "\n".join(lines)


def _table(standings: Sequence[TournamentRank]) -> str:
    width = max(20, *(len(rank.entrant) + 1 for rank in standings))
    lines = [f"{'':>4}  {'entrant':<{width}}{'score':>7}{'Buchholz':>10}{'direct':>8}{'games':>7}{'wins':>7}"]
    lines += [
        f"{rank.rank:>4}  {rank.entrant:<{width}}{rank.score:>7.2f}{rank.buchholz:>10.2f}{rank.head_to_head:>8.2f}"
        f"{rank.games:>7}{rank.wins:>7.2f}"
        for rank in standings
    ]
    return "\n".join(lines)


def _csv(standings: Sequence[TournamentRank]) -> str:
    out = io.StringIO()
    rows = csv.DictWriter(out, [field.name for field in fields(TournamentRank)], lineterminator="\n")
    rows.writeheader()
    rows.writerows(map(asdict, standings))
    return out.getvalue().rstrip("\n")
