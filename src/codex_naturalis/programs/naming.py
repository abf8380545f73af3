"""Names of bots, those by path included."""

import re
from typing import Final

from codex_naturalis.bots import Bot, bot_named

from .program import ProgramBot, file_bot

__all__ = ["bot_at", "is_path"]

_EXEC: Final = "exec:"
_FILE: Final = re.compile(r"(?P<path>.*\.py)(?::(?P<name>\w+))?")


def is_path(text: str) -> bool:
    """Return whether `text` names a file or a program of this machine."""
    return text.startswith(_EXEC) or _FILE.fullmatch(text) is not None


def bot_at(text: str) -> Bot:
    """Return the bot that `text` names; raise `UnknownBotError` if there is none.

    Besides the names of `codex_naturalis.bots` there are `my_bot.py`, `my_bot.py:Magpie` and
    `exec:./target/release/magpie --fast`. Never call this with a text from the network: it runs what it names.
    """
    if text.startswith(_EXEC):
        return ProgramBot(text.removeprefix(_EXEC).strip())
    if file := _FILE.fullmatch(text):
        return file_bot(file["path"], file["name"])
    return bot_named(text)
