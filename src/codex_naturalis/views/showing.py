"""Projection of the state to one viewer, field by field (rulings R16, R17). A new field stays secret until named."""

from itertools import islice
from operator import is_
from typing import Final

from codex_naturalis.catalogue import Back, CardId, Deck, Side, catalogue
from codex_naturalis.rules import (
    Action,
    Cell,
    Codex,
    Decks,
    GameState,
    KingdomCells,
    ObjectiveScore,
    Phase,
    PlacedCard,
    Seat,
    SeatState,
    Tybor,
    awaited,
    count_objective,
    kingdom_cells,
    legal_actions,
    placements,
    top_back,
)

from .details import blocked_cells, foresee, outlook, previews, unpaid_faces
from .parts import Parts
from .tracking import tracked
from .values import (
    BlockedCell,
    DecksView,
    DeckView,
    Ending,
    HandCard,
    LaidCard,
    Outlook,
    Preview,
    SeatView,
    TyborView,
    UnpaidFace,
    View,
    Viewer,
)

__all__ = ["owner_sees", "view_of"]

_LaidOut = tuple[tuple[BlockedCell, ...], tuple[UnpaidFace, ...], tuple[Outlook, ...]]
_NOTHING: Final[_LaidOut] = ((), (), ())
_PLAYING = (Phase.PLACE, Phase.DRAW)
_KNOWN_BACKS: Final = {card: catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)}
_SHOWN: Final = {card: HandCard(back, card) for card, back in _KNOWN_BACKS.items()}
_HIDDEN: Final = {card: HandCard(back, None) for card, back in _KNOWN_BACKS.items()}


def view_of(
    state: GameState, viewer: Viewer, *, detailed: bool = False, ahead: bool = True, parts: Parts | None = None
) -> View:
    """Return the view of `viewer`: what they may know of `state`.

    A detailed view adds what a person wants laid out: blocked cells, unpaid faces, objective progress, and unless it is
    not to look `ahead`, previews. `parts` are those of the views made before of the same game, if there were any.
    """
    parts = parts or Parts()
    mine = None if viewer is None else state.seats[viewer]
    revealed = state.phase is not Phase.SIDE
    legal = () if viewer is None else _legal(state, viewer, parts)
    blocked, unpaid, outlooks = _laid_out(state, viewer, parts) if detailed else _NOTHING
    seats = tuple([_seat_view(state, seat, viewer, parts, detailed=detailed) for seat in range(len(state.seats))])
    tybor = _tybor_view(state, state.tybor, detailed=detailed) if state.tybor else None
    return View(
        viewer=viewer,
        options=state.options,
        rules=state.rules,
        phase=state.phase,
        turn=state.turn if state.phase in _PLAYING else None,
        awaited=awaited(state),
        round=state.round,
        ending=_ending(state),
        seats=seats,
        market=state.market,
        decks=parts.once(("decks",), _decks_view, state.decks),
        common_objectives=state.deal.common_objectives if revealed else (),
        offered=state.deal.seats[viewer].objectives if revealed and viewer is not None else (),
        objective=mine.objective if mine else None,
        tybor=tybor,
        legal=legal,
        previews=_previews(state, viewer, legal, outlooks, parts) if detailed and ahead else (),
        blocked=blocked,
        unpaid=unpaid,
        outlook=outlooks,
        unseen=tracked(seats, state.market, tybor, viewer, parts) if detailed else (),
        result=state.result,
    )


def owner_sees(state: GameState, seat: Seat) -> SeatView:
    """Return what the player of the seat may know of the own place."""
    return _seat_view(state, seat, seat, Parts(), detailed=False)


def _seat_view(state: GameState, seat: Seat, viewer: Viewer, parts: Parts, *, detailed: bool) -> SeatView:
    own, mine = state.seats[seat], seat == viewer
    setup, turns = state.phase is Phase.SIDE, _turns_left(state, seat, own)

    def make(*_: object) -> SeatView:
        return SeatView(
            seat=seat,
            starter=own.starter,
            chosen=own.side is not None if setup else own.objective is not None,
            laid=_laid(state, seat, parts, mine=mine),
            symbols=own.codex.symbols,
            open=parts.once(("open", seat), tuple, own.codex.open),
            stuck=own.stuck and not setup,
            hand=tuple([_SHOWN[card] if mine or state.has_seen(card) else _HIDDEN[card] for card in own.hand]),
            score=own.score,
            objectives_held=0 if setup else 2 if own.objective is None else 1,
            turns_left=turns,
            progress=_progress(state, seat, parts, mine=mine) if detailed else (),
        )

    # Who knows the front of a card in a hand or a codex does not change any more: it never comes to the market again.
    return parts.once(("seat", seat, mine, detailed), make, own, setup, turns)


def _laid(state: GameState, seat: Seat, parts: Parts, *, mine: bool) -> tuple[LaidCard, ...]:
    """Return the codex; what was seen of it before is taken over."""
    codex = state.seats[seat].codex
    before, laid = parts.laid.get((seat, mine), (codex, ()))
    if before is codex and len(laid) == len(codex.cards):
        return laid
    if len(laid) > len(codex.cards) or not all(map(is_, before.cards.values(), codex.cards.values())):
        laid = ()
    new = islice(codex.cards.items(), len(laid), None)
    laid = (*laid, *[_laid_card(state, placed, cell, mine=mine) for cell, placed in new])
    parts.laid[seat, mine] = codex, laid
    return laid


