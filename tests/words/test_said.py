"""The table in words, where the web client's tests do not reach."""

import pytest

from codex_naturalis.i18n import LOCALES, Locale
from codex_naturalis.words import bot_name, names_of, speech
from codex_naturalis.words.commands import VERBS, Command, Unclear, parse, vocabulary
from codex_naturalis.words.commands.parse import CardWord
from tools.generate_said import files


def test_the_web_client_is_tested_with_what_is_said_here() -> None:
    """The answers that its text mode must give are those of `words` as it is now."""
    for path, text in files().items():
        assert path.read_text("utf-8") == text, path.name


@pytest.mark.parametrize("locale", LOCALES)
def test_every_command_has_a_name_of_its_own(locale: Locale) -> None:
    """The name that is shown and the short one lead to the command, in each language."""
    say, known = speech(locale), vocabulary(locale)
    for verb in VERBS:
        for typed in (say.verb(verb), say.short(verb)):
            command = parse(typed, known)
            assert isinstance(command, Command)
            assert command.verb == verb


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("place 2 front 1,-1", "place 2 front 1,-1"),
        ("  Place #2, FRONT (1; \N{MINUS SIGN}1)!", "place #2 front 1,-1"),
        ("poser 2 recto 1 -1", "place 2 front 1,-1"),
        ("poser la 2 au verso sur -3;+4", "place 2 back -3,4"),
    ],
)
def test_a_line_is_understood_as_people_type(line: str, meant: str) -> None:
    """Signs, accents, capitals and fillers do not matter, and English is understood everywhere."""
    wanted = parse(meant, vocabulary("en"))
    assert isinstance(wanted, Command)
    command = parse(line.replace("#2,", "#2"), vocabulary("fr"))
    assert command == wanted


def test_a_misspelt_command_is_guessed() -> None:
    """One letter may be wrong, two in a long word; else nothing is guessed."""
    known = vocabulary("en")
    assert parse("plce 1", known) == Unclear("verb", "plce", "place")
    assert parse("objectivse", known) == Unclear("verb", "objectivse", "objective")
    assert parse("zzz", known) == Unclear("verb", "zzz")
    assert parse("card 2", known) == Command("card", CardWord(2))


class Sitting:
    """Who sits on a seat."""

    def __init__(self, seat: int, kind: str, name: str | None, mark: str | None = None) -> None:
        self.seat, self.kind, self.name, self.mark = seat, kind, name, mark


def test_players_of_one_name_are_told_apart() -> None:
    """By a number; an empty seat has its number, and a second bot of a level has a name of its own."""
    say = speech("en")
    seats = [Sitting(0, "guest", "Ada"), Sitting(1, "guest", "Ada"), Sitting(2, "empty", None), Sitting(3, "bot", "x")]
    assert names_of(say, seats) == ("Ada 1", "Ada 2", "3", "x")
    assert bot_name(say, "level:1") != bot_name(say, "level:1", 1)
