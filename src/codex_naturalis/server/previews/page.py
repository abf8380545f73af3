"""Leaf of vellum: ground, gilt border, lines of text and codices, as SVG fragments in pixels."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Final

import segno
from msgspec import Struct

from codex_naturalis.views import LaidCard

from .card_pictures import CARD_HEIGHT, CARD_WIDTH, laid_card

__all__ = [
    "INK",
    "KINGDOM_COLOURS",
    "RED",
    "SOFT",
    "Box",
    "Fit",
    "codex",
    "codex_box",
    "fit",
    "ground",
    "line",
    "qr_path",
]


QUIET: Final = 4
"""Width of the quiet zone around a code, in modules."""


@lru_cache(maxsize=64)
def qr_path(text: str) -> tuple[int, str]:
    """Return the modules on each side of the code of `text`, and its dark ones as a path.

    Error correction of level M: 15 % of a code may be unreadable, for example by glare.
    """
    code = segno.make(text, error="m", micro=False)
    rows = [list(row) for row in code.matrix]
    path = "".join(_row(row, QUIET + y) for y, row in enumerate(rows))
    return len(rows) + 2 * QUIET, path


def _row(row: list[int], y: int) -> str:
    """Return the runs of dark modules in one row."""
    runs, x = [], QUIET
    for dark, modules in groupby(row):
        length = len(list(modules))
        if dark:
            runs.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(runs)


VELLUM: Final = "#efe4c8"
INK: Final = "#2a1f17"
SOFT: Final = "#5c4a39"
RED: Final = "#97301b"
GILT: Final = "#c9982f"
KINGDOM_COLOURS: Final = {"fungi": "#b94f36", "plant": "#175342", "animal": "#3f7ba3", "insect": "#57407f"}

_STEP_X: Final = 117
_STEP_Y: Final = 60
"""Distance of diagonal neighbours in a codex, in the units of the cards."""

_ADVANCE: Final = 0.5
"""Width of a letter, on average, as a part of its size."""

_LARGEST_CARD: Final = 2.0
_SHADOW: Final = 6


class Box(Struct, frozen=True):
    """Rectangle in pixels."""

    x: float
    y: float
    width: float
    height: float


def ground(width: int, height: int, kingdom: str) -> str:
    """Return the vellum of a leaf with its border: a band of gilt, and a rule in the colour of a kingdom."""
    colour = KINGDOM_COLOURS[kingdom]
    corners = "".join(
        f'<g transform="translate({x} {y})"><rect x="-15" y="-15" width="30" height="30" fill="{colour}" '
        f'stroke="{INK}" stroke-width="1.5"/><path d="M0-11 4-4 11 0 4 4 0 11-4 4-11 0-4-4Z" fill="#f7e2a0"/></g>'
        for x in (27, width - 27)
        for y in (27, height - 27)
    )
    return (
        f'<rect width="{width}" height="{height}" fill="{VELLUM}"/>'
        f'<rect width="{width}" height="{height}" fill="none" stroke="#d9c79c" stroke-width="26" opacity="0.6"/>'
        f"{_rule(width, height, 27, INK, 12)}{_rule(width, height, 27, GILT, 9)}"
        f"{_rule(width, height, 27, '#f0d48a', 2)}"
        f"{_rule(width, height, 38, colour, 3)}{corners}"
    )


def _rule(width: int, height: int, inset: int, colour: str, weight: float) -> str:
    return (
        f'<rect x="{inset}" y="{inset}" width="{width - 2 * inset}" height="{height - 2 * inset}" '
        f'fill="none" stroke="{colour}" stroke-width="{weight}"/>'
    )


def line(  # noqa: PLR0913 - each is a property of type
    words: str,
    x: float,
    y: float,
    size: float,
    *,
    most: float,
    anchor: str = "middle",
    weight: int = 400,
    colour: str = INK,
    italic: bool = False,
    caps: bool = False,
) -> str:
    """Return one line of text at its baseline, smaller where it would be wider than `most`."""
    fitting = min(size, most / (max(1, len(words)) * _ADVANCE))
    face = "Alegreya SC Medium" if caps else "Alegreya"
    style = ' font-style="italic"' if italic else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{face}" font-size="{fitting:.1f}" font-weight="{weight}"{style} '
        f'fill="{colour}" text-anchor="{anchor}">{escape(_printable(words))}</text>'
    )


def _printable(words: str) -> str:
    """Return a text without the characters that XML forbids."""
    return "".join(letter for letter in words if letter >= " " and letter not in "\ufffe\uffff")


def codex_box(laid: Sequence[LaidCard]) -> Box:
    """Return the smallest box around a codex, in the units of its cards."""
    xs = [each.cell[0] * _STEP_X for each in laid] or [0]
    ys = [-each.cell[1] * _STEP_Y for each in laid] or [0]
    width, height = max(xs) - min(xs) + CARD_WIDTH, max(ys) - min(ys) + CARD_HEIGHT + _SHADOW
    return Box(min(xs), min(ys), width, height)


def codex(laid: Sequence[LaidCard], box: Box) -> str:
    """Return a codex centred in `box`, as large as fits; the cards in the order laid."""
    cards = "".join(
        f'<g transform="translate({each.cell[0] * _STEP_X} {-each.cell[1] * _STEP_Y})">{laid_card(each)}</g>'
        for each in laid
    )
    return f'<g transform="{fit(codex_box(laid), box).transform}">{cards}</g>'


def fit(inner: Box, outer: Box) -> "Fit":
    """Return how `inner` is centred in `outer`, as large as fits, up to the largest card."""
    scale = min(outer.width / inner.width, outer.height / inner.height, _LARGEST_CARD)
    x = outer.x + (outer.width - inner.width * scale) / 2 - inner.x * scale
    y = outer.y + (outer.height - inner.height * scale) / 2 - inner.y * scale
    return Fit(x, y, scale)


class Fit(Struct, frozen=True):
    """Position of a drawing's point 0,0 in pixels, and the pixels per unit."""

    x: float
    y: float
    scale: float

    @property
    def transform(self) -> str:
        """Return the transformation of SVG."""
        return f"translate({self.x:.2f} {self.y:.2f}) scale({self.scale:.4f})"

    def of(self, inner: Box) -> Box:
        """Return a box of the drawing in pixels."""
        place = self.x + inner.x * self.scale, self.y + inner.y * self.scale
        return Box(*place, inner.width * self.scale, inner.height * self.scale)
