"""Legal actions: which seats must act, and what they may do."""

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Final

from codex_naturalis.catalogue import CardId, Side

from .actions import Action, ChooseObjective, ChooseSide, Draw, Phase, Place, Seat, Source
from .arguments import check_seat
from .draws import sources
from .faces import FACES
from .state import GameState, SeatState

__all__ = ["TURN", "awaited", "legal_actions", "pick_legal", "placements"]

TURN: Final = (Phase.PLACE, Phase.DRAW)
"""Phases in which only one seat may act."""

# Read once: before Python 3.12 each `Phase.PLACE` costs as much as a call.
_PLACE: Final = Phase.PLACE
_DRAW: Final = Phase.DRAW

_SIDES: Final = tuple(Side)
_Laid = tuple[CardId, Side]
_SIDES_OF: Final = {
    card: ((card, Side.FRONT), (card, Side.BACK), face.needs) for card, face in FACES[Side.FRONT].items()
}
"""A card with its front up, with its back up, and what its front asks for."""


def awaited(state: GameState) -> tuple[Seat, ...]:
    """Return the seats that must act now: several while they choose at the same time, none after the end."""
    if state.phase in TURN:
        return (state.turn,)
    if state.phase is Phase.SIDE:
        return tuple([seat for seat, own in enumerate(state.seats) if own.side is None])
    if state.phase is Phase.OBJECTIVE:
        return tuple([seat for seat, own in enumerate(state.seats) if own.objective is None])
    return ()


def legal_actions(state: GameState, seat: Seat) -> tuple[Action, ...]:
    """Return the legal actions of `seat`: placements by hand card, side and cell, draws in the order of `Source`."""
    if state.phase is _PLACE and seat == state.turn:
        return placements(state.seats[seat])
    if state.phase is _DRAW and seat == state.turn:
        return _draws(sources(state.market, state.decks))
    if seat not in awaited(state):
        check_seat("seat", seat, len(state.seats))
        return ()
    if state.phase is Phase.SIDE:
        return tuple(ChooseSide(side) for side in _SIDES)
    return tuple(ChooseObjective(card) for card in state.deal.seats[seat].objectives)


def pick_legal(state: GameState, seat: Seat, pick: Callable[[int], int]) -> Action:
    """Return the legal action at the index that `pick` returns for their number.

    The same as `legal_actions(state, seat)[pick(n)]` for a seat that may act, but it builds only the chosen placement;
    building all takes most of a random game's time: `pick_legal(state, seat, rng.randrange)`.
    """
    if state.phase is not _PLACE or seat != state.turn:
        actions = legal_actions(state, seat)
        return actions[pick(len(actions))]
    own = state.seats[seat]
    faces, cells = _payable(own), own.codex.open
    at, nth = divmod(pick(len(faces) * len(cells)), len(cells))
    card, side = faces[at]
    return Place(card, side, next(islice(cells, nth, None)))


def placements(own: SeatState) -> tuple[Action, ...]:
    """Return what the player of a seat may place when it is their turn, by hand card, side and cell."""
    cells = tuple(own.codex.open)
    return tuple([Place(card, side, cell) for card, side in _payable(own) for cell in cells])


def _payable(own: SeatState) -> list[_Laid]:
    """Return the sides of the cards in hand that the symbols in the codex pay for; a back costs nothing."""
    symbols = own.codex.symbols
    found = []
    for card in own.hand:
        front, back, needs = _SIDES_OF[card]
        for index, need in needs:
            if symbols[index] < need:
                break
        else:
            found.append(front)
        found.append(back)
    return found


@cache
def _draws(available: tuple[Source, ...]) -> tuple[Action, ...]:
    return tuple([Draw(source) for source in available])
