"""Faults of an arena on standard error: one line each, with a command that asks the same question again."""

import os
from pathlib import Path
from shlex import quote
from tempfile import gettempdir
from typing import Final

import click

from codex_naturalis.play.arena import Arena, ArenaGame
from codex_naturalis.programs import Fault
from codex_naturalis.record import write_record

__all__ = ["FaultLog"]

_TOLD: Final = 20
"""Faults told in lines of their own, at most: a bot that always fails would fill the screen."""


class FaultLog:
    """Writer of fault lines."""

    def __init__(self, arena: Arena, records: Path | None) -> None:
        """Refer to `records` if all games are written there, else to a file for games with faults alone."""
        self._arena = arena
        self._records = records
        self._own = Path(gettempdir()) / f"codex-naturalis-faults-{os.getpid()}.jsonl"
        self._kept = 0
        self._told = 0

    def add(self, game: ArenaGame) -> None:
        """Tell the faults of one more game."""
        if not game.faults or self._told >= _TOLD:
            return
        place = self._place(game)
        for fault in game.faults[: _TOLD - self._told]:
            click.echo(self._line(game, fault, place), err=True)
            self._told += 1
        if self._told == _TOLD:
            click.echo("Further faults are only counted.", err=True)

    def _line(self, game: ArenaGame, fault: Fault, place: str) -> str:
        bot = self._arena.bots[fault.bot]
        again = (
            f"codex-naturalis bot ask {quote(bot)} {place} --at {fault.version} --seat {fault.seat}"
            f" --seed {quote(fault.chance)}"
        )
        what = f"{fault.kind} in game {game.number}, after {fault.version} actions: {fault.detail}"
        return f"{bot}: {what}\n  again: {again}"

    def _place(self, game: ArenaGame) -> str:
        """Return the arguments that name the game's record, which is written if it is not in a file already."""
        if self._records is not None:
            return f"{quote(str(self._records))} --line {game.number + 1}"
        with self._own.open("a" if self._kept else "w", encoding="utf-8") as file:
            file.write(write_record(game.record) + "\n")
        self._kept += 1
        return f"{quote(str(self._own))} --line {self._kept}"
