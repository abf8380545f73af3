"""Answer checking: whether an answer to a puzzle is right, and why another one is."""

from random import Random

from msgspec.structs import replace

from codex_naturalis.catalogue import CardId, catalogue
from codex_naturalis.judgements.puzzles import Answered, Explained, Gain, Kind, Outcome, Puzzle
from codex_naturalis.judgements.teacher import Turn
from codex_naturalis.rules import CardPlaced, Codex, Draw, GameState, Phase, Place, Seat, apply
from codex_naturalis.views import View, sample_world

from .packaged import view_of_puzzle
from .position import copies_of
from .solving import follow_up, outcome_of, rival_of, solve, takes_card

__all__ = ["IncompleteError", "explain", "judge", "needs_draw"]


class IncompleteError(Exception):
    """Answer that does not say what was asked for: no placement, or no card to take where that matters."""


def needs_draw(puzzle: Puzzle) -> bool:
    """Return whether the answer also names the card taken."""
    return takes_card(view_of_puzzle(puzzle.number), puzzle.question)


def judge(puzzle: Puzzle, turn: Turn) -> Answered:
    """Return how `turn` compares with the answer.

    Raises `IllegalAction` or `IncompleteError` if it cannot be judged.
    """
    view = view_of_puzzle(puzzle.number)
    wanted = turn[: len(puzzle.answer)]
    state, seat = _world(view)
    for action in wanted:
        state = apply(state, seat, action, events=False).state
    if len(wanted) < len(puzzle.answer) or not isinstance(wanted[0], Place):
        raise IncompleteError
    outcome, best = (outcome_of(view, puzzle.question, one) for one in (wanted, puzzle.answer))
    return Answered(wanted == puzzle.answer, outcome, best, rival_of(view, puzzle.question, wanted))


def explain(puzzle: Puzzle) -> Explained:
    """Return why the answer is the right one: its events by the rules, and what the next best turn would bring."""
    view = view_of_puzzle(puzzle.number)
    solved = solve(view, puzzle.question)
    assert solved is not None
    state, seat = _world(view)
    after = apply(state, seat, puzzle.answer[0])
    placed = [_place(after.events[0])]
    end = after.state
    following = follow_up(view, puzzle.question, puzzle.answer)
    if following:
        step = apply(_next_turn(end, seat, puzzle.answer), seat, following)
        placed.append(_place(step.events[0]))
        end = step.state
    objectives = () if puzzle.question.kind is Kind.POINTS else _objectives(view)
    gains = _gains(state.seats[seat].codex, end.seats[seat].codex, objectives)
    return Explained(puzzle.answer, seat, tuple(placed), gains, solved.outcome, _second(solved.second), solved.rival)


def _second(outcome: Outcome | None) -> Outcome | None:
    return outcome if outcome and outcome.fulfilled else None


def _world(view: View) -> tuple[GameState, Seat]:
    """Return a sampled game that looks like the puzzle; what is hidden in it is drawn at random."""
    assert view.viewer is not None
    return sample_world(view, Random(0)), view.viewer


def _next_turn(state: GameState, seat: Seat, turn: Turn) -> GameState:
    """Return the state at the seat's next turn, as far as its own place goes: no other seat can change that."""
    draw = turn[1]
    assert isinstance(draw, Draw)
    drawn = apply(replace(state, phase=Phase.DRAW, turn=seat), seat, draw, events=False).state
    return replace(drawn, phase=Phase.PLACE, turn=seat)


def _place(event: object) -> CardPlaced:
    assert isinstance(event, CardPlaced)
    return event


def _objectives(view: View) -> tuple[CardId, ...]:
    assert view.objective is not None
    return (*view.common_objectives, view.objective)


def _gains(before: Codex, after: Codex, objectives: tuple[CardId, ...]) -> tuple[Gain, ...]:
    gains = []
    for card in objectives:
        copies = copies_of(after, card) - copies_of(before, card)
        if copies:
            gains.append(Gain(card, copies, copies * catalogue().objective[card].points))
    return tuple(gains)
