"""Final scoring: objectives, totals, and who has won (rulings R5, R6, S15)."""

from collections.abc import Iterator

from .actions import Seat
from .events import Event, GameEnded, ObjectiveScore, ObjectivesScored, Result
from .objectives import kingdom_cells, settle_objective
from .options import TieBreak
from .state import GameState, SeatState

__all__ = ["score_game", "scoring_events"]

_Scores = tuple[ObjectiveScore, ...]


def score_game(state: GameState) -> Result:
    """Return the result of a finished game."""
    objectives = tuple(_count_all(state, own) for own in state.seats)
    totals = tuple(
        own.score + sum(score.points for score in scores) for own, scores in zip(state.seats, objectives, strict=True)
    )
    winners, decided_by = _winners(state, objectives, totals)
    return Result(objectives, totals, winners, decided_by)


def scoring_events(result: Result) -> Iterator[Event]:
    """Yield the events that announce a result."""
    for seat, (scores, total) in enumerate(zip(result.objectives, result.totals, strict=True)):
        yield ObjectivesScored(seat, scores, total)
    yield GameEnded(result)


def _count_all(state: GameState, own: SeatState) -> _Scores:
    assert own.objective is not None
    cards = (*state.deal.common_objectives, own.objective)
    kingdoms = kingdom_cells(own.codex)
    return tuple([settle_objective(own.codex, card, state.options.sets, kingdoms) for card in cards])


def _winners(
    state: GameState, objectives: tuple[_Scores, ...], totals: tuple[int, ...]
) -> tuple[tuple[Seat, ...], TieBreak | None]:
    if state.tybor is not None:
        return ((0,) if totals[0] > state.tybor.score else ()), None
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if len(best) == 1:
        return tuple(best), None
    rule = state.options.tie_break
    merits = {seat: _merit(objectives[seat], rule) for seat in best}
    winners = tuple(seat for seat in best if merits[seat] == max(merits.values()))
    return winners, rule if len(winners) < len(best) else None


def _merit(scores: _Scores, rule: TieBreak) -> int:
    if rule is TieBreak.OBJECTIVE_POINTS:
        return sum(score.points for score in scores)
    return sum(score.copies > 0 for score in scores)
