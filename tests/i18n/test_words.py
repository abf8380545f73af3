"""From keys and values to sentences, with each language's plural."""

import pytest

from codex_naturalis.i18n import Locale, Plural, best_locale, locale_texts, placeholders, words


@pytest.mark.parametrize(
    ("locale", "count", "sentence"),
    [
        ("en", 0, "0 seats free"),
        ("en", 1, "1 seat free"),
        ("en", 2, "2 seats free"),
        ("fr", 0, "0 place libre"),
        ("fr", 1, "1 place libre"),
        ("fr", 2, "2 places libres"),
        ("it", 0, "0 posti liberi"),
        ("it", 1, "1 posto libero"),
        ("it", 2, "2 posti liberi"),
    ],
)
def test_each_language_counts_its_own_way(locale: Locale, count: int, sentence: str) -> None:
    """In French nothing is singular; in English and Italian only one thing is."""
    assert words(locale)("lobby.open_free", count=count) == sentence


def test_values_are_filled_in() -> None:
    """A sentence names what it is told."""
    assert words("fr")("lobby.hosted", name="Ann") == "Table de Ann"


def test_an_unknown_key_is_a_fault_of_ours() -> None:
    """A key that no file has is not passed over in silence."""
    with pytest.raises(KeyError):
        words("en")("no.such.key")


def test_a_plural_without_a_count_is_a_fault_of_ours() -> None:
    """A text with forms for one and several cannot be said without a number."""
    with pytest.raises(TypeError):
        words("en")("lobby.open_free")


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        (["fr_CA.UTF-8"], "fr"),
        (["it-IT"], "it"),
        (["de", "it", "en"], "it"),
        (["IT"], "it"),
        (["enm"], "en"),
        (["frr-DE", "it"], "it"),
        (["C.UTF-8"], "en"),
        ([], "en"),
    ],
)
def test_the_first_language_we_speak_is_taken(wanted: list[str], spoken: Locale) -> None:
    """Regions and encodings do not matter; without any we know we speak English."""
    assert best_locale(wanted) == spoken


def test_placeholders_of_both_forms_count() -> None:
    """A plural needs what either of its forms names."""
    assert placeholders(Plural("{name} has one", "{name} has {count}")) == {"name", "count"}


def test_nested_sections_become_dotted_keys() -> None:
    """A code with a dot in it is part of its key."""
    assert "error.token.invalid" in locale_texts("en")
