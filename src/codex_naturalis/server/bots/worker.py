"""A process that thinks for bots: one question a line on standard input, one answer a line on standard output.

What it gets of a game is a `View`, so no bot can know more than a player. It ends when its input ends, which
also happens when the server is killed.
"""

import os
import signal
import sys
from random import Random
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from codex_naturalis.rules import Action
from codex_naturalis.views import View

if TYPE_CHECKING:
    from codex_naturalis.bots import Bot

__all__ = ["FALLBACK_BOT", "PATIENT", "BotQuestion", "BotReply", "BotWorker", "is_kernel_compiled", "main"]

FALLBACK_BOT: Final = "planner"
"""Plays for a bot that is not ready yet, or fails."""

PATIENT: Final = "--patient"
"""Tells a worker that nobody waits for it."""

_STANDS_BACK: Final = 10
"""How far such a one stands back behind everything else on the machine."""


class BotQuestion(msgspec.Struct, frozen=True):
    """Ask what a bot does."""

    bot: str
    view: View
    seed: str
    """For the bot's random choices."""

    player: str = ""
    """Whom it plays for: one seat at one table."""


class BotReply(msgspec.Struct, frozen=True):
    """The bot's choice, or what went wrong."""

    action: Action | None
    fault: str | None = None
    stood_in: bool = False
    """Whether another bot chose: the one that was asked is not ready on this machine."""


class BotWorker:
    """Answers one question after the other, and keeps the last bot: for a draw it goes on from its placement."""

    def __init__(self) -> None:
        """Begin without a bot."""
        self._last: tuple[str, str, Bot] | None = None

    def answer(self, question: BotQuestion) -> BotReply:
        """Let the bot choose, or one that need not get ready; a bot that fails says so and the worker lives on."""
        from codex_naturalis.bots import bot_named  # noqa: PLC0415 - only once asked

        try:
            bot = self._bot(question)
            stood_in = hasattr(bot, "prepare") and not is_kernel_compiled()
            player = bot_named(FALLBACK_BOT) if stood_in else bot
            return BotReply(player.choose(question.view, Random(question.seed)), stood_in=stood_in)
        except Exception as error:  # noqa: BLE001 - other people's bots may raise anything
            self._last = None
            return BotReply(None, repr(error))

    def _bot(self, question: BotQuestion) -> "Bot":
        from codex_naturalis.bots import bot_named  # noqa: PLC0415 - only once asked

        if self._last is None or self._last[:2] != (question.bot, question.player):
            self._last = None  # what it keeps may be large
            self._last = question.bot, question.player, bot_named(question.bot)
        return self._last[2]


def is_kernel_compiled() -> bool:
    """Return whether the bots that think deeply can do so: whether the kernel is compiled on this machine."""
    from codex_naturalis.kernel import is_compiled  # noqa: PLC0415 - only for bots that need the kernel

    return is_compiled()


def main() -> None:
    """Answer until there are no more questions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if PATIENT in sys.argv and hasattr(os, "nice"):
        os.nice(_STANDS_BACK)
    decoder, thinker = msgspec.json.Decoder(BotQuestion), BotWorker()
    with _private_output() as output:
        for line in sys.stdin.buffer:
            output.write(msgspec.json.encode(thinker.answer(decoder.decode(line))) + b"\n")
            output.flush()


def _private_output() -> BinaryIO:
    """Keep standard output for answers: what a bot prints goes to standard error."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return output


if __name__ == "__main__":
    main()
