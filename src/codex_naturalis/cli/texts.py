"""Texts of the command line for people, in English, French and Italian.

Output for programs (JSON, records, figures) is the same in every language.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import click

from codex_naturalis.i18n import Locale, best_locale, words

if TYPE_CHECKING:
    from codex_naturalis.rules import GameOptions

__all__ = ["game_words", "language", "say", "speak"]

_VARIABLES: Final = ("CODEX_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_META: Final = "codex_naturalis.language"


def language() -> Locale:
    """Return the language asked for with `--language`, else by `CODEX_LANGUAGE`, else that of the environment."""
    running = click.get_current_context(silent=True)
    chosen = running.meta.get(_META, "") if running else ""
    return best_locale([chosen, *(os.environ.get(name, "") for name in _VARIABLES)])


def speak(wanted: str) -> None:
    """Set the language of the running command."""
    click.get_current_context().meta[_META] = wanted


def say(key: str, **values: object) -> str:
    """Return the text `cli.` + `key` with `values` filled in."""
    return words(language())(f"cli.{key}", **values)


def game_words(options: GameOptions) -> str:
    """Return the kind of a game: the number of players, or the level of Tybor."""
    if options.solo is not None:
        return say("game.solo", level=words(language())(f"lobby.solo_{options.solo}"))
    return say("game.seats", count=options.seats)
