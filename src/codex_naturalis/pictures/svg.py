"""Codex as a small SVG picture, for notebooks: coloured cards with the letters of their symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from codex_naturalis.catalogue import Corner, Symbol, catalogue

from .codex import card_text, corner_letter

if TYPE_CHECKING:
    from codex_naturalis.views import LaidCard, SeatView

__all__ = ["draw_svg"]

_STEP_X, _STEP_Y = 78, 42
_WIDTH, _HEIGHT, _CORNER = 100, 64, 22
_MARGIN: Final = 8
_PAPER: Final = "#f4ecd8"
_INK: Final = "#2a2118"
_FILL: Final = {
    Symbol.FUNGI: "#e3b3a4",
    Symbol.PLANT: "#b9d3a8",
    Symbol.ANIMAL: "#a9cfd6",
    Symbol.INSECT: "#cdb4d8",
    None: _PAPER,
}
_CORNERS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))


def draw_svg(seat: SeatView) -> str:
    """Return the codex of one seat as an SVG document, later cards above earlier ones."""
    cells = [laid.cell for laid in seat.laid] or [(0, 0)]
    left, top = min(x for x, _ in cells) * _STEP_X, min(-y for _, y in cells) * _STEP_Y
    width = max(x for x, _ in cells) * _STEP_X - left + _WIDTH
    height = max(-y for _, y in cells) * _STEP_Y - top + _HEIGHT
    box = f"{left - _MARGIN} {top - _MARGIN} {width + 2 * _MARGIN} {height + 2 * _MARGIN}"
    cards = "".join(map(_card, seat.laid))
    style = f'font-family="serif" text-anchor="middle" stroke-width="1.2" fill="{_INK}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{min(900, width)}" {style}>{cards}</svg>'


def _card(laid: LaidCard) -> str:
    x, y = laid.cell[0] * _STEP_X, -laid.cell[1] * _STEP_Y
    fill = _FILL[None if laid.back is None else laid.back.kingdom]
    text = card_text(laid.card, laid.back, laid.side).strip()
    box = f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="6" fill="{fill}" stroke="{_INK}"/>'
    label = f'<text x="{x + _WIDTH / 2:g}" y="{y + _HEIGHT / 2 + 5:g}" font-size="15">{text}</text>'
    corners = (Corner.EMPTY,) * 4 if laid.card is None else catalogue().playable_card(laid.card).face(laid.side).corners
    return box + label + "".join(_corner(x, y, at, corner) for at, corner in zip(_CORNERS, corners, strict=True))


def _corner(x: int, y: int, at: tuple[int, int], corner: Corner) -> str:
    if corner is Corner.HIDDEN:
        return ""
    left, top = x + at[0] * (_WIDTH - _CORNER), y + at[1] * (_HEIGHT - _CORNER)
    box = f'<rect x="{left}" y="{top}" width="{_CORNER}" height="{_CORNER}" rx="4" fill="{_PAPER}" stroke="{_INK}"/>'
    if corner.symbol is None:
        return box
    middle = f'x="{left + _CORNER / 2:g}" y="{top + _CORNER / 2 + 4.5:g}"'
    return f'{box}<text {middle} font-size="13">{corner_letter(corner)}</text>'
