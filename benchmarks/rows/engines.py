"""Rows of the engines and environments: ours and the anchor in turn, as many random games as fit into a stretch."""

import sys
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.anchors.compiled import build, card_facts, compiler
from benchmarks.anchors.installed import packaged
from benchmarks.side_by_side import Effort, Figures, Meter, NotRunError, compare, ours

from .row import Row, one

__all__ = ["ENGINES"]

_BARE: Final = Meter((sys.executable, "-m", "benchmarks.anchors.bare"))


def _rules(effort: Effort) -> Figures:
    return compare(ours("rules"), _BARE, "bare Python engine", effort)


def _kernel(effort: Effort) -> Figures:
    if compiler() is None:
        raise NotRunError("no C++ compiler")
    with tempfile.TemporaryDirectory() as folder:
        anchor = Meter((str(build(Path(folder))),), first=f"{card_facts()}bench\n")
        return compare(ours("kernel"), anchor, "bare C++ engine, g++ -O2", effort)


def _catanatron(effort: Effort) -> Figures:
    return compare(ours("rules-actions"), packaged("catanatron"), "Catanatron 3.2, its rules in Python", effort)


def _cycle(engine: str, effort: Effort) -> Figures:
    return compare(ours(f"cycle-{engine}"), packaged("texas_holdem"), "PettingZoo's `texas_holdem`", effort)


def _openspiel(effort: Effort) -> Figures:
    return compare(packaged("codex_openspiel"), packaged("gin_rummy"), "OpenSpiel's `gin_rummy`, in C++", effort)


ENGINES: Final[tuple[Row, ...]] = (
    one("rules", "random two-player games through the rules, without events, a second", _rules),
    one("kernel", "random two-player games through the kernel, a second", _kernel),
    one("catanatron", "actions of random two-player games through the rules, without events, a second", _catanatron),
    one("cycle-rules", "steps of PettingZoo's cycle, by the rules, a second", lambda effort: _cycle("rules", effort)),
    one("cycle-kernel", "the same by the kernel", lambda effort: _cycle("kernel", effort)),
    one("openspiel", "steps of random games by OpenSpiel's interface, a second", _openspiel),
)
