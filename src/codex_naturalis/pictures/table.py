"""Whole view in characters: points, market, objectives, the own hand and codex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from codex_naturalis.catalogue import LETTERS, CardId, Corner, Counts, GoldCard, PatternObjective, Side, catalogue
from codex_naturalis.rules import Phase, Seat

from .codex import card_text, corner_letter, draw_codex

if TYPE_CHECKING:
    from codex_naturalis.views import HandCard, SeatView, View

__all__ = ["draw"]

_LETTER_OF: Final = {symbol: letter for letter, symbol in LETTERS.items()}


def draw(view: View, seat: Seat | None = None) -> str:
    """Return `view` as text, with the codex of `seat`: the viewer's own one, or the first, if none is named.

    The symbols are `F` fungi, `P` plant, `A` animal, `I` insect, `Q` quill, `K` inkwell, `M` manuscript.
    """
    shown = seat if seat is not None else view.viewer or 0
    parts = (_head(view), *_seats(view), *_middle(view), *_hand(view), "", str(draw_codex(view.seats[shown])))
    return "\n".join(parts)


def _head(view: View) -> str:
    if view.phase is Phase.OVER and view.result is not None:
        winners = ", ".join(f"seat {seat}" for seat in view.result.winners) or "Tybor"
        return f"the game is over: {winners} won, {' : '.join(map(str, view.result.totals))}"
    awaited = ", ".join(f"seat {seat}" for seat in view.awaited)
    return f"round {view.round}, {awaited} to act: {view.phase.value}"


def _seats(view: View) -> Iterator[str]:
    for seat in view.seats:
        mark = ">" if seat.seat in view.awaited else " "
        yield f"{mark} seat {seat.seat}: {_points(seat.score):>9}   {_counts(seat.symbols)}   {_backs(seat)}"
    if view.tybor is not None:
        yield f"  Tybor : {_points(view.tybor.score):>9}   {' '.join(_hand_card(card) for card in view.tybor.row)}"


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def _backs(seat: SeatView) -> str:
    return " ".join(_hand_card(card) for card in seat.hand)


def _hand_card(card: HandCard) -> str:
    side = Side.BACK if card.card is None else Side.FRONT
    return card_text(card.card, card.back, side).strip()


def _middle(view: View) -> Iterator[str]:
    for name, cards, deck in (
        ("resource", view.market.resource, view.decks.resource),
        ("gold    ", view.market.gold, view.decks.gold),
    ):
        shown = "  ".join("—" if card is None else _face(card) for card in cards)
        yield f"  {name}: {shown}   deck of {deck.count}"
    if view.common_objectives:
        yield f"  objectives: {', '.join(map(_objective, view.common_objectives))}{_secret(view)}"


def _secret(view: View) -> str:
    if view.objective is not None:
        return f"; your own: {_objective(view.objective)}"
    return f"; choose: {' or '.join(map(_objective, view.offered))}" if view.offered else ""


def _hand(view: View) -> Iterator[str]:
    if view.viewer is None:
        return
    for held in view.seats[view.viewer].hand:
        if held.card is not None:
            yield f"  hand: {_face(held.card)}"


def _face(card: CardId) -> str:
    """Return the front of a card: its number, corners from top-left to bottom-right, points and cost."""
    printed = catalogue().playable(card)
    corners = "".join("-" if corner is Corner.HIDDEN else corner_letter(corner) for corner in printed.front.corners)
    words = [card_text(card, catalogue().back(card)).strip(), corners]
    if printed.points:
        words.append(_points(printed.points))
    if isinstance(printed, GoldCard):
        words += [f"per {printed.per}"] if printed.per else []
        words.append(f"costs {_counts(printed.cost)}")
    return " ".join(words)


def _objective(card: CardId) -> str:
    objective = catalogue().objective[card]
    if isinstance(objective, PatternObjective):
        cells = " ".join(f"{_LETTER_OF[cell.kingdom]}{cell.dx},{cell.dy}" for cell in objective.pattern)
        return f"{card} ({objective.points} for {cells})"
    return f"{card} ({objective.points} for {_counts(objective.symbols)})"


def _counts(counts: Counts) -> str:
    letters = (f"{number}{letter}" for number, letter in zip(counts, LETTERS, strict=True) if number)
    return " ".join(letters) or "nothing"
