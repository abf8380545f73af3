"""Position of a view: what its viewer knows, for `View.code`."""

from typing import TYPE_CHECKING

from codex_naturalis.catalogue import Back, Side
from codex_naturalis.rules.position.signs import SPECTATOR
from codex_naturalis.rules.position.values import HeldCard, Laid, Position, PositionSeat, PositionTybor

if TYPE_CHECKING:
    from .values import DeckView, HandCard, SeatView, View

__all__ = ["position_of_view"]


def position_of_view(view: "View") -> Position:
    """Return the position as far as the viewer knows it."""
    tybor = view.tybor
    return Position(
        SPECTATOR if view.viewer is None else view.viewer,
        view.options,
        view.rules,
        view.phase,
        view.turn or 0,
        view.round,
        view.ending.last_round if view.ending else None,
        (*view.market.resource, *view.market.gold),
        view.common_objectives,
        (_deck_of(view.decks.resource), _deck_of(view.decks.gold)),
        view.decks.objective,
        tuple(_seat_of(view, seat) for seat in view.seats),
        PositionTybor(tybor.score, tuple(map(_held_of, tybor.row)), tybor.scored) if tybor else None,
    )


def _deck_of(deck: "DeckView") -> tuple[int, Back | None]:
    return deck.count, deck.top


def _held_of(held: "HandCard") -> HeldCard:
    return HeldCard(held.back, held.card)


def _seat_of(view: "View", seat: "SeatView") -> PositionSeat:
    own = seat.seat == view.viewer
    side: Side | None = seat.laid[0].side if seat.laid else None
    kept = view.objective if own else view.result.objectives[seat.seat][-1].id if view.result else None
    hand = tuple(map(_held_of, seat.hand))
    laid = tuple(Laid(HeldCard(each.back, each.card), each.side, each.cell) for each in seat.laid if each.back)
    return PositionSeat(seat.starter, side, seat.chosen, view.offered if own else (), kept, hand, laid)
