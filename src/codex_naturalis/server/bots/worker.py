"""Bots' worker process (`scheduling.worker_main`).

All it receives of a game is a `View`, so no bot knows more than a player.
"""

from random import Random
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from codex_naturalis.rules import Action
from codex_naturalis.views import View

from ..scheduling.worker_main import answer_questions

if TYPE_CHECKING:
    from codex_naturalis.bots import Bot

__all__ = ["FALLBACK_BOT", "BotQuestion", "BotReply", "BotWorker", "is_kernel_compiled", "main"]

FALLBACK_BOT: Final = "planner"
"""Plays in place of a bot that is not ready yet, or fails."""


class BotQuestion(msgspec.Struct, frozen=True):
    """Question: the bot's action in this view."""

    bot: str
    view: View
    seed: str
    """Seed of the bot's random choices."""

    player: str = ""
    """Seat and table that it plays for, as a key for what the bot keeps between turns."""

    path: str = ""
    """Path of the bot, if it is one that the host has named."""

    seconds: float | None = None
    """Time limit of a bot by path."""


class BotReply(msgspec.Struct, frozen=True):
    """Answer: the bot's action."""

    action: Action
    stood_in: bool = False
    """Whether the fallback bot chose, since what the bot calls is not compiled on this machine."""


class BotWorker:
    """Answers questions in turn, and keeps the last bot, whose search tree a draw can reuse."""

    def __init__(self) -> None:
        """Begin without a bot."""
        self._last: tuple[str, str, Bot] | None = None
        self._prepared: set[str] = set()

    def answer(self, question: BotQuestion) -> BotReply:
        """Let the bot or its fallback choose; a bot that raises is forgotten."""
        from codex_naturalis.bots import SearchBot, bot_named  # noqa: PLC0415 - only once asked

        try:
            bot = self._bot(question)
            if question.path:
                return BotReply(_asked_in_time(bot, question))
            stood_in = isinstance(bot, SearchBot) and not bot.is_ready(question.view)
            player = bot_named(FALLBACK_BOT) if stood_in else bot
            return BotReply(player.choose(question.view, Random(question.seed)), stood_in=stood_in)
        except Exception:
            self._last = None
            raise

    def _bot(self, question: BotQuestion) -> "Bot":
        if self._last is None or self._last[:2] != (question.bot, question.player):
            self._last = None  # freed first, as it may be large
            self._last = question.bot, question.player, self._make_bot(question)
        return self._last[2]

    def _make_bot(self, question: BotQuestion) -> "Bot":
        """Return a new bot. One that is not ours is prepared first, once in each process."""
        from codex_naturalis.bots import Preparing, SearchBot, bot_named  # noqa: PLC0415 - only once asked
        from codex_naturalis.programs import bot_at  # noqa: PLC0415 - likewise

        bot = bot_at(question.path) if question.path else bot_named(question.bot)
        if isinstance(bot, Preparing) and not isinstance(bot, SearchBot) and question.bot not in self._prepared:
            bot.prepare(lambda _: None)
            self._prepared.add(question.bot)
        return bot


def _asked_in_time(bot: "Bot", question: BotQuestion) -> Action:
    from codex_naturalis.programs import ask_in_time  # noqa: PLC0415 - only once asked

    view = question.view if getattr(bot, "previews", False) else replace(question.view, previews=())
    return ask_in_time(bot, view, question.seed, question.seconds)


def is_kernel_compiled(*, rollouts: bool = True) -> bool:
    """Return whether the kernel is compiled on this machine, or all of it but `rollouts`, which most deep bots need."""
    from codex_naturalis.kernel import is_compiled  # noqa: PLC0415 - only for bots that need the kernel

    return is_compiled(rollouts=rollouts)


def main() -> None:
    """Answer questions until the end of input."""
    worker = BotWorker()
    answer_questions(BotQuestion, lambda question, _: worker.answer(question))


if __name__ == "__main__":
    main()
