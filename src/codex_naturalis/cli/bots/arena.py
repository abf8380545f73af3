"""`codex-naturalis arena`: let bots play against each other, or one against Tybor."""

import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from shlex import quote
from typing import IO

import click
from msgspec.json import encode

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.data import FileFormat, Origin, TableWriters, Tabulation
from codex_naturalis.play.arena import Arena, ArenaGame, BotFailedError, FaultPolicy, play_arena
from codex_naturalis.play.ray_arena import play_across
from codex_naturalis.play.report import Report
from codex_naturalis.play.standings import Standings, Tally
from codex_naturalis.programs import is_path
from codex_naturalis.record import write_record
from codex_naturalis.rules import SoloLevel

from ..options import game_options, options_from, seed_option
from ..root import FORFEITED
from ..texts import say
from .faults import FaultLog
from .options import fault_options, processes_option, record_option

__all__ = ["arena"]


@click.command(short_help="Let bots play against each other.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT [BOT [BOT [BOT]]]")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games.")
@seed_option(required=False, help="Any text; the same text gives the same games.")
@click.option("--solo", type=click.Choice([level.value for level in SoloLevel]), help="One bot, against Tybor.")
@game_options
@record_option
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write tables and plots to this file, as one HTML page.",
)
@fault_options
@click.option("--no-timeout", is_flag=True, help="No time limit, for debugging.")
@click.option(
    "--data",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the games to this folder, as tables in Parquet (see `export`).",
)
@processes_option
@click.option("--ray", is_flag=True, help="Play on the Ray cluster at RAY_ADDRESS, or on one on this machine only.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
def arena(  # noqa: PLR0913, PLR0917  # one for each option
    bots: tuple[str, ...],
    games: int,
    seed: str | None,
    solo: str | None,
    file: Path | None,
    report: Path | None,
    folder: Path | None,
    processes: int | None,
    *,
    faults: str,
    seconds_per_turn: float | None,
    no_timeout: bool,
    ray: bool,
    as_json: bool,
    quiet: bool,
    **rules: str | None,
) -> None:
    """Let bots play against each other, or one against Tybor.

    A bot is named `name` or `name:budget`; `./my_bot.py` and `my_bot.py:Class` are Python files, and
    `exec:./my-bot --fast` is a program that speaks the Codex Bot Protocol. Seats rotate, and every deal is played from
    every seat. `wins` are games won alone (against Tybor: games won), `draws` are shared victories. Elo is 0 for the
    average of the bots, or for Tybor; its error is half the width of the 95 % interval. Exit code 4 if a bot forfeited.
    """
    if len(bots) == 1 and solo is None:
        raise click.UsageError(say("arena.one_bot"))
    options = options_from(len(bots), solo=solo, **rules)  # type: ignore[arg-type]  # what `game_options` gives
    plan = Arena(bots, options, games, seed or "", FaultPolicy(faults), seconds_per_turn, no_timeout)
    if report is not None:
        report.open("a").close()  # else one learns only after all games that nothing can be written there
    try:
        page = Report(plan, _command(plan, rules))
        play = play_across if ray else play_arena
        games_played = play(plan, processes, _ignore_progress if quiet or as_json else _print_progress)
        standings = _run(plan, games_played, file, page, folder, quiet=quiet or as_json)
    except UnknownBotError as unknown:
        raise click.UsageError(str(unknown)) from None
    except BotFailedError as failed:
        raise click.ClickException(str(failed)) from None
    click.echo(encode(standings) if as_json else _table(standings))
    if report is not None:
        report.write_text(page.html(standings), encoding="utf-8")
    if any(bot.forfeits for bot in standings.bots):
        raise SystemExit(FORFEITED)


def _command(plan: Arena, rules: dict[str, str | None]) -> str:
    """Return the command line that repeats the games."""
    asked = {"games": plan.games, "seed": plan.seed, "solo": plan.options.solo and plan.options.solo.value, **rules}
    given = (f"--{name.replace('_', '-')} {quote(str(value))}" for name, value in asked.items() if value is not None)
    return " ".join(("codex-naturalis arena", *plan.bots, *given))


def _run(
    plan: Arena,
    games: Generator[ArenaGame, None, None],
    file: Path | None,
    page: Report,
    folder: Path | None,
    *,
    quiet: bool,
) -> Standings:
    tables = _tables_in(folder) if folder else nullcontext()
    tally = Tally(plan)
    with closing(games) as played, _open(file) as out, tables as tabulation, FaultLog(file) as log:
        for game in played if quiet else _show_progress(played, plan.games):
            tally.add(game)
            page.add(game)
            _write(out, game)
            if tabulation is not None:
                tabulation.add(game.record, Origin("arena", tuple(plan.bots[bot] for bot in game.seating)))
            log.add(plan.bots, game, game.number)
        return tally.standings()


@contextmanager
def _tables_in(folder: Path) -> Iterator[Tabulation]:
    with TableWriters(folder, FileFormat.PARQUET) as writers, Tabulation(writers) as tabulation:
        yield tabulation


def _open(file: Path | None) -> AbstractContextManager[IO[str] | None]:
    return file.open("w", encoding="utf-8") if file else nullcontext()


def _ignore_progress(_: str, __: float) -> None:
    pass


def _print_progress(bot: str, part: float) -> None:
    """Print the progress of a bot's preparation on standard error."""
    if is_path(bot):
        click.echo("\r" + say("arena.starting", bot=bot, part=f"{part:4.0%}"), err=True, nl=part == 1)
    else:
        click.echo("\r" + say("arena.preparing", bot=bot, part=f"{part:4.0%}"), err=True, nl=part == 1)


def _write(out: IO[str] | None, game: ArenaGame) -> None:
    if out is not None:
        out.write(write_record(game.record) + "\n")


def _show_progress(played: Iterable[ArenaGame], games: int) -> Iterator[ArenaGame]:
    """Print progress and expected time on standard error."""
    with click.progressbar(
        length=games, label="games", show_pos=True, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as progress:
        for game in played:
            yield game
            progress.update(1)


def _table(standings: Standings) -> str:
    """Return the table, with columns for faults if there were any."""
    faulty = any(bot.faults for bot in standings.bots)
    width = max(20, *(len(bot.name) + 1 for bot in standings.bots))
    lines = [f"{'bot':<{width}}{'wins':>7}{'draws':>7}{'points':>8}{'ms/turn':>9}{'Elo':>7}{'±':>6}"]
    lines += [
        f"{bot.name:<{width}}{bot.wins:>7}{bot.draws:>7}{bot.mean_total:>8.1f}{bot.ms_per_turn:>9.2f}"
        f"{bot.elo:>7.0f}{bot.elo_error:>6.0f}"
        for bot in standings.bots
    ]
    if faulty:
        columns = (f"{'faults':>8}{'forfeits':>10}", *(f"{bot.faults:>8}{bot.forfeits:>10}" for bot in standings.bots))
        lines = [line + more for line, more in zip(lines, columns, strict=True)]
    return "\n".join([*lines, f"{standings.games} games in {standings.seconds:.1f} s"])
