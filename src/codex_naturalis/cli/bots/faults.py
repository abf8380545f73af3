"""Faults of an arena on standard error: one line each, with a command that asks the same question again."""

import os
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from tempfile import gettempdir
from time import time
from types import TracebackType
from typing import Final, Self

import click

from codex_naturalis.play.arena import ArenaGame
from codex_naturalis.programs import Fault
from codex_naturalis.record import write_record

from ..texts import say

__all__ = ["FaultLog"]

_MOST_PRINTED: Final = 20
"""Maximum number of fault lines: a bot that always fails would fill the screen."""

_KEPT: Final = 7 * 86_400.0
"""Retention of the records of games with faults, in seconds."""


class FaultLog:
    """Writer of fault lines; at the end, even when interrupted, it prints where the games are."""

    def __init__(self, records: Path | None) -> None:
        """Refer to `records` if all games are written there, else to a file for games with faults only."""
        self._records = records
        self._own = _folder() / f"{os.getpid()}.jsonl"
        self._kept = 0
        self._printed = 0
        self._games = 0

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        """Print where the records are, and after an interruption the number of games played."""
        if kind is not None and issubclass(kind, KeyboardInterrupt):
            kept = say("arena.kept", file=self._records) if self._records else say("arena.not_kept")
            click.echo(f"{say('arena.interrupted', count=self._games)} {kept}", err=True)
        if self._kept:
            click.echo(say("arena.faults_kept", file=self._own), err=True)

    def add(self, bots: Sequence[str], game: ArenaGame, number: int) -> None:
        """Report the faults of one more game of `bots`, number `number` of all, counted from 0."""
        self._games += 1
        if not game.faults or self._printed >= _MOST_PRINTED:
            return
        place = self._place(game, number)
        for fault in game.faults[: _MOST_PRINTED - self._printed]:
            click.echo(_line(bots[fault.bot], number, fault, place), err=True)
            self._printed += 1
        if self._printed == _MOST_PRINTED:
            click.echo(say("arena.only_counted"), err=True)

    def _place(self, game: ArenaGame, number: int) -> str:
        """Return the arguments that name the game's record; write it if it is not in a file already."""
        if self._records is not None:
            return f"{quote(str(self._records))} --line {number + 1}"
        if not self._kept:
            _clear(self._own.parent)
        with self._own.open("a" if self._kept else "w", encoding="utf-8") as file:
            file.write(write_record(game.record) + "\n")
        self._kept += 1
        return f"{quote(str(self._own))} --line {self._kept}"


def _folder() -> Path:
    """Return the folder of the records of games with faults, one for each user of the machine."""
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    return Path(gettempdir()) / f"codex-naturalis-faults{user}"


def _clear(folder: Path) -> None:
    """Create the folder, and delete old records in it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    for file in folder.glob("*.jsonl"):
        if file.stat().st_mtime < time() - _KEPT:
            file.unlink(missing_ok=True)


def _line(bot: str, number: int, fault: Fault, place: str) -> str:
    again = (
        f"codex-naturalis bot ask {quote(bot)} {place} --at {fault.version} --seat {fault.seat}"
        f" --seed {quote(fault.chance)}"
    )
    facts = {"kind": fault.kind, "version": fault.version, "detail": fault.detail}
    return f"{say('arena.fault', bot=bot, game=number, **facts)}\n  {say('arena.again', command=again)}"
