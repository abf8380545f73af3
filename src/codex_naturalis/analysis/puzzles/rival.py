"""Upper bound of the opponent's final points, over everything hidden from the viewer."""

from collections.abc import Iterator

from codex_naturalis.bots.planner.tybor_lookahead import points_left_to_tybor
from codex_naturalis.catalogue import CardId, catalogue
from codex_naturalis.rules import Codex, GameState, SeatState, Source, lay
from codex_naturalis.views import View, unseen_cards

from .position import PuzzlePosition, objective_points

__all__ = ["most_of_rival", "most_of_tybor"]

_TWO = 2


def most_of_rival(view: View, world: GameState) -> int | None:
    """Return the most points that the one opponent can end with, whatever the viewer's turn is.

    None where that is not counted here. The `world` is any that fits the view. The other seat has at most one turn
    left; every possible card in its hand and every objective it could have kept are tried.
    """
    assert view.viewer is not None
    if len(view.seats) != _TWO:
        return None
    seat = 1 - view.viewer
    turns = view.seats[seat].turns_left
    if turns not in (0, 1):
        return None
    own = world.seats[seat]
    codices = _after_a_turn(view, own) if turns and own.codex.open else iter([(own.codex, own.score)])
    return max(score + _objectives(view, codex) for codex, score in codices)


def most_of_tybor(view: View, source: Source) -> int | None:
    """Return the most points that Tybor can end with if the viewer, in the last turn, takes the card at `source`.

    Every card that may refill the market is tried. None where that is not counted here.
    """
    assert view.viewer is not None
    if view.tybor is None or not view.tybor_goes_on or view.seats[view.viewer].turns_left != 1:
        return None
    return view.tybor.score + max(points_left_to_tybor(view, source))


def _after_a_turn(view: View, own: SeatState) -> Iterator[tuple[Codex, int]]:
    """Yield codex and score after every last placement that the opponent may be able to make."""
    ground = PuzzlePosition.of(own.codex, own.score, ())
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
