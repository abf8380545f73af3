"""`books.md`, which fills `docs/reference/books.md`, leaves nothing out, and names nothing that is not there."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

from codex_naturalis.i18n import Plural, locale_texts
from tools.book_sentences import OUT, TEXTS, listing, read_listing
from tools.book_sentences import sentences as sentences_of

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PAGE = (TESTS / "books.md").read_text(encoding="utf-8")
RULING = re.compile(r"\b[RS]\d+\b")
MOST_HEADINGS = 20
"""A text has more sentences than this: what is cut short is noticed."""

NAMED = re.compile(r"`([^`]+)`")
RULINGS = {f"R{number}" for number in (*range(1, 18), 22, 23, 24)} | {f"S{number}" for number in range(1, 17)}

FRAME = {"book.page", "book.lead", "book.contents", "book.learn", "book.apart", "book.close", "book.ruling"} | {
    "book.legal",
    "book.illegal",
}
"""What the rules page says about itself."""


class Row(Struct, frozen=True):
    """One row of a table of the page: what is named in each of its columns."""

    name: str
    sentences: tuple[tuple[str, int], ...]
    """Text and number of each sentence of the books that says it."""

    rulings: frozenset[str]
    functions: tuple[str, ...]
    tests: tuple[str, ...]


def tables(kind: str) -> list[list[str]]:
    """Return the rows of all tables of a kind, as their cells."""
    found = re.findall(rf"<!-- {kind}(?:: \S+)? -->\n(.*?)<!-- /{kind} -->", PAGE, re.DOTALL)
    lines = [line for table in found for line in table.strip().splitlines()[2:]]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def passages() -> list[Row]:
    """Return what the page says of the books."""
    return [
        Row(f"{where}: {what}", _numbered(said), _rulings(rulings), _named(functions), _named(tests))
        for where, said, what, rulings, functions, tests in tables("passages")
    ]


def sentences() -> list[Row]:
    """Return what the page says of our own words."""
    return [
        Row(key.strip("`"), (), _rulings(rulings), (), _named(tests)) for key, rulings, tests in tables("sentences")
    ]


def _numbered(cell: str) -> tuple[tuple[str, int], ...]:
    """Return the sentences that a cell names, numbers and ranges of them for each text."""
    found = []
    for text, *numbers in (part.split() for part in cell.split(",") if part.strip() != "—"):
        for number in numbers:
            first, _, last = number.partition("\N{EN DASH}")
            found += [(text, at) for at in range(int(first), int(last or first) + 1)]
    return tuple(found)


def _rulings(cell: str) -> frozenset[str]:
    return frozenset(RULING.findall(cell))


def _named(cell: str) -> tuple[str, ...]:
    return tuple(NAMED.findall(cell))


@cache
def functions_of(path: Path) -> frozenset[str]:
    """Return the names of the functions that a file defines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def exists(test: str) -> bool:
    """Return whether a test that the page names is there: a function of a file, or a little game."""
    path, _, function = test.partition("::")
    if not (TESTS / path).is_file():
        return False
    return function in functions_of(TESTS / path) if function else path.startswith("golden/") and path.endswith(".txt")


def is_code(name: str) -> bool:
    """Return whether a module of the package, or something in one, has this name."""
    module, _, attribute = f"codex_naturalis.{name}".rpartition(".")
    try:
        return hasattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize("row", [*passages(), *sentences()], ids=lambda row: row.name)
def test_what_the_page_names_exists(row: Row) -> None:
    """Each function, each test and each ruling that a row names is there."""
    assert [test for test in row.tests if not exists(test)] == []
    assert [name for name in row.functions if not is_code(name)] == []
    assert row.rulings <= RULINGS


@pytest.mark.parametrize("row", passages(), ids=lambda row: row.name)
def test_a_passage_of_the_books_has_a_test(row: Row) -> None:
    """No passage of the books is only talked about."""
    assert row.tests


def test_no_ruling_is_left_out() -> None:
    """Each ruling settles a passage of the books, or speaks where none does."""
    assert {ruling for row in passages() for ruling in row.rulings} == RULINGS


def test_every_sentence_of_the_books_has_its_place() -> None:
    """Each is in a row of a passage, or states no rule, for a reason; no other is named."""
    listed = read_listing(OUT.read_text(encoding="utf-8"))
    placed = {sentence for row in passages() for sentence in row.sentences}
    unruled = [sentence for said, why in tables("unruled") if why for sentence in _numbered(said)]
    assert listed.keys() - placed - set(unruled) == set()
    assert (placed | set(unruled)) - listed.keys() == set()
    assert placed & set(unruled) == set()
    assert len(unruled) == len(set(unruled))


def test_the_list_of_sentences_has_no_words() -> None:
    """The five texts, each numbered from 1, and hashes: what the books say is not ours to keep."""
    _, *lines = OUT.read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[a-z]+ \d+ [0-9a-f]{16}", line) for line in lines)
    numbers = {text: [number for name, number in read_listing("\n".join(lines)) if name == text] for text in TEXTS}
    assert all(found == [*range(1, len(found) + 1)] for found in numbers.values())
    assert {text: len(found) > MOST_HEADINGS for text, found in numbers.items()} == dict.fromkeys(TEXTS, True)


def test_sentences_are_found_over_lines_and_pages() -> None:
    """Items, headings and labels are sentences; hyphens, line breaks and page breaks within one are no ends."""
    text = (
        "Getting ready\n1 Shuffle the la-\nbels and lay them \n\nface down. Draw two! (Not three.)\n\n"
        " A 6 Red things\n\n A 1 Blue thing\n\nfor e.g. 2 players:\n## ✿ **Bold** heading\n- ❶ An item\n\n= 3 points\n"
    )
    assert list(sentences_of(text)) == [
        *("getting ready", "shuffle the labels and lay them face down", "draw two", "not three"),
        *("6 red things", "1 blue thing for e g 2 players", "bold heading", "an item", "3 points"),
    ]


def test_a_sentence_has_one_hash_however_it_is_set(tmp_path: Path) -> None:
    """The list is the same for other line breaks, capitals and signs, and another for other words."""

    def listed(text: str) -> str:
        for file in TEXTS.values():
            (tmp_path / file).write_text(text, encoding="utf-8")
        return listing(tmp_path)

    once = listed("Take a card, please. It\N{RIGHT SINGLE QUOTATION MARK}s yours.\n")
    assert listed("TAKE a\ncard please!  **It's** yours\n") == once
    assert listed("Take two cards, please. It\N{RIGHT SINGLE QUOTATION MARK}s yours.\n") != once
    assert len(read_listing(once)) == 2 * len(TEXTS)


def test_every_sentence_of_the_rules_page_is_in_the_table() -> None:
    """Each sentence stands there once, in the order of the page."""
    page = [key for key in locale_texts("en") if key.startswith("book.") and not key.startswith("book.title.")]
    assert [row.name for row in sentences()] == [key for key in page if key not in FRAME]


@pytest.mark.parametrize("row", sentences(), ids=lambda row: row.name)
def test_a_sentence_of_the_rules_page_cites_the_rulings_of_the_table(row: Row) -> None:
    """What is cited beside a sentence is what the table gives for it, and what cites a ruling has a test."""
    text = locale_texts("en")[row.name]
    assert not isinstance(text, Plural)
    assert frozenset(re.findall(r"\[([RS]\d+)\]", text)) == row.rulings
    assert row.tests or not row.rulings
