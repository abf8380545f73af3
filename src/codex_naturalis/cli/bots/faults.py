"""Faults of an arena on standard error: one line each, with a command that asks the same question again."""

import os
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from tempfile import gettempdir
from typing import Final

import click

from codex_naturalis.play.arena import ArenaGame
from codex_naturalis.programs import Fault
from codex_naturalis.record import write_record

from ..texts import say

__all__ = ["FaultLog"]

_TOLD: Final = 20
"""Faults told in lines of their own, at most: a bot that always fails would fill the screen."""


class FaultLog:
    """Writer of fault lines."""

    def __init__(self, records: Path | None) -> None:
        """Refer to `records` if all games are written there, else to a file for games with faults alone."""
        self._records = records
        self._own = Path(gettempdir()) / f"codex-naturalis-faults-{os.getpid()}.jsonl"
        self._kept = 0
        self._told = 0

    def add(self, bots: Sequence[str], game: ArenaGame, number: int) -> None:
        """Tell the faults of one more game of `bots`, which is number `number` of all, counted from 0."""
        if not game.faults or self._told >= _TOLD:
            return
        place = self._place(game, number)
        for fault in game.faults[: _TOLD - self._told]:
            click.echo(_line(bots[fault.bot], number, fault, place), err=True)
            self._told += 1
        if self._told == _TOLD:
            click.echo(say("arena.only_counted"), err=True)

    def _place(self, game: ArenaGame, number: int) -> str:
        """Return the arguments that name the game's record, which is written if it is not in a file already."""
        if self._records is not None:
            return f"{quote(str(self._records))} --line {number + 1}"
        with self._own.open("a" if self._kept else "w", encoding="utf-8") as file:
            file.write(write_record(game.record) + "\n")
        self._kept += 1
        return f"{quote(str(self._own))} --line {self._kept}"


def _line(bot: str, number: int, fault: Fault, place: str) -> str:
    again = (
        f"codex-naturalis bot ask {quote(bot)} {place} --at {fault.version} --seat {fault.seat}"
        f" --seed {quote(fault.chance)}"
    )
    facts = {"kind": fault.kind, "version": fault.version, "detail": fault.detail}
    return f"{say('arena.fault', bot=bot, game=number, **facts)}\n  {say('arena.again', command=again)}"
