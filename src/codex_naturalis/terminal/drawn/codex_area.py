"""Codex in its area: cards that share corners, open cells with their scores, the planned card.

A card is 7 by 3 characters, as `drawing` draws it, or 5 by 3 where a codex is large; neighbours share a corner.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import Corner, catalogue
from codex_naturalis.pictures.codex import card_text, corner_letter
from codex_naturalis.rules import Cell
from codex_naturalis.views import LaidCard

from .canvas import Area, Canvas
from .faces import corner_role, kind_of

__all__ = ["FIRST_MARK", "CodexPicture", "paint_codex"]

FIRST_MARK: Final = "●"
"""The black token of the first player, on the edge of the starter and beside the name."""

_ROWS: Final = 2
"""Lines between neighbours: cards are three high and share one."""


class CodexPicture(Struct, frozen=True):
    """Content to paint of a codex."""

    laid: Sequence[LaidCard]
    marks: Mapping[Cell, tuple[str, str]]
    """Text and role in open cells."""

    ghost: Cell | None = None
    """Cell of the planned card, which is the last of `laid`."""

    middle: Cell = (0, 0)
    """Cell that must be visible if not all fit."""

    small: bool = False
    first: bool = False
    """Whether the first-player token lies on its starter."""

    caption: str = ""
    """Caption behind the cards, in the first line."""


def paint_codex(canvas: Canvas, area: Area, picture: CodexPicture) -> None:
    """Paint a codex into `area`, all of it if it fits, else around its middle."""
    canvas.fill(area, "field")
    canvas.text(area.left + 1, area.top, picture.caption, "soft", area)
    step = 4 if picture.small else 6
    left, top = _origin(area, picture, step)
    for cell, (text, role) in picture.marks.items():
        _mark(canvas, area, (left + cell[0] * step, top - cell[1] * _ROWS), step, text, role)
    for laid in picture.laid:
        at = left + laid.cell[0] * step, top - laid.cell[1] * _ROWS
        _card(canvas, area, at, laid, step, ghost=laid.cell == picture.ghost)
        if picture.first and laid is picture.laid[0]:
            canvas.text(at[0] + step // 2, at[1], FIRST_MARK, "starter-strong", area)
    for cell in (*picture.marks, *(laid.cell for laid in picture.laid)):
        spot = Area(left + cell[0] * step + 1, top - cell[1] * _ROWS, step - 1, 3)
        canvas.target(_inside(spot, area), ("cell", cell))


def fits(area: Area, cells: Sequence[Cell], *, small: bool) -> bool:
    """Return whether cells fit into an area."""
    step = 4 if small else 6
    xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
    return (max(xs) - min(xs) + 1) * step + 1 <= area.width and (max(ys) - min(ys) + 1) * _ROWS + 1 <= area.height


def _origin(area: Area, picture: CodexPicture, step: int) -> tuple[int, int]:
    """Return the position of the cell 0,0."""
    cells = [*(laid.cell for laid in picture.laid), *picture.marks] or [(0, 0)]
    xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
    left = _along(area.left, area.width, min(xs) * step, (max(xs) + 1) * step + 1, picture.middle[0] * step, step)
    top = _along(area.top, area.height, -max(ys) * _ROWS, (1 - min(ys)) * _ROWS + 1, -picture.middle[1] * _ROWS, _ROWS)
    return left, top


def _along(start: int, room: int, first: int, last: int, middle: int, step: int) -> int:
    """Return the position of 0 on one axis: all is centred if it fits, else `middle`, without room beyond the ends."""
    if last - first <= room:
        return start + (room - (last - first)) // 2 - first
    wanted = start + room // 2 - middle - step // 2
    return min(start - first, max(start + room - last, wanted))


def _inside(spot: Area, area: Area) -> Area:
    left, top = max(spot.left, area.left), max(spot.top, area.top)
    right = min(spot.left + spot.width, area.left + area.width)
    bottom = min(spot.top + spot.height, area.top + area.height)
    return Area(left, top, max(0, right - left), max(0, bottom - top))


def _mark(canvas: Canvas, area: Area, at: tuple[int, int], step: int, text: str, role: str) -> None:
    canvas.text(at[0] + 1, at[1] + 1, text[: step - 1].center(step - 1), role, area)


def _card(canvas: Canvas, area: Area, at: tuple[int, int], laid: LaidCard, step: int, *, ghost: bool) -> None:
    x, y = at
    kind = kind_of(laid.card, laid.back)
    edge = "chosen" if ghost else f"{kind}-edge"
    text = card_text(laid.card, laid.back, laid.side)
    text = text if step > 4 else text[1:4]  # noqa: PLR2004 - a small card
    canvas.text(x, y, f"╭{'─' * (step - 1)}╮", edge, area)
    canvas.text(x, y + 1, "│", edge, area)
    canvas.text(x + 1, y + 1, text.center(step - 1), f"{kind}-strong" if ghost else kind, area)
    canvas.text(x + step, y + 1, "│", edge, area)
    canvas.text(x, y + 2, f"╰{'─' * (step - 1)}╯", edge, area)
    corners = (Corner.EMPTY,) * 4 if laid.card is None else catalogue().playable_card(laid.card).face(laid.side).corners
    places = ((x, y), (x + step, y), (x, y + 2), (x + step, y + 2))
    for (cx, cy), corner in zip(places, corners, strict=True):
        if corner is not Corner.HIDDEN:
            canvas.text(cx, cy, corner_letter(corner), corner_role(corner), area)
