"""Budgets: figures that any change may add to, each with a bound, so that two changes can exceed one together.

A test holds its figure to its bound with the fixture `budget`. Both are noted, in the JUnit report too, and a run of
pytest ends with a table of them. What this run did not measure is from the last run of all tests.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from tools.failures import RESULTS

__all__ = ["PROPERTY", "Budget", "Figure", "figures_in", "table"]

PROPERTY: Final = "budget"
"""Name of the property of a report that is one figure."""


class Figure(NamedTuple):
    """How much of a budget is used, and how much is allowed."""

    used: int
    allowed: int


@dataclass(frozen=True)
class Budget:
    """Holds figures of one test to their bounds."""

    note: Callable[[str, object], None]
    """Notes a property of the test."""

    def __call__(self, name: str, used: int, allowed: int, details: object = None) -> None:
        """Fail if `used` is more than `allowed`; `details` say what it consists of."""
        self.note(PROPERTY, f"{name}: {used} of {allowed}")
        assert used <= allowed, (name, details)


def figures_in(properties: Iterable[tuple[str, object]]) -> dict[str, Figure]:
    """Return the figures among the properties of tests, by their names."""
    found = (re.fullmatch(r"(.+): (\d+) of (\d+)", str(value)) for name, value in properties if name == PROPERTY)
    return {each[1]: Figure(int(each[2]), int(each[3])) for each in found if each}


def _reported(results: Path) -> Iterator[tuple[str, object]]:
    """Yield the properties of all tests in the JUnit reports of a folder."""
    for report in results.glob("*.xml"):
        with suppress(ET.ParseError):
            for each in ET.parse(report).iter("property"):  # noqa: S314 - our own tests wrote it
                yield each.get("name", ""), each.get("value", "")


def table(measured: Mapping[str, Figure], results: Path = RESULTS) -> list[str]:
    """Return a line for each figure that was measured now, and for each in the reports of the last whole run."""
    before = {name: figure for name, figure in figures_in(_reported(results)).items() if name not in measured}
    rows = [(name, figure, "") for name, figure in measured.items()]
    rows += [(name, figure, "  (last whole run)") for name, figure in before.items()]
    width = max((len(name) for name, *_ in rows), default=0)
    return [f"{name:{width}} {used:>9,} of {allowed:>9,}{when}" for name, (used, allowed), when in rows]
