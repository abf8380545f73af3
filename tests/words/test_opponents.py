"""The opponents in words, as the terminal lists them."""

import pytest
from click.testing import CliRunner

from codex_naturalis.bots import LEVELS
from codex_naturalis.cli import codex_naturalis
from codex_naturalis.i18n import LOCALES, Locale
from codex_naturalis.words import opponent_lines, speech


@pytest.mark.parametrize("locale", LOCALES)
def test_every_opponent_is_named_with_its_strength(locale: Locale) -> None:
    """The name to be typed, who it is, how strong in a word and in Elo, and how long it thinks; no hole is left."""
    lines = list(opponent_lines(speech(locale)))
    assert len(lines) == 2 * len(LEVELS)
    for level, first, second in zip(LEVELS, lines[::2], lines[1::2], strict=True):
        assert first.split()[0] == level.bot
        assert level.bot == "level:3" or f"± {level.strength.error}" in second
        assert not {"{", "}"} & {*first, *second}


def test_the_terminal_lists_them() -> None:
    """`table --bots` prints them and plays nothing."""
    result = CliRunner().invoke(codex_naturalis, ["table", "--bots", "--language", "en"])
    assert result.exit_code == 0
    assert result.stdout.startswith("level:pupil    Perkin (beginner), pupil\n")
    assert "Thinks for at most 2 seconds about each choice." in result.stdout
