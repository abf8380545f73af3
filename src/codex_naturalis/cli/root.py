"""The root command: its sub-commands are loaded when they are called, so that `--help` answers at once.

Exit codes: 0 done, 1 failed, 2 not understood, 3 a library is missing or does not fit, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

from codex_naturalis.extras import UnfitLibrary, missing_extra
from codex_naturalis.server.support.lean import start_lean

__all__ = ["COMMANDS", "codex_naturalis", "main"]

NAME: Final = "codex-naturalis"
INCOMPLETE: Final = 3
INTERRUPTED: Final = 130

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "play": ("serve", "Open a table in the browser, for this machine only."),
    "table": ("table", "Play in the terminal, alone or at a table of a server."),
    "serve": ("serve", "Serve tables to others, best behind a web server that speaks HTTPS."),
    "worker": ("worker", "Compute bots' turns for servers that share a database."),
    "replay": ("replay", "Play records of games and print what happens."),
    "db": ("db", "Back up or upgrade the database."),
    "admin": ("admin", "List, export and delete tables; ban people; reset limits and keys."),
    "verify": ("verify", "Check that the deal of a game was sealed before play."),
    "review": ("review", "Judge the turns of games that are over."),
    "puzzle": ("puzzle", "Show a puzzle, or check an answer."),
    "new": ("new", "Deal a game and print its record."),
    "arena": ("bots.arena", "Let bots play against each other."),
    "tournament": ("bots.tournament", "Let bots play a tournament."),
    "bot": ("bots.bot", "Write a bot of your own, check it, take it onto a server."),
    "export": ("export", "Write records of games as tables, for statistics and training."),
    "dataset": ("dataset", "Make the first data set again, from its seeds."),
    "perft": ("perft", "Count the distinct sequences of legal actions."),
    "bench": ("bench", "Measure the speed of this machine."),
}
"""Each command's module in this package, and its line in `--help`."""


class _Commands(click.Group):
    """A group that imports a command when it is called, and not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"{__package__}.{COMMANDS[cmd_name][0]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader of our output that has had enough is no fault."""
        try:
            done: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            return None
        return done

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])


def _tell_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
    if wanted and not ctx.resilient_parsing:
        from codex_naturalis import __version__  # noqa: PLC0415 - only here, it costs time

        click.echo(f"{NAME} {__version__}")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_tell_version, help="Show the version."
)
@click.pass_context
def codex_naturalis(ctx: click.Context) -> None:
    """Codex Naturalis: play in the browser, host tables, replay and review games, measure bots."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line, `arguments` or the process's own, and exit."""
    start_lean()  # the process is ours alone
    try:
        code = codex_naturalis.main(arguments, prog_name=NAME, standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except UnfitLibrary as unfit:
        click.echo(f"{NAME}: {unfit}", err=True)
        code = INCOMPLETE
    except ModuleNotFoundError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        click.echo(f"{NAME}: {missing}", err=True)
        code = INCOMPLETE
    except OSError as error:
        click.echo(f"{NAME}: {error}", err=True)
        _forget_output()
        code = 1
    sys.exit(code if isinstance(code, int) else 0)


def _forget_output() -> None:
    """Send what is still buffered nowhere, so that the end of the process does not complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
