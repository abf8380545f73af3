"""The `--help` of every command, for the page that lists them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from codex_naturalis.cli import codex_naturalis
from codex_naturalis.cli.root import NAME

__all__ = ["collect_help"]

WIDTH: Final = 90
"""Width of the text in columns, so that the page needs no scrolling."""


def collect_help() -> dict[str, str]:
    """Return the output of `--help` for the program, "", and for every command, by its words."""
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
