"""Rendering of an episode: in characters, or as a picture of all codices side by side."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from codex_naturalis.catalogue import Corner, Side, Symbol, catalogue
from codex_naturalis.pictures import draw
from codex_naturalis.rules import GameState, Seat
from codex_naturalis.views import LaidCard, SeatView, view_of

__all__ = ["RENDER_MODES", "Pixels", "picture", "render", "text"]

RENDER_MODES: Final = ("ansi", "rgb_array", "human")

Pixels = NDArray[np.uint8]

_HEIGHT, _WIDTH = 480, 640
"""Size of the picture of one codex, in pixels."""

_STEP_X, _STEP_Y, _CARD_X, _CARD_Y, _CORNER = 39, 21, 50, 32, 11
_FRAME: Final = 4
_TABLE: Final = (46, 58, 48)
_INK: Final = (42, 33, 24)
_PAPER: Final = (244, 236, 216)
_COLOURS: Final = {
    Symbol.FUNGI: (201, 92, 63),
    Symbol.PLANT: (104, 158, 77),
    Symbol.ANIMAL: (78, 158, 176),
    Symbol.INSECT: (143, 96, 168),
    Symbol.QUILL: (232, 205, 96),
    Symbol.INKWELL: (178, 146, 60),
    Symbol.MANUSCRIPT: (250, 226, 150),
}


def render(state: GameState, seat: Seat, mode: str | None) -> str | Pixels | None:
    """Return what `render` of an environment returns in its mode; `human` prints."""
    if mode == "rgb_array":
        return picture(state)
    drawn = text(state, seat)
    if mode == "human":
        print(drawn)  # noqa: T201  # this is what the mode is for
        return None
    return drawn if mode == "ansi" else None


def text(state: GameState, seat: Seat) -> str:
    """Return the game in characters, as `seat` sees it."""
    return draw(view_of(state, seat))


def picture(state: GameState) -> Pixels:
    """Return all codices side by side as they lie on the table, each scaled down until it fits: 480 x 640 pixels."""
    view = view_of(state, None)
    return np.concatenate([_codex(seat) for seat in view.seats], axis=1)


def _codex(seat: SeatView) -> Pixels:
    cells = [card.cell for card in seat.laid] or [(0, 0)]
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    low, high = min(y for _, y in cells), max(y for _, y in cells)
    size = (high - low) * _STEP_Y + _CARD_Y + 2 * _FRAME, (right - left) * _STEP_X + _CARD_X + 2 * _FRAME
    canvas = np.full((*size, 3), _TABLE, np.uint8)
    for card in seat.laid:
        top, side = (high - card.cell[1]) * _STEP_Y + _FRAME, (card.cell[0] - left) * _STEP_X + _FRAME
        _draw_card(canvas[top : top + _CARD_Y, side : side + _CARD_X], card)
    return _fit(canvas)


def _draw_card(area: Pixels, card: LaidCard) -> None:
    fill = _PAPER if card.back is None else _COLOURS[card.back.kingdom]
    area[:] = _INK
    area[1:-1, 1:-1] = fill
    if card.side is Side.BACK and card.back is not None:
        area[_CARD_Y // 2 - 3 : _CARD_Y // 2 + 3, _CARD_X // 2 - 3 : _CARD_X // 2 + 3] = _INK
    faces = (Corner.EMPTY,) * 4 if card.card is None else catalogue().playable_card(card.card).face(card.side).corners
    rows, columns = (slice(0, _CORNER), slice(-_CORNER, None)), (slice(0, _CORNER), slice(-_CORNER, None))
    for corner, (row, column) in zip(faces, ((r, c) for r in rows for c in columns), strict=True):
        if corner is not Corner.HIDDEN:
            area[row, column] = _INK
            area[row, column][1:-1, 1:-1] = _PAPER if corner.symbol is None else _COLOURS[corner.symbol]


def _fit(canvas: Pixels) -> Pixels:
    """Return the drawing in the middle of a picture of fixed size, smaller if it would not fit."""
    scale = max(1.0, canvas.shape[0] / _HEIGHT, canvas.shape[1] / _WIDTH)
    height, width = int(canvas.shape[0] / scale), int(canvas.shape[1] / scale)
    rows, columns = (np.arange(height) * scale).astype(int), (np.arange(width) * scale).astype(int)
    out = np.full((_HEIGHT, _WIDTH, 3), _TABLE, np.uint8)
    top, left = (_HEIGHT - height) // 2, (_WIDTH - width) // 2
    out[top : top + height, left : left + width] = canvas[rows][:, columns]
    return out
