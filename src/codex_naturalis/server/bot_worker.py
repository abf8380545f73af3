"""A process that thinks for bots: one question a line on standard input, one answer a line on standard output.

What it gets is a `View` and nothing else, so no bot can know more than a player. It ends when its input ends, which
also happens when the server is killed.
"""

import os
import signal
import sys
from random import Random
from typing import BinaryIO, Final

import msgspec

from codex_naturalis.rules import Action
from codex_naturalis.views import View

__all__ = ["STAND_IN", "Question", "Reply", "answer", "is_ready", "main"]

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
    stood_in: bool = False
    """Whether another bot chose: the one that was asked is not ready on this machine."""


def answer(question: Question) -> Reply:
    """Let the bot choose, or one that need not get ready; a bot that fails says so and the worker lives on."""
    from codex_naturalis.bots import bot_named  # noqa: PLC0415 - only once asked

    try:
        bot = bot_named(question.bot)
        stood_in = hasattr(bot, "prepare") and not is_ready()
        player = bot_named(STAND_IN) if stood_in else bot
        return Reply(player.choose(question.view, Random(question.seed)), stood_in=stood_in)
    except Exception as error:  # noqa: BLE001 - other people's bots may raise anything
        return Reply(None, repr(error))


def is_ready() -> bool:
    """Return whether the bots that think deeply can do so: whether the kernel is compiled on this machine."""
    from codex_naturalis.kernel.cache import is_compiled  # noqa: PLC0415 - only for bots that need the kernel

    return is_compiled()


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
