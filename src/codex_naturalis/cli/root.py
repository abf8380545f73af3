"""Root command: sub-commands are loaded when called, so that `--help` answers at once.

Exit codes: 0 done, 1 failed, 2 not understood, 3 a library is missing or does not fit, 4 a bot
forfeited a game, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

from codex_naturalis import __version__
from codex_naturalis.extras import UnfitLibraryError, missing_extra
from codex_naturalis.i18n import LOCALES, use_plain_output

from .texts import say, speak

__all__ = ["COMMANDS", "FORFEITED", "codex_naturalis", "main"]

NAME: Final = "codex-naturalis"
INCOMPLETE: Final = 3
FORFEITED: Final = 4
INTERRUPTED: Final = 130

COMMANDS: Final[dict[str, str]] = {
    "play": "serve",
    "table": "table",
    "serve": "serve",
    "worker": "serve",
    "replay": "replay",
    "db": "db",
    "admin": "admin.admin",
    "verify": "verify",
    "review": "review",
    "analyse": "analyse",
    "puzzle": "puzzle",
    "new": "new",
    "site": "site",
    "arena": "bots.arena",
    "tournament": "bots.tournament",
    "bot": "bots.bot",
    "export": "export",
    "dataset": "dataset",
    "perft": "perft",
    "bench": "bench",
}
"""Each command's module in this package; its line in `--help` is the text `cli.commands.` + its name."""


class _Commands(click.Group):
    """Group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"{__package__}.{COMMANDS[cmd_name]}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a closed output pipe is no error."""
        try:
            done: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_output()
            return None
        return done

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        with formatter.section(say("commands.heading")):
            formatter.write_dl([(name, say(f"commands.{name}")) for name in COMMANDS])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(say("commands.root"))


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
    if wanted and not ctx.resilient_parsing:
        click.echo(f"{NAME} {__version__}")
        ctx.exit()


def _speak(_context: click.Context, _parameter: click.Parameter, wanted: str | None) -> None:
    if wanted is not None:
        speak(wanted)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Show the version."
)
@click.option(
    "--language",
    type=click.Choice(LOCALES),
    expose_value=False,
    is_eager=True,
    callback=_speak,
    help="Language.  [default: CODEX_LANGUAGE, else that of the environment]",
)
@click.pass_context
def codex_naturalis(ctx: click.Context) -> None:
    """Codex Naturalis: play in the browser, host tables, replay and review games, measure bots."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line, `arguments` or the process's own, and exit."""
    use_plain_output()
    try:
        code = codex_naturalis.main(arguments, prog_name=NAME, standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except UnfitLibraryError as unfit:
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
    """Discard buffered output, so that the end of the process reports no error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
