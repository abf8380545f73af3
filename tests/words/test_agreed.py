"""What is played at a table, on one line; what is ours says so."""

import pytest

from codex_naturalis.cli.texts import game_words
from codex_naturalis.i18n import LOCALES, Locale
from codex_naturalis.rules import Exhaustion, Preset, Refill, SoloLevel, options_of
from codex_naturalis.words import speech
from codex_naturalis.words.agreed import level_name, rules_line, rules_lines

OURS = {SoloLevel.GENTLE, SoloLevel.FIRST}
MARKS: dict[Locale, str] = {"en": "(ours)", "fr": "(maison)", "it": "(della casa)"}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("level", SoloLevel)
def test_the_level_of_ours_says_so(level: SoloLevel, locale: Locale) -> None:
    """S16: both of ours are marked, on the line of a table, among its rules, and on the command line."""
    say, options, ours = speech(locale), options_of(1, solo=level), level in OURS
    name = level_name(say, options)
    assert (MARKS[locale] in name) is ours
    assert name in rules_line(say, options)
    assert rules_lines(say, options)[1].startswith(say.label(say("rules.level"), name))


@pytest.mark.parametrize("level", SoloLevel)
def test_the_command_line_names_every_level(level: SoloLevel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours, too, which are marked."""
    monkeypatch.setenv("CODEX_LANGUAGE", "en")
    assert game_words(options_of(1, solo=level)).startswith(f"solo {level.value.capitalize()}")
    assert ("(ours)" in game_words(options_of(1, solo=level))) is (level in OURS)


def test_house_rules_stand_beside_the_edition() -> None:
    """What another edition prints is named, what none prints is marked as ours."""
    say = speech("en")
    assert rules_line(say, options_of(2, Preset.IT)) == "Rules: Italian edition"
    changed = options_of(2, Preset.IT, end_by_exhaustion=Exhaustion.TABLE, refill=Refill.OTHER_DECK)
    assert rules_line(say, changed) == (
        "Rules: Italian edition · end when the face-up cards are gone as well · refill from the other deck (ours)"
    )
    assert "A face-up card whose deck is empty: is replaced from the other deck (ours)" in rules_lines(say, changed)
