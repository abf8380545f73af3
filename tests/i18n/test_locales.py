"""Every language says everything: the same keys, values and plural forms; and nothing is typed carelessly."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from codex_naturalis.bots import names
from codex_naturalis.i18n import LOCALES, Locale, Text, locale_texts, placeholders
from codex_naturalis.rules import Reason
from codex_naturalis.wire.errors import Code

OTHERS = [locale for locale in LOCALES if locale != "en"]


def forms(text: Text) -> tuple[str, ...]:
    """Return every form of a text."""
    return (text,) if isinstance(text, str) else (text.one, text.other)


def sentences(locale: Locale) -> Iterator[tuple[str, str]]:
    """Return every form of every text with its key."""
    for key, text in locale_texts(locale).items():
        for form in forms(text):
            yield key, form


@pytest.mark.parametrize("locale", OTHERS)
def test_a_language_has_the_same_keys_as_english(locale: Locale) -> None:
    """No key is missing in a language, and none is left over."""
    assert locale_texts(locale).keys() == locale_texts("en").keys()


@pytest.mark.parametrize("locale", OTHERS)
def test_a_language_uses_the_same_values_as_english(locale: Locale) -> None:
    """A sentence names the same values in every language."""
    english = locale_texts("en")
    differing = {
        key: (sorted(placeholders(english[key])), sorted(placeholders(text)))
        for key, text in locale_texts(locale).items()
        if placeholders(english[key]) != placeholders(text)
    }
    assert differing == {}


@pytest.mark.parametrize("locale", OTHERS)
def test_a_language_has_plural_forms_where_english_has_them(locale: Locale) -> None:
    """A text that has forms for one and for several has them in every language."""
    english = locale_texts("en")
    assert [key for key, text in locale_texts(locale).items() if type(text) is not type(english[key])] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_texts_are_set_like_a_book(locale: Locale) -> None:
    """Apostrophes are curly, an ellipsis is one sign, and nothing begins, ends or stutters with a space."""
    careless = re.compile(r"'|\.\.\.|^\s|\s$|  |\"|^$")
    assert [key for key, sentence in sentences(locale) if careless.search(sentence)] == []


def test_french_punctuation_never_stands_alone_at_the_start_of_a_line() -> None:
    """What stands before ; ! ? : and » is a no-break space, narrow or not, and so is what follows «."""
    loose = re.compile(r"[^\u00a0\u202f][;!?:»]|«(?![\u00a0\u202f])")
    found = {key: sentence for key, sentence in sentences("fr") if loose.search(re.sub(r"\{\w+\}", "x", sentence))}
    assert found == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_refusal_of_the_server_has_words(locale: Locale) -> None:
    """Each code of the server has a sentence of its own in each language."""
    assert {f"error.{code.value}" for code in Code} <= locale_texts(locale).keys()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_refusal_of_the_rules_has_words(locale: Locale) -> None:
    """Each reason of the rules is a key."""
    assert {reason.value for reason in Reason} <= locale_texts(locale).keys()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_bot_has_a_name_that_people_would_say(locale: Locale) -> None:
    """Each bot that can be seated has a name and a few words about it."""
    assert {f"bot.{name}{part}" for name in names() for part in ("", "_text")} <= locale_texts(locale).keys()


@pytest.mark.parametrize("locale", OTHERS)
def test_keys_stand_in_the_same_order_in_every_file(locale: Locale) -> None:
    """Translations have their sections in the order of the English file."""

    def sections(name: str) -> list[str]:
        source = files("codex_naturalis.i18n").joinpath("locales", f"{name}.toml").read_text(encoding="utf-8")
        return list(tomllib.loads(source))

    assert sections(locale) == sections("en")
