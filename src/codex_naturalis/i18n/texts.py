"""Translator: from a key and its values to a sentence."""

import re
from collections.abc import Iterable
from typing import Final, Literal, Protocol, get_args

from .toml import Text, locale_texts

__all__ = ["LOCALES", "Locale", "Words", "best_locale", "words"]

Locale = Literal["en", "fr", "it"]
LOCALES: Final[tuple[Locale, ...]] = get_args(Locale)


class Words(Protocol):
    """Translator to one language."""

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of `key` with `values` filled in; raise `KeyError` if there is none."""


def words(locale: Locale) -> Words:
    """Return the translator to the language `locale`."""
    texts = locale_texts(locale)

    def speak(key: str, **values: object) -> str:
        return _form(locale, texts[key], values.get("count")).format(**values)

    return speak


def best_locale(wanted: Iterable[str]) -> Locale:
    """Return the first available language in `wanted` ("fr_CA.UTF-8", "it-IT"), else English."""
    spoken = (locale for tag in wanted for locale in LOCALES if re.split(r"[-_.@]", tag.lower())[0] == locale)
    return next(spoken, "en")


def _form(locale: Locale, text: Text, count: object) -> str:
    if isinstance(text, str):
        return text
    if not isinstance(count, int):
        raise TypeError("a text with plural forms needs a whole number called `count`")
    return text.one if _is_one(locale, count) else text.other


def _is_one(locale: Locale, count: int) -> bool:
    """Return whether `count` takes the singular: in French, 0 does too."""
    return abs(count) in (0, 1) if locale == "fr" else abs(count) == 1
