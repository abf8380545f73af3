"""Codex in characters.

A card is a box of 7 by 3 characters, and neighbours share a corner, so cells are 6 columns and 2 rows apart::

          2,2
    ╭─────F
    │ p12 │
    P─────·─────╮
    0,0   │ i38 │
          ╰─────·

A corner carries the letter of its symbol, or `·` if it is empty; where a card has no corner, the box keeps its own. The
corner of the later card covers that of the earlier one. In the middle stand the kingdom and the number of the card,
`*81` for a starter, in brackets when it lies face down: `(p12)`, or `(p  )` if the viewer never saw its front.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from codex_naturalis.catalogue import LETTERS, Back, CardId, Corner, Side, catalogue
from codex_naturalis.rules import Cell

if TYPE_CHECKING:
    from codex_naturalis.views import LaidCard, SeatView

__all__ = ["Picture", "card_text", "codex_at", "corner_letter", "draw_codex"]

_STEP_X, _STEP_Y = 6, 2
_WIDTH, _HEIGHT = 7, 3
_LETTER_OF: Final = {symbol: letter for letter, symbol in LETTERS.items()}
_BOX: Final = "╭╮╰╯"
_CORNERS: Final = ((0, 0), (_WIDTH - 1, 0), (0, _HEIGHT - 1), (_WIDTH - 1, _HEIGHT - 1))
_DRAWN: Final = re.compile(r"│([ (][fpai*][ \d]{2}[ )])│")


class Picture(Struct, frozen=True):
    """Lines of characters, with the place of one cell among them."""

    lines: tuple[str, ...]
    left: int
    """Column of the left edge of the cell 0,0."""

    top: int
    """Line of the upper edge of the cell 0,0."""

    def __str__(self) -> str:
        """Return the lines as one text."""
        return "\n".join(self.lines)


def draw_codex(seat: SeatView, *, cells: bool = True) -> Picture:
    """Draw the codex of one seat, with the coordinates of its open cells if `cells`."""
    canvas: dict[tuple[int, int], str] = {}
    if cells:
        for cell in seat.open:
            _write(canvas, cell, 1, f"{cell[0]},{cell[1]}".center(_WIDTH))
    for laid in seat.laid:
        _draw_card(canvas, laid)
    return _picture(canvas)


def _draw_card(canvas: dict[tuple[int, int], str], laid: LaidCard) -> None:
    _write(canvas, laid.cell, 0, "╭─────╮")
    _write(canvas, laid.cell, 1, f"│{card_text(laid.card, laid.back, laid.side)}│")
    _write(canvas, laid.cell, 2, "╰─────╯")
    left, top = _origin(laid.cell)
    for (dx, dy), own, corner in zip(_CORNERS, _BOX, _corners(laid), strict=True):
        canvas[left + dx, top + dy] = own if corner is Corner.HIDDEN else corner_letter(corner)


def _corners(laid: LaidCard) -> tuple[Corner, ...]:
    """Return the corners shown; every back of a resource or gold card has four empty ones."""
    return (Corner.EMPTY,) * 4 if laid.card is None else catalogue().playable_card(laid.card).face(laid.side).corners


def corner_letter(corner: Corner) -> str:
    """Return the letter of the symbol that a corner carries, or `·`."""
    return "·" if corner.symbol is None else _LETTER_OF[corner.symbol]


def card_text(card: CardId | None, back: Back | None, side: Side = Side.FRONT) -> str:
    """Return five characters for a card: its kingdom, its number, and whether it lies face down."""
    kind = "*" if back is None else _LETTER_OF[back.kingdom].lower()
    down = side is Side.BACK and back is not None
    number = "" if card is None else str(card)
    return f"({kind}{number:<2})" if down else f" {kind}{number:<2} "


def codex_at(picture: Picture) -> dict[Cell, str]:
    """Return the text in the middle of each card, by its cell, read back from a picture."""
    return {
        ((match.start() - picture.left) // _STEP_X, (picture.top + 1 - row) // _STEP_Y): match[1]
        for row, line in enumerate(picture.lines)
        for match in _DRAWN.finditer(line)
    }


def _origin(cell: Cell) -> tuple[int, int]:
    return cell[0] * _STEP_X, -cell[1] * _STEP_Y


def _write(canvas: dict[tuple[int, int], str], cell: Cell, row: int, text: str) -> None:
    left, top = _origin(cell)
    for column, char in enumerate(text):
        if char != " " or text[0] == "│":
            canvas[left + column, top + row] = char


def _picture(canvas: dict[tuple[int, int], str]) -> Picture:
    if not canvas:
        return Picture((), 0, 0)
    left, top = min(x for x, _ in canvas), min(y for _, y in canvas)
    right, bottom = max(x for x, _ in canvas), max(y for _, y in canvas)
    lines = ("".join(canvas.get((x, y), " ") for x in range(left, right + 1)).rstrip() for y in range(top, bottom + 1))
    return Picture(tuple(lines), -left, -top)
