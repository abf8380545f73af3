"""Write the tables of the reference that the code declares, between the marks that name them.

A mark is `<!-- table: settings -->` and ends with `<!-- /table -->`; what stands around it is written by hand. A table
without a mark, or a mark without a table, ends the generator with a sentence.
"""

import ast
import re
import sys
from collections.abc import Iterable, Mapping
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from typing import Final

from codex_naturalis.arrays.layout import PARTS
from codex_naturalis.data.schema import TABLES
from codex_naturalis.rules import HOUSE_RULES, Preset, Reason, options_of
from codex_naturalis.server.support.errors import CLOSE, STATUS, TITLES, Code
from codex_naturalis.server.support.settings import Settings, variable
from codex_naturalis.words import Speech, speech
from tools.generate import ROOT, settle

REFERENCE: Final = ROOT / "docs/reference"

_MARKED: Final = re.compile(r"(<!-- table: (\S+) -->\n).*?(<!-- /table -->)", re.DOTALL)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [" | ".join(cells) for cells in (head, ("---",) * len(tuple(head)), *rows)]
    return "\n".join(f"| {line} |".replace("|  |", "| |") for line in lines)


def codes() -> str:
    """Return the codes of refusals, with what each answers a request and closes a socket with."""
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
    fields = {name: field.default for name, field in Settings.__dataclass_fields__.items() if name != "data"}
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
    """Return the options of the house rules, each with its question, its answers, and the editions that print them."""
    say = speech("en")
    answers = {name: "<br>".join(_answer(say, name, each) for each in rule) for name, rule in HOUSE_RULES.items()}
    rows = ((f"`--{name.replace('_', '-')}`", say(f"rules.{name}"), answers[name]) for name in HOUSE_RULES)
    return _table(("option", "question", "answers, and who prints them"), rows)


def _answer(say: Speech, name: str, answer: str) -> str:
    printed = [preset.value for preset in Preset if getattr(options_of(2, preset), name) == answer]
    who = f" ({', '.join(printed)})" if printed else " (ours)"
    return f"`{answer}`: {say(f'rules.{name}_{answer}')}{who}"


PAGES: Final[dict[Path, dict[str, str]]] = {
    REFERENCE / "protocol.md": {"codes": codes(), "reasons": reasons()},
    REFERENCE / "settings.md": {"settings": settings()},
    REFERENCE / "environments.md": {"observation": observation()},
    REFERENCE / "commands.md": {"house-rules": house_rules()},
    REFERENCE / "data.md": {name: columns(name) for name in TABLES},
}


def filled(page: str, tables: Mapping[str, str]) -> str:
    """Return `page` with each table between its marks; raise `ValueError` unless each has one pair."""
    marked = [found[2] for found in _MARKED.finditer(page)]
    if sorted(marked) != sorted(tables):
        raise ValueError(f"marks without a table, or tables without a mark: {sorted(set(marked) ^ set(tables))}")
    return _MARKED.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n\n{found[3]}", page)


def main() -> int:
    """Write the pages, or with --check compare them; return the exit code."""
    try:
        written = {page: filled(page.read_text("utf-8"), tables) for page, tables in PAGES.items()}
    except ValueError as error:
        print(f"the reference: {error}", file=sys.stderr)
        return 1
    return settle(written, check="--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
