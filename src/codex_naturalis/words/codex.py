"""Codices, hands, cells and placements in sentences."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from codex_naturalis.catalogue import SYMBOLS, CardId, Corner, Side, Symbol, catalogue
from codex_naturalis.rules import Cell
from codex_naturalis.views import LaidCard, Preview, SeatView, View

from .cards import (
    card_name,
    cell_name,
    counted_all,
    is_objective,
    laid_name,
    objective_worth,
    printed_words,
    quote,
    side_word,
    tally,
)
from .effects import plan_words, refusal_words
from .planning import Plan, blocked_at, hand_of, may_plan, own_seat, preview_of, previews_of, unpaid
from .speech import Speech
from .story import sentence

__all__ = [
    "CardInSight",
    "blocked_lines",
    "cannot_pay",
    "cell_lines",
    "codex_lines",
    "empty_lines",
    "face_name",
    "hand_lines",
    "hand_side_line",
    "in_sight",
    "name_and_number",
    "open_lines",
    "why_lines",
]

_TOWARDS: Final = ((-1, 1), (1, 1), (-1, -1), (1, -1))
"""Offset of the neighbour at each corner, in the order of the corners; y grows upwards."""

_COVERED: Final = "covered"
_OTHERS: Final = ("empty", _COVERED, "hidden")


class CardInSight(Struct, frozen=True):
    """Laid card, with its uncovered parts."""

    laid: LaidCard
    corners: tuple[str, ...]
    """Content of each corner: that of a `Corner`, or `covered`."""

    centre: tuple[Symbol, ...]
    first: bool
    """Whether the first-player token lies on it."""


def in_sight(seat: SeatView) -> tuple[CardInSight, ...]:
    """Return the visible part of every card of a codex, oldest first."""
    when = {laid.cell: at for at, laid in enumerate(seat.laid)}
    return tuple(_card_in_sight(laid, at, when, first=seat.seat == 0 and at == 0) for at, laid in enumerate(seat.laid))


def _card_in_sight(laid: LaidCard, at: int, when: dict[Cell, int], *, first: bool) -> CardInSight:
    corners, centre = _face(laid)
    over = (when.get((laid.cell[0] + dx, laid.cell[1] + dy), -1) > at for dx, dy in _TOWARDS)
    shown = tuple(_COVERED if hidden else corner.value for corner, hidden in zip(corners, over, strict=True))
    return CardInSight(laid, shown, centre, first)


def _face(laid: LaidCard) -> tuple[tuple[Corner, ...], tuple[Symbol, ...]]:
    """Return corners and centre of a laid card; a back determines them."""
    if laid.card is not None:
        face = catalogue().playable_card(laid.card).face(laid.side)
        return face.corners, face.centre
    return (Corner.EMPTY,) * 4, (laid.back.kingdom,) if laid.back else ()


def name_and_number(say: Speech, card: CardId) -> str:
    """Return "Wolf, number 21": names are given twice, numbers only once."""
    return say("text.card.numbered", card=card_name(say, card), number=card)


def _content(say: Speech, content: str) -> str:
    return say("card.about.empty") if content == "empty" else say(f"symbol.{content}", count=1)


def _corners(say: Speech, corners: Sequence[str]) -> list[str]:
    """Return the visible corners of a laid card, like ones together: symbols first, then bare and covered ones."""
    kinds = [*(symbol.value for symbol in SYMBOLS if symbol.value in corners), *_OTHERS]
    phrases = []
    for kind in kinds:
        places = say.list([say(f"text.corner.{at}") for at, corner in enumerate(corners) if corner == kind])
        if not places:
            continue
        if kind in (_COVERED, "hidden"):
            phrases.append(say(f"text.card.{kind}", places=places))
        elif all(corner == kind for corner in corners):
            phrases.append(say("text.card.four", what=_content(say, kind)))
        else:
            phrases.append(say("text.card.corner", what=_content(say, kind), places=places))
    return phrases


def seen_line(say: Speech, seen: CardInSight) -> str:
    """Return the visible part of a laid card, as a line."""
    centre = counted_all(say, tally(seen.centre))
    shown = say.phrases([*([say("card.about.centre", symbols=centre)] if centre else []), *_corners(say, seen.corners)])
    laid = seen.laid
    token = [say("table.first_player")] if seen.first else []
    description = say.phrases([laid_name(say, laid), side_word(say, laid.side), shown, *token])
    return say.line(cell_name(laid.cell), description)


def codex_lines(say: Speech, seat: SeatView) -> list[str]:
    """Return a codex card by card."""
    return [seen_line(say, seen) for seen in in_sight(seat)]


def where_words(say: Speech, seat: SeatView, cell: Cell) -> str:
    """Return the cards and corners that a cell touches, as a map in words."""
    laid = {each.cell: each for each in seat.laid}
    places = [
        say("text.where.corner", place=say(f"text.corner.{corner}"), card=laid_name(say, found), cell=cell_name(below))
        for corner, (dx, dy) in enumerate(_TOWARDS)
        if (found := laid.get(below := (cell[0] - dx, cell[1] - dy)))
    ]
    return say("text.where.at", places=say.list(places)) if places else ""


def _pay(say: Speech, view: View, card: CardId, side: Side) -> str | None:
    """Return whether a face's cost is met, and what is missing."""
    if refusal := unpaid(view, card, side):
        return say("text.pay.not", reason=refusal_words(say, refusal))
    if card not in hand_of(view):
        return None
    return say("text.pay.free" if side is Side.BACK else "text.pay.can")


