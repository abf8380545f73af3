"""Bare engine in C++: building `bare.cpp`, and the facts of the cards that it reads first."""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from codex_naturalis.catalogue import SYMBOLS, CardId, Counts, Objective, PatternObjective, catalogue

from .bare import CORNERS, KINGDOM, NEEDS, PER, POINTS, SHOWN

__all__ = ["build", "card_facts", "compiler"]

_SOURCE: Final = Path(__file__).with_name("bare.cpp")
_FACES: Final = range(2, 174)
_NOTHING: Final[Counts] = (0,) * 7


def compiler() -> str | None:
    """Return the C++ compiler of this machine, if it has one."""
    return shutil.which("g++") or shutil.which("c++")


def build(folder: Path) -> Path:
    """Return the program, compiled into `folder`."""
    program, found = folder / "bare", compiler()
    assert found
    subprocess.run([found, "-O2", "-std=c++17", "-o", program, _SOURCE], check=True)
    return program


def card_facts() -> str:
    """Return the facts of all faces and objectives as the numbers that the program reads."""
    objectives = [_objective(card, each) for card, each in catalogue().objective.items()]
    return "".join(f"{' '.join(map(str, row))}\n" for row in (*map(_face, _FACES), *objectives))


def _face(face: int) -> Iterable[int]:
    shown, cost = [0] * 7, [0] * 7
    for symbol in SHOWN[face]:
        shown[symbol] += 1
    for symbol, need in NEEDS[face]:
        cost[symbol] = need
    return (face, POINTS[face], PER[face], KINGDOM[face >> 1], *CORNERS[face], *shown, *cost)


def _objective(card: CardId, objective: Objective) -> Iterable[int]:
    if isinstance(objective, PatternObjective):
        parts = [(SYMBOLS.index(part.kingdom), part.dx, part.dy) for part in objective.pattern]
        return (card, 1, objective.points, *_NOTHING, *(number for part in parts for number in part))
    return (card, 0, objective.points, *objective.symbols, *(0,) * 9)