def _laid_card(state: GameState, placed: PlacedCard, cell: Cell, *, mine: bool) -> LaidCard:
    back: Back | None = _KNOWN_BACKS.get(placed.card)
    known = mine or back is None or placed.side is Side.FRONT or state.has_seen(placed.card)
    return LaidCard(cell, placed.side, placed.card if known else None, back)


def _progress(state: GameState, seat: Seat, parts: Parts, *, mine: bool) -> tuple[ObjectiveScore, ...]:
    codex, objectives = state.seats[seat].codex, _objectives(state, seat, mine=mine)
    if not objectives:
        return ()
    kingdoms = _kingdoms(codex, seat, parts)
    found = tuple([parts.once(("progress", seat, card), count_objective, codex, card, kingdoms) for card in objectives])
    return parts.same(("all progress", seat, mine), found)


def _kingdoms(codex: Codex, seat: Seat, parts: Parts) -> KingdomCells:
    return parts.once(("kingdoms", seat), kingdom_cells, codex)


def _legal(state: GameState, viewer: Seat, parts: Parts) -> tuple[Action, ...]:
    if state.phase not in _PLAYING:
        return legal_actions(state, viewer)
    if viewer != state.turn:
        return ()
    if state.phase is Phase.PLACE:
        return parts.once(("placements", viewer), placements, state.seats[viewer])
    return legal_actions(state, viewer)


def _previews(
    state: GameState, viewer: Viewer, legal: tuple[Action, ...], outlooks: tuple[Outlook, ...], parts: Parts
) -> tuple[Preview, ...]:
    if viewer is None:
        return ()
    thinkable = _thinkable(state, viewer, legal, parts)
    return parts.once(("previews", viewer), previews, state.seats[viewer], thinkable, outlooks)


def _thinkable(state: GameState, viewer: Seat, legal: tuple[Action, ...], parts: Parts) -> tuple[Action, ...]:
    """Return the actions worth a preview: the legal ones, or while others play, those that would be in the own turn."""
    if viewer == state.turn or state.phase not in _PLAYING:
        return legal
    if _turns_left(state, viewer, state.seats[viewer]) == 0:
        return ()
    return parts.once(("placements", viewer), placements, state.seats[viewer])


def _laid_out(state: GameState, viewer: Viewer, parts: Parts) -> _LaidOut:
    """Return the details for the viewer's own place: what others do changes nothing of them."""
    if viewer is None:
        return _NOTHING

    def make(mine: SeatState, *_: object) -> _LaidOut:
        blocked = parts.once(("blocked", viewer), lambda _: blocked_cells(mine.codex), mine.codex.blocked)
        unpaid = parts.same(("unpaid", viewer), unpaid_faces(mine))
        return blocked, unpaid, _outlooks(state, viewer, parts)

    own, phase = state.seats[viewer], state.phase
    return parts.once(("laid out", viewer), make, own, phase is Phase.SIDE, phase is Phase.OVER)


def _outlooks(state: GameState, viewer: Seat, parts: Parts) -> tuple[Outlook, ...]:
    if state.phase is Phase.OVER:
        return ()

    def make(codex: Codex, *_: object) -> tuple[Outlook, ...]:
        objectives, kingdoms = _objectives(state, viewer, mine=True), _kingdoms(codex, viewer, parts)
        return parts.same(("all outlooks", viewer), tuple([outlook(codex, card, kingdoms) for card in objectives]))

    own = state.seats[viewer]
    return parts.once(("outlooks", viewer), make, own.codex, own.objective, state.phase is Phase.SIDE)


def _objectives(state: GameState, seat: Seat, *, mine: bool) -> tuple[CardId, ...]:
    """Return the objectives of `seat` that may be known to its player, or to the others."""
    if state.phase is Phase.SIDE:
        return ()
    own = state.seats[seat].objective
    return (*state.deal.common_objectives, own) if mine and own else state.deal.common_objectives


def _turns_left(state: GameState, seat: Seat, own: SeatState) -> int | None:
    if state.last_round is None:
        return None
    if state.phase is Phase.OVER:
        return 0
    if own.stuck:
        return int(state.phase is Phase.DRAW and seat == state.turn)  # the turn that closed its last cell goes on
    return state.last_round - state.round + (seat >= state.turn)


def _ending(state: GameState) -> Ending | None:
    if state.last_round is None:
        return None
    return Ending(state.last_round, state.last_round - state.round)


def _decks_view(decks: Decks) -> DecksView:
    return DecksView(
        resource=DeckView(len(decks.resource), top_back(decks, Deck.RESOURCE)),
        gold=DeckView(len(decks.gold), top_back(decks, Deck.GOLD)),
        objective=len(decks.objective),
    )


def _tybor_view(state: GameState, tybor: Tybor, *, detailed: bool) -> TyborView:
    row = tuple([_SHOWN[card] if state.has_seen(card) else _HIDDEN[card] for card in tybor.row])
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