def hand_side_line(say: Speech, view: View, card: CardId, side: Side) -> str:
    """Return one side of a card in words, and whether its cost is met."""
    if is_objective(card):
        return objective_worth(say, card)
    pay = _pay(say, view, card, side)
    description = say.phrases([printed_words(say, card, side), *([pay] if pay else [])])
    return say.line(say(f"text.side.{side}"), description)


def hand_lines(say: Speech, view: View) -> list[str]:
    """Return the viewer's hand, both sides of each card."""
    lines = []
    for place, card in enumerate(hand_of(view), 1):
        lines.append(say("text.hand.card", place=place, card=name_and_number(say, card)))
        lines += [hand_side_line(say, view, card, side) for side in (Side.FRONT, Side.BACK)]
    return lines


def _best_first(previews: Iterable[Preview]) -> list[Preview]:
    return sorted(previews, key=lambda each: (-(each.points.points if each.points else 0), -len(each.opened)))


def preview_line(say: Speech, seat: SeatView, preview: Preview) -> str:
    """Return the effects of a placement, and its cell."""
    description = say.phrases([plan_words(say, preview), where_words(say, seat, preview.cell)])
    return say.line(cell_name(preview.cell), description)


def open_lines(say: Speech, view: View, seat: SeatView, card: CardId, side: Side) -> list[str]:
    """Return the open cells for a face with their effects, best first; or why there is none."""
    if refusal := unpaid(view, card, side):
        return [cannot_pay(say, card, side, refusal_words(say, refusal))]
    return [preview_line(say, seat, preview) for preview in _best_first(previews_of(view, card, side))]


def empty_lines(say: Speech, seat: SeatView) -> list[str]:
    """Return the open cells of any codex, for no card in particular."""
    return [say.line(cell_name(cell), where_words(say, seat, cell)) for cell in seat.open]


def blocked_lines(say: Speech, view: View) -> list[str]:
    """Return why the closed cells beside the viewer's codex are closed."""
    return [refusal_words(say, blocked.refusal) for blocked in view.blocked]


def cannot_pay(say: Speech, card: CardId, side: Side, reason: str) -> str:
    """Return that a face's cost is not met, and that its other side can be laid."""
    problem = say("table.guide.cell_unpaid", card=quote(say, card), reason=reason)
    return f"{sentence(problem)} {say('table.guide.unpaid_hint')}" if side is Side.FRONT else problem


def face_name(say: Speech, card: CardId, side: Side) -> str:
    """Return a planned face: "“Wolf”, front"."""
    return say("text.face", card=quote(say, card), side=side_word(say, side))


def why_lines(say: Speech, view: View, seat: SeatView, plan: Plan) -> list[str]:
    """Return why a face may not lie on a cell, or its effects there."""
    assert plan.cell is not None
    if any(laid.cell == plan.cell for laid in seat.laid):
        return [say("illegal.cell_taken", cell=cell_name(plan.cell))]
    if cost := unpaid(view, plan.card, plan.side):
        return [cannot_pay(say, plan.card, plan.side, refusal_words(say, cost))]
    if blocked := blocked_at(view, plan.cell):
        return [refusal_words(say, blocked)]
    if preview := preview_of(view, plan):
        return [say("text.why.can", face=face_name(say, plan.card, plan.side)), preview_line(say, seat, preview)]
    return cell_lines(say, view, seat, plan.cell)


def cell_lines(say: Speech, view: View, seat: SeatView, cell: Cell) -> list[str]:
    """Return all about one cell."""
    if seen := next((each for each in in_sight(seat) if each.laid.cell == cell), None):
        return [seen_line(say, seen)]
    if cell in seat.open:
        line = say("text.cell.open", cell=cell_name(cell), where=where_words(say, seat, cell))
        return [line] if may_plan(view) or view.phase == "over" else [line, say("text.cell.later")]
    refusal = blocked_at(view, cell) if seat is own_seat(view) else None
    return [refusal_words(say, refusal) if refusal else say("illegal.not_adjacent", cell=cell_name(cell))]
