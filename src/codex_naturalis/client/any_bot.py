"""Bots as a caller may give them: a bot, a factory, or a name or path as in the arena."""

from collections.abc import Callable
from typing import cast

from codex_naturalis.bots import Bot
from codex_naturalis.programs import bot_at

__all__ = ["AnyBot", "bot_name", "make_bot"]

AnyBot = Bot | Callable[[], Bot] | str
"""Bot; class or function that makes one per game; or the name or path of one, as in the arena."""


def make_bot(bot: AnyBot) -> Bot:
    """Return a bot for one game; raise `UnknownBotError` if there is none of that name."""
    if isinstance(bot, str):
        return bot_at(bot)
    if isinstance(bot, type) or not hasattr(bot, "choose"):
        return cast("Callable[[], Bot]", bot)()
    return cast("Bot", bot)


def bot_name(bot: AnyBot) -> str:
    """Return its name."""
    if isinstance(bot, str):
        return bot.rpartition("/")[2]
    return getattr(bot, "__name__", type(bot).__name__)
