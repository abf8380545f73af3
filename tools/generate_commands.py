"""Write the `--help` of every command into `docs/reference/commands.md`, between the marks that name it.

A mark is `<!-- help: admin ban -->`, and ends with `<!-- /help -->`; what stands around it is written by hand. A
command without a mark, or a mark without a command, ends the generator with a sentence.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Final

import click

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.cli.root import NAME
from tools.generate import ROOT, settle

PAGE: Final = ROOT / "docs/reference/commands.md"
WIDTH: Final = 90
"""Columns of the text, so that it needs no scrolling on the page."""

_MARKED: Final = re.compile(r"(<!-- help: (.*?) ?-->\n).*?(<!-- /help -->)", re.DOTALL)


def explained() -> dict[str, str]:
    """Return what `--help` prints for the program, "", and for every command, by its words."""
    return {" ".join(words): text for words, text in _helps(codex_naturalis, NAME)}


def _helps(
    command: click.Command, name: str, above: click.Context | None = None, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    context = command.make_context(name, [], above, resilient_parsing=True, terminal_width=WIDTH)
    yield words, command.get_help(context)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            assert inner is not None
            yield from _helps(inner, each, context, (*words, each))


def filled(page: str, helps: dict[str, str]) -> str:
    """Return `page` with the help of each command between its marks; raise `ValueError` unless each has one pair."""
    marked = [found[2] for found in _MARKED.finditer(page)]
    if sorted(marked) != sorted(helps):
        raise ValueError(f"marks without a command, or commands without a mark: {sorted(set(marked) ^ set(helps))}")
    return _MARKED.sub(lambda found: f"{found[1]}\n```text\n{helps[found[2]]}\n```\n\n{found[3]}", page)


def main() -> int:
    """Write the page, or with --check compare it; return the exit code."""
    try:
        return settle({PAGE: filled(PAGE.read_text(encoding="utf-8"), explained())}, check="--check" in sys.argv)
    except ValueError as error:
        print(f"{PAGE.relative_to(ROOT)}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
