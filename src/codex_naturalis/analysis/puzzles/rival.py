"""The most that the opponent can have in the end, whatever is hidden from the viewer."""

from collections.abc import Iterator

from codex_naturalis.catalogue import CardId, catalogue
from codex_naturalis.rules import Codex, GameState, SeatState, TyborActed, lay
from codex_naturalis.views import View, unseen_cards, view_of

from .ground import Ground, objective_points

__all__ = ["most_of_rival"]

_TWO = 2


def most_of_rival(view: View, world: GameState) -> int | None:
    """Return the most points that the one opponent can end with; None where that is not counted here.

    The `world` is any that fits the view. Another seat has one turn left, or none; whatever card could be in its hand
    and whatever objective it could have kept is tried. Tybor's turn after the viewer's last hangs on nothing hidden if
    that one has no draw.
    """
    assert view.viewer is not None
    if view.tybor is not None:
        last = view.seats[view.viewer].turns_left == 1 and not view.tybor_goes_on
        return _foreseen(world)[-1].score if last else None
    if len(view.seats) != _TWO:
        return None
    seat = 1 - view.viewer
    turns = view.seats[seat].turns_left
    if turns not in (0, 1):
        return None
    own = world.seats[seat]
    codices = _after_a_turn(view, own) if turns and own.codex.open else iter([(own.codex, own.score)])
    return max(score + _objectives(view, codex) for codex, score in codices)


def _foreseen(world: GameState) -> tuple[TyborActed, ...]:
    """Return what Tybor will do with both columns as they lie now: the viewer's last turn takes no card away."""
    view = view_of(world, 0, detailed=True)
    assert view.tybor is not None
    return view.tybor.foreseen


def _after_a_turn(view: View, own: SeatState) -> Iterator[tuple[Codex, int]]:
    """Yield codex and score after every last placement that the opponent may be able to make."""
    ground = Ground.of(own.codex, own.score, ())
    for place in ground.places(sorted(_possible(view))):
        laying = lay(own.codex, place.card, place.side, place.cell)
        yield laying.codex, own.score + (laying.score.points if laying.score else 0)


def _possible(view: View) -> set[CardId]:
    """Return the cards that may be in the opponent's hand."""
    assert view.viewer is not None
    unseen = unseen_cards(view)
    found: set[CardId] = set()
    for held in view.seats[1 - view.viewer].hand:
        found.update(unseen[held.back] if held.card is None else (held.card,))
    return found


def _objectives(view: View, codex: Codex) -> int:
    """Return the most that objectives can give for the opponent's codex."""
    known = {*view.common_objectives, *view.offered}
    secret = max(objective_points(codex, (card,)) for card in catalogue().objective if card not in known)
    return objective_points(codex, view.common_objectives) + secret
