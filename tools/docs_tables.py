"""Tables and command help, written from the code into the pages of the docs when these are built.

A mark such as `<!-- table: settings -->` or `<!-- help: admin ban -->` in a page is where it goes. A table without a
mark, or a mark without a table, is an error.
"""

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache
from inspect import getsource
from itertools import pairwise
from typing import Final

from codex_naturalis.arrays.layout import PARTS
from codex_naturalis.data.schema import TABLES
from codex_naturalis.rules import HOUSE_RULES, Reason
from codex_naturalis.server.support.settings import Settings, variable, variables
from codex_naturalis.wire.errors import CLOSE, STATUS, TITLES, Code
from codex_naturalis.words import speech
from codex_naturalis.words.agreed import answer_with_origin
from tools import mutate_guarantees
from tools.conformance import perft_rows
from tools.docs_help import collect_help
from tools.generate import ROOT

__all__ = ["build_page", "fill_marks", "passages"]

DOCS: Final = ROOT / "docs"
PASSAGES: Final = ROOT / "tests" / "books.md"
"""What each passage of the printed books asks for, and the test of it; `tests/test_books.py` reads it, too."""

_MARK: Final = re.compile(r"<!-- (?:table|help): ?(.*?) ?-->")
_PASSAGES: Final = re.compile(r"<!-- passages: (\S+) -->\n(.*?)<!-- /passages -->", re.DOTALL)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [" | ".join(cells) for cells in (head, ("---",) * len(tuple(head)), *rows)]
    return "\n".join(f"| {line} |".replace("|  |", "| |") for line in lines)


def codes() -> str:
    """Return the codes of refusals, each with its HTTP status and WebSocket close code."""
    rows = ((f"`{code}`", str(STATUS.get(code, 400)), str(CLOSE.get(code, "")), TITLES[code]) for code in Code)
    return _table(("code", "HTTP", "closes the socket with", "meaning"), rows)


def reasons() -> str:
    """Return the reasons for which the rules refuse an action."""
    return " · ".join(f"`{reason}`" for reason in Reason)


def settings() -> str:
    """Return the settings of a server, in the order of their declaration, each as its docstring explains it."""
    body = ast.parse(getsource(Settings)).body[0]
    assert isinstance(body, ast.ClassDef)
    explained = {
        field.target.id: " ".join(str(text.value.value).split())
        for field, text in pairwise(body.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    }
    fields = {name: Settings.__dataclass_fields__[name].default for name in variables()}
    rows = ((f"`{variable(name)}`", _default(value), explained[name]) for name, value in fields.items())
    return _table(("variable", "default", "meaning"), rows)


def _default(value: object) -> str:
    text = " ".join(value) if isinstance(value, tuple) else str(value)
    return text.removesuffix(".0") or "none"


def columns(table: str) -> str:
    """Return the columns of one of the tables of games."""
    rows = ((f"`{column.name}`", column.kind, column.about) for column in TABLES[table])
    return _table(("column", "type", "definition"), rows)


def observation() -> str:
    """Return the parts of an observation, in their order."""
    shapes = {name: " x ".join("S" if size < 0 else str(size) for size in shape) for name, (shape, _) in PARTS.items()}
    return _table(("part", "shape", "meaning"), ((f"`{name}`", shapes[name], PARTS[name][1]) for name in PARTS))


def house_rules() -> str:
    """Return the options of the house rules, each with its question and its answers, and whose they are."""
    say = speech("en")
    rows = (
        (
            f"`--{name.replace('_', '-')}`",
            say(f"rules.{name}"),
            "<br>".join(f"`{answer}`: {answer_with_origin(say, name, answer)}" for answer in rule),
        )
        for name, rule in HOUSE_RULES.items()
    )
    return _table(("option", "question", "answers, and whose they are"), rows)


def guarantees() -> dict[str, str]:
    """Return the table of each section of the page on guarantees."""
    rows = mutate_guarantees.rows().values()
    head = ("", "what happens", "what we promise", "test")
    return {
        section: _table(
            head,
            (
                (str(row.number), row.happens, row.promise, " ".join(f"`{test}`" for test in row.tests))
                for row in rows
                if row.section == section
            ),
        )
        for section in dict.fromkeys(row.section for row in rows)
    }


def passages() -> dict[str, str]:
    """Return the tables of the passages of the printed books, by the names of the books."""
    return {name: table.strip() for name, table in _PASSAGES.findall(PASSAGES.read_text("utf-8"))}


def perft() -> str:
    """Return the number of legal action sequences from some positions, by length."""
    rows = [row for row in perft_rows() if row[0] == "deal"]
    depth = max(len(row) for row in rows) - 3
    return _table(
        ("position", *map(str, range(1, depth + 1))),
        ((f"`{what}`, seed `{seed}`", *counts, *[""] * (depth - len(counts))) for _, what, seed, *counts in rows),
    )


@cache
def _parts() -> dict[str, dict[str, str]]:
    """Return the content of each page, by the names of its marks."""
    helps = {name: f"```text\n{text}\n```" for name, text in collect_help().items()}
    return {
        "explanation/guarantees.md": guarantees(),
        "reference/books.md": passages(),
        "reference/commands.md": {**helps, "house-rules": house_rules()},
        "reference/conformance.md": {"perft": perft()},
        "reference/data.md": {name: columns(name) for name in TABLES},
        "reference/environments.md": {"observation": observation()},
        "reference/protocol.md": {"codes": codes(), "reasons": reasons()},
        "reference/settings.md": {"settings": settings()},
    }


def fill_marks(page: str, parts: Mapping[str, str]) -> str:
    """Return `page` with each part at its mark; raise `ValueError` unless each has one."""
    marked = [found[1] for found in _MARK.finditer(page)]
    if sorted(marked) != sorted(parts):
        raise ValueError(f"marks without a part, or parts without a mark: {sorted(set(marked) ^ set(parts))}")
    return _MARK.sub(lambda found: parts[found[1]], page)


def build_page(path: str, text: str | None = None) -> str:
    """Return the page `path` of the docs with its marks filled in; `text` is the page, if it was read already."""
    page = (DOCS / path).read_text("utf-8") if text is None else text
    return fill_marks(page, _parts().get(path, {}))
