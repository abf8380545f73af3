"""`codex-naturalis bot serve` and `bot token`: run a bot on a server, and manage its tokens."""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from codex_naturalis.bots import UnknownBotError
from codex_naturalis.extras import require
from codex_naturalis.programs import bot_at
from codex_naturalis.words import speech
from codex_naturalis.words.effects import answer_words

from ..texts import language, say

if TYPE_CHECKING:
    from codex_naturalis.client.errors import RefusedError

__all__ = ["serve", "token"]

_T = TypeVar("_T")

server_option = click.option("--server", required=True, metavar="URL", help="Address of the server.")


@click.command()
@click.argument("name", metavar="BOT")
@server_option
@click.option(
    "--token-file",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with the bot account's token, as `bot token new` writes it.",
)
@click.option("--games", type=click.IntRange(min=1), help="Games at the same time.  [default: as many as allowed]")
def serve(name: str, server: str, token_file: Path, games: int | None) -> None:
    """Let BOT play on a server, wherever its account is invited.

    After a lost connection it comes back, and nothing is played twice. Ctrl-C ends it once the games under way are
    over, a second Ctrl-C at once.
    """
    require("client")
    from codex_naturalis.client.bots import BotOnServer  # noqa: PLC0415 - brings what others do not need
    from codex_naturalis.client.errors import RefusedError  # noqa: PLC0415

    try:
        bot_at(name)
    except UnknownBotError as unknown:
        raise click.UsageError(str(unknown)) from None
    player = BotOnServer(
        server, token_file.read_text("utf-8").strip(), name, games=games, show=click.echo, locale=language()
    )
    try:
        asyncio.run(_politely(player.run, player.quit))
    except RefusedError as refused:
        raise click.ClickException(say("bot.refused", why=_words_of(refused))) from None


async def _politely(run: Callable[[], object], end: Callable[[], object]) -> None:
    """Run to the end; the first Ctrl-C asks it to end, the second ends it."""
    playing = asyncio.ensure_future(run())  # type: ignore[call-overload]  # a coroutine
    loop, leaving = asyncio.get_running_loop(), set[object]()

    def interrupt() -> None:
        if leaving:
            playing.cancel()
        else:
            leaving.add(asyncio.ensure_future(end()))  # type: ignore[call-overload]  # a coroutine

    with suppress(NotImplementedError):  # where there are no signal handlers, Ctrl-C ends it at once
        loop.add_signal_handler(signal.SIGINT, interrupt)
    with suppress(asyncio.CancelledError):
        await playing


@click.group()
def token() -> None:
    """Issue, list and revoke the access tokens of an account and its bots.

    Each command asks for the account's password; it is stored nowhere.
    """


account_option = click.option("--account", required=True, help="Name of your account.")
password_option = click.option(
    "--password", prompt=True, hide_input=True, envvar="CODEX_PASSWORD", help="Its password."
)


@token.command("new")
@server_option
@account_option
@password_option
@click.option("--bot", "program", help="Name of the bot account; created if you have none of this name.")
@click.option("--scope", type=click.Choice(["play", "read"]), default="play", show_default=True)
@click.option("--name", default="command line", show_default=True, help="What you call the token.")
@click.option(
    "--days", type=click.IntRange(0, 3650), default=365, show_default=True, help="Until it expires; 0: never."
)
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="File to write it to.  [default: print]")
def new_token(  # noqa: PLR0913  # one for each option
    server: str,
    account: str,
    password: str,
    *,
    program: str | None,
    scope: str,
    name: str,
    days: int,
    file: Path | None,
) -> None:
    """Issue a token, for your account or for one of your bots. It is shown, or written to a file, this once."""
    from codex_naturalis.client.tokens import new  # noqa: PLC0415 - brings what others do not need

    if file and file.exists():
        raise click.ClickException(say("bot.exists", path=file))
    made = _ask(lambda: new(server, account, password, program=program, scope=scope, name=name, days=days))
    if file is None:
        click.echo(made.token)
        return
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:  # noqa: PTH123
        out.write(f"{made.token}\n")
    click.echo(say("bot.token", file=file, command=f"bot token revoke {made.info.id}"))


@token.command("list")
@server_option
@account_option
@password_option
def list_tokens(server: str, account: str, password: str) -> None:
    """List the tokens, never their texts."""
    from codex_naturalis.client.tokens import of  # noqa: PLC0415

    for one in _ask(lambda: of(server, account, password)):
        whose = one.program or account
        click.echo(f"{one.id}  {whose:<24} {one.scope.value:<5} {one.name}")


@token.command("revoke")
@click.argument("token_id", metavar="ID")
@server_option
@account_option
@password_option
def revoke_token(token_id: str, server: str, account: str, password: str) -> None:
    """Revoke the token with this ID; what is connected by it is disconnected."""
    from codex_naturalis.client.tokens import revoke  # noqa: PLC0415

    _ask(lambda: revoke(server, account, password, token_id))
    click.echo(say("bot.revoked"))


def _ask(ask: Callable[[], _T]) -> _T:
    """Return the server's answer; end with its reason if it refuses."""
    from codex_naturalis.client.errors import RefusedError, UnreachableError  # noqa: PLC0415

    require("client")
    try:
        return ask()
    except RefusedError as refused:
        raise click.ClickException(_words_of(refused)) from None
    except UnreachableError as error:
        raise click.ClickException(str(error)) from None


def _words_of(refused: "RefusedError") -> str:
    return answer_words(speech(language()), refused.reason, refused.facts)
