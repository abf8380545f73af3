"""Localization in English, French and Italian: only what faces people turns keys into words."""

from .plain_output import can_print, use_plain_output
from .texts import LOCALES, Locale, Words, best_locale, words
from .toml import Plural, Text, locale_texts, placeholders

__all__ = [
    "LOCALES",
    "Locale",
    "Plural",
    "Text",
    "Words",
    "best_locale",
    "can_print",
    "locale_texts",
    "placeholders",
    "use_plain_output",
    "words",
]
