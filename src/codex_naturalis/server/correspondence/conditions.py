"""Conditions: what becomes of a conditional turn as the game stands; pure functions.

A turn is stored for the seat's next turn alone. It is carried out only in the phase and turn it was meant for, only if
placement and draw are legal, and only while the card it names lies where it lay.
"""

from msgspec import Struct

from codex_naturalis.play import Game
from codex_naturalis.rules import Draw, IllegalAction, Phase, Place, Seat
from codex_naturalis.views import view_of
from codex_naturalis.wire.table import TableStage

from ..tables.data import TableData
from .wire import ConditionalDraw, ConditionalTurn, Withdrawal

__all__ = ["Obsolete", "Pending", "Ready", "StoredTurn", "Withdrawn", "decided", "laid_by", "possible"]


class StoredTurn(Struct, frozen=True):
    """Conditional turn with the situation it was stored in."""

    id: str
    seat: Seat
    turn: ConditionalTurn
    laid: int
    """Cards that the seat had laid: with one more, its turn is past."""

    last_round: int | None
    """The last round, if the end had been triggered."""


class Ready(Struct, frozen=True):
    """To be carried out now."""

    actions: tuple[Place, Draw]


class Pending(Struct, frozen=True):
    """Others are to act."""


class Withdrawn(Struct, frozen=True):
    """The situation that it names is gone."""

    why: Withdrawal


class Obsolete(Struct, frozen=True):
    """Its turn is past, or the game is."""


Decision = Obsolete | Ready | Pending | Withdrawn


def laid_by(game: Game, seat: Seat) -> int:
    """Return the number of cards that `seat` has laid."""
    return sum(played.seat == seat and isinstance(played.action, Place) for played in game.history)


def possible(game: Game, seat: Seat, turn: ConditionalTurn) -> bool:
    """Return whether `seat` may store `turn`: the placement is one it may plan, and every condition holds now."""
    view = view_of(game.state, seat, detailed=True, ahead=True)
    planned = any(
        (one.card, one.side, one.cell) == (turn.place.card, turn.place.side, turn.place.cell) for one in view.previews
    )
    sources = {one.source for one in turn.draws}
    return planned and len(sources) == len(turn.draws) and all(_holds(game, one) for one in turn.draws)


def decided(data: TableData, game: Game, stored: StoredTurn) -> Decision:
    """Return what becomes of a stored turn, as the table stands."""
    state, seat = game.state, stored.seat
    if data.stage is not TableStage.PLAYING or state.phase is Phase.OVER or laid_by(game, seat) != stored.laid:
        return Obsolete()
    if data.stood_in(seat) or state.last_round != stored.last_round:
        return Withdrawn(Withdrawal.REPLACED if data.stood_in(seat) else Withdrawal.ENDING)
    draw = next((Draw(one.source) for one in stored.turn.draws if _holds(game, one)), None)
    if draw is None:
        return Withdrawn(Withdrawal.TAKEN)
    if state.phase is not Phase.PLACE or state.turn != seat:
        return Pending()
    try:
        game.play(seat, (stored.turn.place, draw), game.version)
    except IllegalAction:
        return Withdrawn(Withdrawal.PLACEMENT)
    return Ready((stored.turn.place, draw))


def _holds(game: Game, draw: ConditionalDraw) -> bool:
    source, state = draw.source, game.state
    if source.slot is None:
        return draw.card is None and bool(getattr(state.decks, source.deck.value))
    return draw.card is not None and getattr(state.market, source.deck.value)[source.slot] == draw.card
