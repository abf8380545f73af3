"""Parts of a view: what its viewers may know of each seat, the decks and Tybor (rulings R16, R17)."""

from itertools import islice
from typing import Final

from codex_naturalis.catalogue import Back, CardId, Deck, Side, catalogue
from codex_naturalis.rules import (
    Cell,
    Decks,
    GameState,
    ObjectiveScore,
    Phase,
    PlacedCard,
    Seat,
    Tybor,
    TyborActed,
    top_back,
    tybor_columns,
)

from .details import foresee
from .values import DecksView, DeckView, Ending, HandCard, LaidCard, SeatView, TyborView

__all__ = ["PLAYING", "decks_view", "ending", "known_objectives", "laid_cards", "seat_view", "turns_left", "tybor_view"]

PLAYING: Final = (Phase.PLACE, Phase.DRAW)
_KNOWN_BACKS: Final = {card: catalogue().back(card) for card in (*catalogue().resource, *catalogue().gold)}
_SHOWN: Final = {card: HandCard(back, card) for card, back in _KNOWN_BACKS.items()}
_HIDDEN: Final = {card: HandCard(back, None) for card, back in _KNOWN_BACKS.items()}


def seat_view(
    state: GameState,
    seat: Seat,
    turns: int | None,
    laid: tuple[LaidCard, ...],
    open_cells: tuple[Cell, ...],
    progress: tuple[ObjectiveScore, ...],
    *,
    mine: bool,
) -> SeatView:
    """Return a seat as its own player sees it if it is `mine`, else as the others do; the parts are given likewise."""
    own, setup = state.seats[seat], state.phase is Phase.SIDE
    return SeatView(
        seat=seat,
        starter=own.starter,
        chosen=own.side is not None if setup else own.objective is not None,
        laid=laid,
        symbols=own.codex.symbols,
        open=open_cells,
        stuck=own.stuck and not setup,
        hand=tuple([_SHOWN[card] if mine or state.has_seen(card) else _HIDDEN[card] for card in own.hand]),
        score=own.score,
        objectives_held=0 if setup else 2 if own.objective is None else 1,
        turns_left=turns,
        progress=progress,
    )


def laid_cards(state: GameState, seat: Seat, *, mine: bool, after: int = 0) -> list[LaidCard]:
    """Return the cards of a codex, oldest first, without the first `after`."""
    cards = state.seats[seat].codex.cards
    return [_laid_card(state, placed, cell, mine=mine) for cell, placed in islice(cards.items(), after, None)]


def _laid_card(state: GameState, placed: PlacedCard, cell: Cell, *, mine: bool) -> LaidCard:
    back: Back | None = _KNOWN_BACKS.get(placed.card)
    known = mine or back is None or placed.side is Side.FRONT or state.has_seen(placed.card)
    return LaidCard(cell, placed.side, placed.card if known else None, back)


def known_objectives(state: GameState, seat: Seat, *, mine: bool) -> tuple[CardId, ...]:
    """Return the objectives of `seat` that may be known to its player, or to the others."""
    if state.phase is Phase.SIDE:
        return ()
    own = state.seats[seat].objective
    return (*state.deal.common_objectives, own) if mine and own else state.deal.common_objectives


def turns_left(state: GameState, seat: Seat) -> int | None:
    """Return how many turns a seat has left, this one too; None until the end is triggered."""
    if state.last_round is None:
        return None
    if state.phase is Phase.OVER:
        return 0
    if state.seats[seat].stuck:
        return int(state.phase is Phase.DRAW and seat == state.turn)  # the turn that closed its last cell goes on
    return state.last_round - state.round + (seat >= state.turn)


def ending(last: int, now: int) -> Ending:
    """Return when the game ends, whose `last` round is known, in the round `now`."""
    return Ending(last, last - now)


def decks_view(decks: Decks) -> DecksView:
    """Return how many cards lie in the decks, and the backs on top."""
    return DecksView(
        resource=DeckView(len(decks.resource), top_back(decks, Deck.RESOURCE)),
        gold=DeckView(len(decks.gold), top_back(decks, Deck.GOLD)),
        objective=len(decks.objective),
    )


def tybor_view(state: GameState, tybor: Tybor, *, detailed: bool) -> TyborView:
    """Return Tybor's side of the table, with what he would do next if `detailed`."""
    row = tuple([_SHOWN[card] if state.has_seen(card) else _HIDDEN[card] for card in tybor.row])
    foreseen = _foreseen(state, tybor) if detailed and state.phase in PLAYING else ()
    return TyborView(tybor.score, row, tybor.resources, tuple(sorted(state.cards_scored_by_tybor)), foreseen)


def _foreseen(state: GameState, tybor: Tybor) -> tuple[TyborActed, ...]:
    columns = tybor_columns(state.options, state.round)
    return foresee(tybor, state.market, state.deal.common_objectives, columns)
