"""Texts in encodings that lack some of their characters: plain ones stand for these, and none is lost."""

import ast
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.i18n import LOCALES, locale_texts
from codex_naturalis.i18n.plain_output import PLAIN

SOURCES = Path(__file__).resolve().parents[2] / "src" / "codex_naturalis"
PRINTING = ("cli", "i18n", "pictures", "terminal", "words")
"""Packages whose texts a terminal shows."""

ENCODINGS = ("cp1252", "cp437", "ascii", "latin-1", "cp850", "shift_jis")


def written() -> Iterator[str]:
    """Yield every text that the command line may write: of the locales, of each page of help, and in the code."""
    for locale in LOCALES:
        yield from (form for text in locale_texts(locale).values() for form in forms(text))
    yield from helps(codex_naturalis, click.Context(codex_naturalis, info_name="codex-naturalis"))
    for package in PRINTING:
        for file in (SOURCES / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def forms(text: object) -> Iterator[str]:
    """Yield a text, or both forms of one that counts."""
    yield from (text,) if isinstance(text, str) else (getattr(text, form) for form in ("one", "other"))


def helps(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield what `--help` prints of a command, and of those below it."""
    yield command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below
            yield from helps(below, click.Context(below, parent=context, info_name=name))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_character_of_any_text_is_lost(encoding: str) -> None:
    """A character without a plain form would be a question mark: it needs a row in `plain_output`."""
    lost = {
        letter for letter in set("".join(written())) - {"?"} if "?" in letter.encode(encoding, PLAIN).decode(encoding)
    }
    assert lost == set()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("À vous\u202f: «\u00a0c\u2019est l\u2019œuf…\u00a0»", "A vous : \" c'est l'oeuf... \""),
        ("2\u00a0\u00d7 3 \u2212 1 = 5 ± ½", "2 x 3 - 1 = 5 +/- 1/2"),
        ("╭─╮│╰─╯", "+-+|+-+"),
        ("Zoë e\u0301 \u200dŁ → 中 \udc80", "Zoe e L > ? ?"),
    ],
)
def test_what_stands_for_what(text: str, plain: str) -> None:
    """Letters without their accents, signs by their look, a question mark for what has none."""
    assert text.encode("ascii", PLAIN).decode() == plain


def test_what_an_encoding_has_stays() -> None:
    """Only what it lacks is replaced."""
    text = "é \u2013 “x” ─"
    assert text.encode("cp1252", PLAIN).decode("cp1252") == "é \u2013 “x” -"
    assert text.encode("cp437", PLAIN).decode("cp437") == 'é - "x" ─'
