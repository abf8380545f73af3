"""Build what a viewer may know, field by field (rulings R16, R17). A new field stays secret until it is named here."""

from msgspec.structs import replace

from codex_naturalis.catalogue import Back, CardId, Deck, Side, catalogue
from codex_naturalis.rules import (
    Action,
    Cell,
    GameState,
    ObjectiveScore,
    Phase,
    PlacedCard,
    Seat,
    SeatState,
    Tybor,
    awaited,
    backs_of,
    legal_actions,
    top_back,
)

from .details import blocked_cells, foresee, outlook, previews, progress, unpaid_faces
from .tracking import tracked
from .values import DecksView, DeckView, Ending, HandCard, LaidCard, Outlook, SeatView, TyborView, View, Viewer

__all__ = ["owner_sees", "view_of"]

_PLAYING = (Phase.PLACE, Phase.DRAW)
_KNOWN_BACKS = {card: catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)}


def view_of(state: GameState, viewer: Viewer, *, detailed: bool = False) -> View:
    """Return what `viewer` may know of `state`.

    A detailed view adds what a person wants laid out: previews, blocked cells, unpaid faces, objective progress.
    """
    legal = () if viewer is None else legal_actions(state, viewer)
    revealed = state.phase is not Phase.SIDE
    mine = None if viewer is None else state.seats[viewer]
    ahead = _outlook(state, viewer) if detailed else ()
    view = View(
        viewer=viewer,
        options=state.options,
        phase=state.phase,
        turn=state.turn if state.phase in _PLAYING else None,
        awaited=awaited(state),
        round=state.round,
        ending=_ending(state),
        seats=tuple(_seat_view(state, seat, viewer, detailed=detailed) for seat in range(len(state.seats))),
        market=state.market,
        decks=_decks_view(state),
        common_objectives=state.deal.common_objectives if revealed else (),
        offered=state.deal.seats[viewer].objectives if revealed and viewer is not None else (),
        objective=mine.objective if mine else None,
        tybor=_tybor_view(state, state.tybor, detailed=detailed) if state.tybor else None,
        legal=legal,
        previews=previews(mine, _thinkable(state, viewer, legal), ahead) if detailed and mine else (),
        blocked=blocked_cells(mine) if detailed and mine else (),
        unpaid=unpaid_faces(mine) if detailed and mine else (),
        outlook=ahead,
        unseen=(),
        result=state.result,
    )
    return replace(view, unseen=tracked(view)) if detailed else view


def owner_sees(state: GameState, seat: Seat) -> SeatView:
    """Return what whoever sits there may know of the own place."""
    return _seat_view(state, seat, seat, detailed=False)


def _seat_view(state: GameState, seat: Seat, viewer: Viewer, *, detailed: bool) -> SeatView:
    own = state.seats[seat]
    return SeatView(
        seat=seat,
        starter=own.starter,
        chosen=own.side is not None if state.phase is Phase.SIDE else own.objective is not None,
        laid=tuple(_laid(state, placed, cell, mine=seat == viewer) for cell, placed in own.codex.cards.items()),
        symbols=own.codex.symbols,
        open=tuple(own.codex.open),
        stuck=own.stuck and state.phase is not Phase.SIDE,
        hand=tuple(
            HandCard(back, card if seat == viewer or state.has_seen(card) else None)
            for card, back in zip(own.hand, backs_of(own.hand), strict=True)
        ),
        score=own.score,
        objectives_held=0 if state.phase is Phase.SIDE else 2 if own.objective is None else 1,
        turns_left=_turns_left(state, seat, own),
        progress=_progress(state, seat, viewer) if detailed else (),
    )


def _laid(state: GameState, placed: PlacedCard, cell: Cell, *, mine: bool) -> LaidCard:
    back: Back | None = _KNOWN_BACKS.get(placed.card)
    known = mine or back is None or placed.side is Side.FRONT or state.has_seen(placed.card)
    return LaidCard(cell, placed.side, placed.card if known else None, back)


def _progress(state: GameState, seat: Seat, viewer: Viewer) -> tuple[ObjectiveScore, ...]:
    return progress(state.seats[seat].codex, _objectives(state, seat, viewer))


def _thinkable(state: GameState, viewer: Viewer, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return what is worth a preview: what is legal, or while others play, what would be if it were the own turn."""
    if viewer is None or viewer == state.turn or state.phase not in _PLAYING:
        return legal
    if _turns_left(state, viewer, state.seats[viewer]) == 0:
        return ()
    return legal_actions(replace(state, phase=Phase.PLACE, turn=viewer), viewer)


def _outlook(state: GameState, viewer: Viewer) -> tuple[Outlook, ...]:
    if viewer is None or state.phase is Phase.OVER:
        return ()
    return outlook(state.seats[viewer].codex, _objectives(state, viewer, viewer))


def _objectives(state: GameState, seat: Seat, viewer: Viewer) -> tuple[CardId, ...]:
    """Return the objectives of `seat` that `viewer` may know."""
    if state.phase is Phase.SIDE:
        return ()
    own = state.seats[seat].objective
    return (*state.deal.common_objectives, *((own,) if seat == viewer and own else ()))


def _turns_left(state: GameState, seat: Seat, own: SeatState) -> int | None:
    if state.last_round is None:
        return None
    if own.stuck or state.phase is Phase.OVER:
        return 0
    return state.last_round - state.round + (seat >= state.turn)


def _ending(state: GameState) -> Ending | None:
    if state.last_round is None:
        return None
    return Ending(state.last_round, state.last_round - state.round)


def _decks_view(state: GameState) -> DecksView:
    decks = state.decks
    return DecksView(
        resource=DeckView(len(decks.resource), top_back(decks, Deck.RESOURCE)),
        gold=DeckView(len(decks.gold), top_back(decks, Deck.GOLD)),
        objective=len(decks.objective),
    )


def _tybor_view(state: GameState, tybor: Tybor, *, detailed: bool) -> TyborView:
    row = tuple(
        HandCard(back, card if state.has_seen(card) else None)
        for card, back in zip(tybor.row, backs_of(tybor.row), strict=True)
    )
    foreseen = (
        foresee(tybor, state.market, state.deal.common_objectives) if detailed and state.phase in _PLAYING else ()
    )
    return TyborView(tybor.score, row, tybor.resources, tuple(sorted(_gone(state, tybor))), foreseen)


def _gone(state: GameState, tybor: Tybor) -> set[CardId]:
    """Return the cards that lay face up once and are nowhere now."""
    gone = {card for card in _KNOWN_BACKS if state.has_seen(card)}
    gone.difference_update(tybor.row, state.market.resource, state.market.gold)
    for own in state.seats:
        gone.difference_update(own.hand, (placed.card for placed in own.codex.cards.values()))
    return gone
