"""`codex-naturalis bot`: write a bot, check it, ask it one question, and connect it to a server."""

from pathlib import Path
from time import perf_counter

import click

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.play.bot_check import CheckLine, check_bot
from codex_naturalis.programs import BotFaultError, ask_in_time, bot_at, shown_to
from codex_naturalis.programs.program import ProgramBot
from codex_naturalis.programs.template import TEMPLATE, class_name, learning_bot
from codex_naturalis.record import Record, action_text, opening, replay
from codex_naturalis.rules import GameState, Phase, Seat, awaited

from ..files import NotARecord, records_in
from ..options import seed_option
from ..texts import say
from .server import serve, token

__all__ = ["bot"]


@click.group(short_help="Write a bot of your own, check it, take it onto a server.")
def bot() -> None:
    """Write a bot of your own, check it, ask it one question, and take it onto a server.

    A bot is a Python file (`./my_bot.py`, `my_bot.py:Class`), or any program that speaks the Codex Bot Protocol
    (`exec:./my-bot --fast`). `codex-naturalis arena` lets it play.
    """


bot.add_command(serve)
bot.add_command(token)


@bot.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--learns", is_flag=True, help="One that learns, by PPO in NumPy; needs the extra `rl`.")
def new(file: Path, *, learns: bool) -> None:
    """Write FILE, a small bot to begin with; it beats `random`. With `--learns` it first has to learn to."""
    path = file if file.suffix == ".py" else file.with_name(f"{file.name}.py")
    text = learning_bot() if learns else TEMPLATE.format(name=class_name(path.stem))
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise click.ClickException(say("bot.exists", path=path)) from None
    named = str(path) if path.is_absolute() else f"./{path}"
    if learns:
        click.echo(f"{say('bot.learns', path=path)}\n  python {path} --minutes 5 --to learned.npz\n")
    else:
        click.echo(f"{say('bot.written', path=path)}\n  codex-naturalis arena {named} random\n")
    click.echo(f"{say('bot.check')}\n  codex-naturalis bot check {named}{':Bot' if learns else ''}")


@bot.command()
@click.argument("name", metavar="BOT")
@click.option("--games", type=click.IntRange(min=5), default=100, show_default=True, help="Number of games.")
@click.option("--seconds-per-turn", type=click.FloatRange(min=0, min_open=True), default=10.0, show_default=True)
@seed_option(required=False, help="Any text; the same text gives the same games.")
def check(name: str, games: int, seconds_per_turn: float, seed: str | None) -> None:
    """Let BOT play games of one to four players, and say whether it is fit for all of them.

    It must answer with legal actions, in time, and twice the same when it is asked twice. Exit code 1 if it does not.
    """
    fit = True
    try:
        for line in check_bot(name, games, seed or "", seconds_per_turn):
            click.echo(_format_check(line))
            fit &= not line.problems
    except UnknownBotError as unknown:
        raise click.UsageError(str(unknown)) from None
    click.echo("fit" if fit else "not fit")
    if not fit:
        raise SystemExit(1)


def _format_check(line: CheckLine) -> str:
    """Return the line of one kind of games, with its faults below."""
    summary = f"{line.games:>4} games  {line.what:<20}{line.slowest * 1000:>8.1f} ms a turn"
    return "\n".join((summary, *(f"  {problem}" for problem in line.problems)))


@bot.command()
@click.argument("name", metavar="BOT")
@click.argument("file", metavar="RECORD")
@click.option("--line", type=click.IntRange(min=1), default=1, show_default=True, help="Line of RECORD.")
@click.option("--at", type=click.IntRange(min=0), help="Number of actions played before.  [default: all]")
@click.option("--seat", type=click.IntRange(0, 3), help="Seat to ask.  [default: the one that must act]")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Time limit.")
@click.option("--show", is_flag=True, help="Print what the bot is shown, too.")
@seed_option(required=False, help="Seed of the bot's random choices.")
def ask(  # noqa: PLR0913  # one for each option
    name: str,
    file: str,
    line: int,
    at: int | None,
    seat: int | None,
    seconds: float | None,
    seed: str | None,
    *,
    show: bool,
) -> None:
    """Ask BOT for its action at one moment of RECORD, and print it."""
    state, seat = _moment(file, line, at, seat)
    try:
        asked = bot_at(name)
        view = shown_to(asked, state, seat)
        click.echo(f"{view}\n" if show else "", nl=show)
        begun = perf_counter()
        action = ask_in_time(asked, view, seed or "", seconds)
    except UnknownBotError as unknown:
        raise click.UsageError(str(unknown)) from None
    except BotFaultError as fault:
        click.echo(fault.traceback, err=True, nl=False)
        raise click.ClickException(str(fault)) from None
    click.echo(f"{action_text(seat, action)}   ({1000 * (perf_counter() - begun):.1f} ms)")
    if isinstance(asked, ProgramBot):
        for info in asked.remarks:
            click.echo(f"  {info.text}".rstrip())


def _moment(file: str, line: int, at: int | None, seat: int | None) -> tuple[GameState, Seat]:
    """Return the state after `at` actions of the record on `line`, and the seat to act."""
    record = _record(file, line)
    if at is not None and at > len(record.actions):
        raise click.UsageError(say("bot.at_too_late", count=len(record.actions), at=at))
    states = [opening(record), *(step.state for step in replay(record, events=False))]
    state = states[len(record.actions) if at is None else at]
    if state.phase is Phase.OVER:
        raise click.UsageError(say("bot.over"))
    if seat is not None and seat not in awaited(state):
        raise click.UsageError(say("bot.not_to_act", seat=seat, others=", ".join(map(str, awaited(state)))))
    return state, awaited(state)[0] if seat is None else seat


def _record(file: str, line: int) -> Record:
    for number, record in records_in(file):
        if number == line:
            return record
    raise NotARecord(f"{file}: there is no line {line}")
