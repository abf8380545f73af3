"""A process that thinks for bots: one question a line on standard input, one answer a line on standard output.

What it gets is a `View` and nothing else, so no bot can know more than a player. It ends when its input ends, which
also happens when the server is killed.
"""

import os
import signal
import subprocess
import sys
from functools import cache
from random import Random
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from codex_naturalis.rules import Action
from codex_naturalis.views import View

if TYPE_CHECKING:
    from codex_naturalis.bots import Bot

__all__ = ["STAND_IN", "Question", "Reply", "main"]

STAND_IN: Final = "planner"
"""Plays for a bot that is not ready yet."""


class Question(msgspec.Struct, frozen=True):
    """Ask what a bot does."""

    bot: str
    view: View
    seed: str
    """For the bot's random choices."""


class Reply(msgspec.Struct, frozen=True):
    """The bot's choice, or what went wrong."""

    action: Action | None
    fault: str | None = None


def answer(question: Question) -> Reply:
    """Let the bot choose; a bot that fails says so and the worker lives on."""
    try:
        return Reply(_player(question.bot).choose(question.view, Random(question.seed)))
    except Exception as error:  # noqa: BLE001 - other people's bots may raise anything
        return Reply(None, repr(error))


def _player(name: str) -> "Bot":
    """Return the bot to ask: `name`, or while it still has to get ready on this machine, one that need not."""
    from codex_naturalis.bots import bot_named  # noqa: PLC0415 - only once asked

    bot = bot_named(name)
    if not hasattr(bot, "prepare"):
        return bot
    from codex_naturalis.kernel.cache import is_compiled  # noqa: PLC0415 - only for bots that need the kernel

    if is_compiled():
        return bot
    _compile()
    return bot_named(STAND_IN)


@cache
def _compile() -> None:
    """Compile the kernel in a process of its own, once: it takes longer than anybody waits for a turn."""
    command = [sys.executable, "-c", "from codex_naturalis.kernel.ready import compile_kernel; compile_kernel()"]
    subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603 - our own program


def main() -> None:
    """Answer until there are no more questions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    decoder = msgspec.json.Decoder(Question)
    with _private_output() as output:
        for line in sys.stdin.buffer:
            output.write(msgspec.json.encode(answer(decoder.decode(line))) + b"\n")
            output.flush()


def _private_output() -> BinaryIO:
    """Keep standard output for answers: what a bot prints goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output


if __name__ == "__main__":
    main()
