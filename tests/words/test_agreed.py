"""What is played at a table, on one line; and of each answer, whose it is."""

import pytest

from codex_naturalis.cli.texts import game_words
from codex_naturalis.i18n import LOCALES, Locale
from codex_naturalis.rules import HOUSE_RULES, Exhaustion, Preset, Refill, Sets, SoloLevel, TieBreak, options_of
from codex_naturalis.words import speech
from codex_naturalis.words.agreed import answer_with_origin, level_name, rules_line, rules_lines

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
    """What another edition has is named, what no book says is marked as ours."""
    say = speech("en")
    assert rules_line(say, options_of(2, Preset.IT)) == "Rules: Italian edition"
    changed = options_of(2, Preset.IT, end_by_exhaustion=Exhaustion.TABLE, refill=Refill.OTHER_DECK)
    assert rules_line(say, changed) == (
        "Rules: Italian edition · end when the face-up cards are gone as well · refill from the other deck (ours)"
    )
    assert "A face-up card whose deck is empty: is replaced from the other deck (ours)" in rules_lines(say, changed)


def test_no_tie_rule_is_told_against_tybor() -> None:
    """S15: a tie is a defeat, whatever was asked for."""
    say = speech("en")
    lines = rules_lines(say, options_of(1, solo=SoloLevel.EASY, tie_break=TieBreak.OBJECTIVE_CARDS))
    assert lines[0] == "Rules: Easy · English edition"
    assert "Which edition decides: English edition" in lines
    assert "As many points as Tybor: is a defeat" in lines


def test_what_was_changed_and_whose_it_is_are_two_things() -> None:
    """A table by the letter of all books differs from every edition; what all of them have is our reading (R24)."""
    say = speech("en")
    changed = rules_lines(say, options_of(2, sets=Sets.CARDS))
    assert changed[0] == "Rules: English edition · sets by cards"
    assert "Which edition decides: English edition, with changes" in changed
    assert "Within one objective, what counts once is: each card (as all books say)" in changed
    unchanged = rules_lines(say, options_of(2))
    assert unchanged[0] == "Rules: English edition"
    assert "Which edition decides: English edition" in unchanged
    assert "Within one objective, what counts once is: each symbol (our reading)" in unchanged


@pytest.mark.parametrize(
    ("locale", "marks"),
    [
        ("en", "English and Italian editions, French edition, our reading, ours, as all books say"),
        ("fr", "éditions anglaise et italienne, édition française, notre lecture, maison, selon tous les livrets"),
        ("it", "edizioni inglese e italiana, edizione francese, nostra lettura, della casa, secondo tutti i libretti"),
    ],
)
def test_each_answer_says_whose_it_is(locale: Locale, marks: str) -> None:
    """The books that say it, that we read them so, or that it is ours."""
    say = speech(locale)
    said = [answer_with_origin(say, name, answer) for name, rule in HOUSE_RULES.items() for answer in rule]
    assert all(any(f"({mark})" in answer for answer in said) for mark in marks.split(", "))
    assert all(answer.endswith(")") for answer in said)
