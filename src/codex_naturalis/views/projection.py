"""Projection of the state to one viewer, field by field (rulings R16, R17). A new field stays secret until named."""

from codex_naturalis.rules import GameState, Phase, Seat, awaited
from codex_naturalis.rules.arguments import check_seat

from .parts import PLAYING, ending, tybor_view
from .values import SeatView, View, Viewer
from .view_cache import NO_DETAILS, ViewCache

__all__ = ["owner_sees", "view_of"]


def view_of(
    state: GameState, viewer: Viewer, *, detailed: bool = False, ahead: bool = True, cache: ViewCache | None = None
) -> View:
    """Return the view of `viewer`: what they may know of `state`.

    A detailed view adds what a person wants to see: blocked cells, unpaid faces, objective progress and, if `ahead`,
    previews. `cache` is the one used for earlier views of the same game, if any.
    """
    if viewer is not None and viewer not in range(len(state.seats)):
        check_seat("viewer", viewer, len(state.seats))
    parts = cache or ViewCache()
    mine = None if viewer is None else state.seats[viewer]
    revealed = state.phase is not Phase.SIDE
    seats = parts.seats(state, viewer, detailed=detailed)
    tybor = tybor_view(state, state.tybor, detailed=detailed) if state.tybor else None
    legal = parts.legal(state, viewer)
    details = parts.details(state, viewer) if detailed else NO_DETAILS
    return View(
        viewer=viewer,
        options=state.options,
        rules=state.rules,
        phase=state.phase,
        turn=state.turn if state.phase in PLAYING else None,
        awaited=awaited(state),
        round=state.round,
        ending=None if state.last_round is None else ending(state.last_round, state.round),
        seats=seats,
        market=state.market,
        decks=parts.decks(state.decks),
        common_objectives=state.deal.common_objectives if revealed else (),
        offered=state.deal.seats[viewer].objectives if revealed and viewer is not None else (),
        objective=mine.objective if mine else None,
        tybor=tybor,
        legal=legal,
        previews=parts.previews(state, viewer, legal, details.outlook) if detailed and ahead else (),
        blocked=details.blocked,
        unpaid=details.unpaid,
        outlook=details.outlook,
        unseen=parts.unseen(seats, state.market, tybor, viewer) if detailed else (),
        result=state.result,
    )


def owner_sees(state: GameState, seat: Seat, cache: ViewCache | None = None) -> SeatView:
    """Return what the player of the seat may know of it; `cache` as for `view_of`."""
    return (cache or ViewCache()).seat(state, seat, seat, detailed=False)
