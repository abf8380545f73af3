"""Localization in English, French and Italian: only what faces people turns keys into words."""

from .texts import LOCALES, Locale, Words, best_locale, words
from .toml import Plural, Text, locale_texts, placeholders

__all__ = [
    "LOCALES",
    "Locale",
    "Plural",
    "Text",
    "Words",
    "best_locale",
    "locale_texts",
    "placeholders",
    "words",
]
