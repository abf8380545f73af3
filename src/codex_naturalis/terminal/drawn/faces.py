"""Cards on the desk: a face with its corners, points, cost and name, in two sizes."""

from textwrap import wrap
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import LETTERS, Back, CardId, Corner, Counts, GoldCard, Side, Symbol, catalogue
from codex_naturalis.pictures.codex import corner_letter
from codex_naturalis.words import Speech
from codex_naturalis.words.cards import card_name

from .canvas import Area, Canvas

__all__ = ["LARGE", "SMALL", "CardSize", "corner_role", "kind_of", "paint_back", "paint_face"]


class CardSize(Struct, frozen=True):
    """Size of a card on the desk, in characters."""

    width: int
    height: int


LARGE: Final = CardSize(15, 5)
SMALL: Final = CardSize(12, 3)


def kind_of(card: CardId | None, back: Back | None) -> str:
    """Return the kind of ground of a card."""
    if back is not None:
        return back.kingdom.value
    return "starter" if card is None or card in catalogue().starter else catalogue().back(card).kingdom.value


def corner_role(corner: Corner) -> str:
    """Return the role of a corner's tab."""
    symbol = corner.symbol
    if symbol is None:
        return "bare-tab"
    return f"{symbol}-tab" if symbol in tuple(Symbol)[:4] else "object-tab"


def paint_face(
    canvas: Canvas, area: Area, card: CardId, side: Side, say: Speech, *, chosen: bool = False, paid: bool = True
) -> None:
    """Paint a face on the desk: corners in their places, points above, the cost below, the name in the middle."""
    kind = kind_of(card, None)
    edge = "chosen" if chosen else f"{kind}-edge"
    _frame(canvas, area, kind, edge)
    face = catalogue().playable_card(card).face(side)
    printed = None if card in catalogue().starter else catalogue().playable(card)
    if printed and side is Side.FRONT:
        worth = _worth(printed.points, printed.per if isinstance(printed, GoldCard) else None)
        _middle(canvas, area, area.top, worth, "chosen" if chosen else f"{kind}-strong")
        if isinstance(printed, GoldCard):
            cost = _letters(printed.cost) + ("" if paid else " ✗")
            _middle(canvas, area, area.top + area.height - 1, cost, "chosen" if chosen else f"{kind}-strong")
    centre = "".join(_letter(symbol) for symbol in face.centre)
    _name(canvas, area, _name_of(card, side, say, area), centre, kind)
    _corners(canvas, area, face.corners)


def paint_back(canvas: Canvas, area: Area, back: Back, say: Speech, note: str = "", *, chosen: bool = False) -> None:
    """Paint the back of a deck, with a note such as its number of cards."""
    kind = back.kingdom.value
    _frame(canvas, area, kind, "chosen" if chosen else f"{kind}-edge")
    name = say(f"symbol.{back.kingdom}", count=1)[: area.width - 2]
    _middle(canvas, area, area.top + area.height // 2, name, f"{kind}-strong")
    _middle(canvas, area, area.top + area.height - 1, note, "chosen" if chosen else f"{kind}-strong")


def _name_of(card: CardId, side: Side, say: Speech, area: Area) -> str:
    """Return the name of a card; a narrow gold card is identified by its cost only."""
    if side is Side.BACK:
        return say("card.side.back")
    gold = card in catalogue().gold and area.height <= SMALL.height
    return card_name(say, card - len(catalogue().resource)) if gold else card_name(say, card)


def _frame(canvas: Canvas, area: Area, kind: str, edge: str) -> None:
    left, top, width, height = area
    canvas.text(left, top, f"╭{'─' * (width - 2)}╮", edge)
    for y in range(top + 1, top + height - 1):
        canvas.text(left, y, "│", edge)
        canvas.text(left + 1, y, " " * (width - 2), kind)
        canvas.text(left + width - 1, y, "│", edge)
    canvas.text(left, top + height - 1, f"╰{'─' * (width - 2)}╯", edge)


def _middle(canvas: Canvas, area: Area, y: int, text: str, role: str) -> None:
    if text:
        canvas.text(area.left + (area.width - len(text)) // 2, y, text, role)


def _name(canvas: Canvas, area: Area, name: str, centre: str, kind: str) -> None:
    room = area.width - 2
    rows = area.height - 2
    lines = wrap(name, room) or [""]
    if len(lines) > rows:
        rest = " ".join(lines[rows - 1 :])
        lines = [*lines[: rows - 1], rest[: room - 1] + "…"]
    if centre and rows > len(lines):
        lines.append(centre)
    elif centre:
        lines = [centre]
    top = area.top + 1 + (rows - len(lines)) // 2
    for at, line in enumerate(lines):
        _middle(canvas, area, top + at, line, f"{kind}-strong" if line == centre else kind)


def _corners(canvas: Canvas, area: Area, corners: tuple[Corner, ...]) -> None:
    right, bottom = area.left + area.width - 1, area.top + area.height - 1
    places = ((area.left, area.top), (right, area.top), (area.left, bottom), (right, bottom))
    for (x, y), corner in zip(places, corners, strict=True):
        if corner is not Corner.HIDDEN:
            canvas.text(x, y, corner_letter(corner), corner_role(corner))


def _worth(points: int, per: str | None) -> str:
    if not points:
        return ""
    return (
        f" {points} "
        if per is None
        else f" {points}\N{MULTIPLICATION SIGN}{'◰' if per == 'corner' else _letter(Symbol(per))} "
    )


def _letter(symbol: Symbol) -> str:
    return next(letter for letter, each in LETTERS.items() if each is symbol)


def _letters(counts: Counts) -> str:
    return "".join(letter * number for letter, number in zip(LETTERS, counts, strict=True))
