"""Grid of characters with roles and click targets, painted once, then turned into strips for Textual.

A role names what a character is (`fungi`, `fungi-edge`, `soft`), not how it looks: a skin decides that. Later paint
covers earlier paint, and later targets cover earlier ones.
"""

from collections.abc import Hashable, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

__all__ = ["Area", "Canvas"]

_GROUND: Final = "desk"


class Area(NamedTuple):
    """Rectangle of a canvas: nothing is painted outside of it."""

    left: int
    top: int
    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        """Return whether a place lies inside."""
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height


class Canvas:
    """Painted characters, roles and targets."""

    def __init__(self, width: int, height: int) -> None:
        """Begin with an empty desk."""
        self.area: Area = Area(0, 0, width, height)
        self._chars = [[" "] * width for _ in range(height)]
        self._roles = [[_GROUND] * width for _ in range(height)]
        self._targets: list[tuple[Area, Hashable]] = []

    def text(self, x: int, y: int, text: str, role: str, area: Area | None = None) -> None:
        """Write a line of text, clipped to `area`."""
        inside = area or self.area
        if not inside.top <= y < inside.top + inside.height:
            return
        first, last = max(x, inside.left), min(x + len(text), inside.left + inside.width)
        if first < last:
            self._chars[y][first:last] = text[first - x : last - x]
            self._roles[y][first:last] = [role] * (last - first)

    def fill(self, area: Area, role: str, char: str = " ") -> None:
        """Fill a rectangle."""
        for y in range(area.top, area.top + area.height):
            self.text(area.left, y, char * area.width, role)

    def target(self, area: Area, target: Hashable) -> None:
        """Register a rectangle as a click target."""
        self._targets.append((area, target))

    def at(self, x: int, y: int) -> Hashable | None:
        """Return the target of a click."""
        return next((target for area, target in reversed(self._targets) if area.has(x, y)), None)

    def strips(self, skin: Mapping[str, Style]) -> list[Strip]:
        """Return the lines in the colours of a skin."""
        return [_strip(chars, roles, skin) for chars, roles in zip(self._chars, self._roles, strict=True)]

    def __str__(self) -> str:
        """Return only the characters."""
        return "\n".join("".join(chars).rstrip() for chars in self._chars)


def _strip(chars: list[str], roles: list[str], skin: Mapping[str, Style]) -> Strip:
    segments, at = [], 0
    for role, run in groupby(roles):
        width = sum(1 for _ in run)
        segments.append(Segment("".join(chars[at : at + width]), skin[role]))
        at += width
    return Strip(segments, at)
