"""Game review: the win curve, the quality of every turn, and the shares of luck and play."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp
from random import Random
from typing import TYPE_CHECKING, Final

from codex_naturalis.extras import require
from codex_naturalis.judgements.teacher import (
    BOUNDS,
    REVIEW,
    Budget,
    Cause,
    Compared,
    Player,
    Point,
    Review,
    Reviewed,
    Turn,
    Verdict,
    Worth,
)
from codex_naturalis.record import Record, opening
from codex_naturalis.rules import Action, Draw, GameState, Place, Seat, follow
from codex_naturalis.views import View, view_of

from .hints import advice
from .reasons import Reasons

if TYPE_CHECKING:
    from .expectations import Expected, PlayedTurn
    from .worlds import Ends

__all__ = ["EDITION", "LOST", "STRICT", "UnfinishedError", "compare", "like", "review"]

EDITION: Final = 8
"""Version of the review; raised when the same game would be reviewed differently, which voids stored reviews."""

STRICT: Final = 8.0
"""Decay rate of accuracy: a turn keeps exp(-rate * lost merit) of it."""

_SURE: Final = 1.5
"""Significance, in standard errors that a turn must be behind before it is called worse."""

LOST: Final = (Verdict.INACCURATE, Verdict.MISTAKE, Verdict.BLUNDER)
"""Verdicts of turns that lost something worth another look."""

_ENOUGH: Final = 5
"""Minimum number of turns for comparing a player with a level."""

_LEVELS: Final = (("level:1", 0.0), ("level:2", 61.5), ("level:3", 67.0), ("level:4", 81.5), ("level:5", 93.0))
"""Levels with the minimum accuracy of a player like them: half-way between those of the first four, 61, 62, 72 and 91
in the mean of 19 games each, with themselves (`research/teacher_accuracy.py`); the last has not been measured."""

_TURNING: Final = 3
"""Maximum number of turning points."""

_SWING: Final = 0.08
"""Minimum change of a turning point, in the chance to win (0 to 1)."""


class UnfinishedError(Exception):
    """The game is not over, so it cannot be reviewed."""


_WORSE: Final = (Verdict.GOOD, Verdict.INACCURATE, Verdict.MISTAKE, Verdict.BLUNDER)
"""Verdicts of turns that are worse than the best, by how many of the `BOUNDS` they pass."""


def review(
    record: Record, seed: str = "", budget: Budget = REVIEW, tell: Callable[[float], None] = lambda _: None
) -> Review:
    """Review the finished game of `record`, calling `tell` with the progress; raise `UnfinishedError` if it goes on.

    With the same seed and budget the review is the same. Every turn is judged from the view of the seat that took it.
    Raises `IllegalAction` for a record that the rules refuse, and `MissingExtraError` without the extra `fast`.
    """
    require("fast")
    from .expectations import expectations, turns_of  # noqa: PLC0415 - as in `_compare`

    played = record.parse_actions()
    states = _states(record, played)
    turns = list(turns_of([(state, *step) for state, step in zip(states[:-1], played, strict=True)]))
    expected = {one.taken.version: one for one in expectations(turns, seed, budget.curve)}
    compared: list[Compared] = []
    for done, one in enumerate(turns):
        tell(done / len(turns))
        compared.append(_judge(one, seed, budget, expected.get(one.version)))
    curve = [*map(_point, expected.values()), _end(len(states) - 1, states[-1])]
    reviewed = tuple(_review_turns(turns, compared, _lucks(expected.values(), curve)))
    tell(1.0)
    players = tuple(_player(seat, reviewed, curve) for seat in range(record.options.seats))
    return Review(EDITION, seed, budget, tuple(curve), reviewed, players, _turning(curve))


def compare(view: View, turn: Turn, seed: str, version: int, budget: Budget = REVIEW) -> Compared:
    """Compare `turn` with the best turns for the viewer, as a review with that seed does.

    Raises `MissingExtraError` without the extra `fast`.
    """
    require("fast")
    from .worlds import worlds_of  # noqa: PLC0415 - as in `_compare`

    assert view.viewer is not None
    worlds = worlds_of(view, Random(f"{seed}:{version}"), budget.final)
    own, planner = worlds.after(view.viewer, [turn, ()], 0, worlds.count)
    gained = float((own.margins - planner.margins).mean())
    return _compare(view, turn, f"{seed}:{version}", budget, gained, own)


def _compare(view: View, turn: Turn, seed: str, budget: Budget, gained: float, ends: "Ends") -> Compared:
    """Compare a turn; its worth, and that of better ones, is told by `ends`, which is how games end after it."""
    from .turn_evaluation import judge_turns  # noqa: PLC0415 - brings the compiler, for who judges only

    asked = (judgement := judge_turns(view, seed, budget, turn, ends)).asked
    assert asked is not None
    loss = 0.0 if asked.as_good else asked.behind
    points, drawn = (max(0.0, asked.points), asked.drawn) if loss else (0.0, 0.0)
    reasons = Reasons(view)
    better = tuple(advice(reasons, one) for one in judgement.best)
    verdict = _verdict(loss, asked.error)
    cause = _cause(turn, better[0].turn, drawn > loss / 2) if verdict in LOST else None
    return Compared(asked.worth, verdict, loss, points, drawn, gained, better, cause, reasons.why(turn))


def _cause(played: Turn, best: Turn, by_draw: bool) -> Cause | None:  # noqa: FBT001 - what was found, not a switch
    """Return what should have been done differently."""
    own, other = played[0], best[0]
    if by_draw or isinstance(own, Draw):
        return Cause.DRAW
    if not isinstance(own, Place) or not isinstance(other, Place):
        return None
    if own.card != other.card:
        return Cause.CARD
    return Cause.CELL if own.side is other.side else Cause.SIDE


def _states(record: Record, played: Sequence[tuple[Seat, Action]]) -> list[GameState]:
    beginning = opening(record)
    states = [beginning, *(step.state for step in follow(beginning, played, events=False))]
    if states[-1].result is None:
        raise UnfinishedError
    return states


def _judge(taken: "PlayedTurn", seed: str, budget: Budget, expected: "Expected | None") -> Compared:
    view = view_of(taken.state, taken.seat)
    if len(taken.turn) == len(view.legal) == 1:
        return Compared(Worth(0.0, 0.0, 0.0), Verdict.FORCED, 0.0, 0.0, 0.0, 0.0, ())
    if expected is None:
        return compare(view, taken.turn, seed, taken.version, budget)
    return _compare(view, taken.turn, f"{seed}:{taken.version}", budget, expected.gained, expected.after)


def _point(expected: "Expected") -> Point:
    margins = tuple(float(ends.margins.mean()) for ends in expected.before)
    return Point(expected.taken.version, margins, tuple(float(ends.chances.mean()) for ends in expected.before))


def _end(version: int, state: GameState) -> Point:
    result = state.result
    assert result is not None
    tybor = () if state.tybor is None else (state.tybor.score,)
    margins = []
    for seat, total in enumerate(result.totals):
        others = (*result.totals[:seat], *result.totals[seat + 1 :], *tybor)
        margins.append(float(total - max(others)))
    shared = 1 / max(1, len(result.winners))
    wins = tuple(shared if seat in result.winners else 0.0 for seat in range(len(margins)))
    return Point(version, tuple(margins), wins)


def _lucks(expected: "Iterable[Expected]", curve: Sequence[Point]) -> dict[int, float]:
    """Return the points that chance gave to whoever took each turn, from its end to the next point of the curve."""
    return {
        one.taken.version: then.margins[one.taken.seat] - float(one.after.margins.mean())
        for one, then in zip(expected, curve[1:], strict=True)
    }


def _review_turns(
    turns: "Sequence[PlayedTurn]", compared: Sequence[Compared], lucks: Mapping[int, float]
) -> Iterator[Reviewed]:
    """Yield all turns as reviewed, numbered but for choices of setup, which are not among `lucks`."""
    numbers = {version: number for number, version in enumerate(lucks, 1)}
    for one, comparison in zip(turns, compared, strict=True):
        number, luck = numbers.get(one.version, 0), lucks.get(one.version, 0.0)
        yield Reviewed(one.version, one.version + len(one.turn), number, one.seat, one.turn, comparison, luck)


def _verdict(loss: float, error: float) -> Verdict:
    if not loss:
        return Verdict.BEST
    if loss <= _SURE * error:
        return Verdict.GOOD
    return _WORSE[sum(loss > bound for bound in BOUNDS[1:])]


def _player(seat: Seat, turns: Sequence[Reviewed], curve: Sequence[Point]) -> Player:
    own = [turn.compared for turn in turns if turn.seat == seat and turn.compared.verdict is not Verdict.FORCED]
    accuracy = 100 * sum(exp(-STRICT * one.loss) for one in own) / max(1, len(own))
    verdicts = {verdict.value: sum(one.verdict is verdict for one in own) for verdict in Verdict}
    causes = dict(Counter(one.cause for one in own if one.cause))
    alike = like(accuracy) if len(own) >= _ENOUGH else None
    return Player(seat, accuracy, alike, verdicts, causes, *_sum(seat, turns, curve))


def _sum(seat: Seat, turns: Sequence[Reviewed], curve: Sequence[Point]) -> tuple[float, float, float, float, float]:
    """Return start, own choices, others' choices, luck and end; the first four add up to the last."""
    placed = [turn for turn in turns if turn.turn]
    choices = sum(turn.compared.gained for turn in placed if turn.seat == seat)
    two = len(curve[0].margins) == 2  # noqa: PLR2004  # what one seat loses, the other one gains
    others = -sum(turn.compared.gained for turn in placed if turn.seat != seat) if two else 0.0
    start, end = curve[0].margins[seat], curve[-1].margins[seat]
    return start, choices, others, end - start - choices - others, end


def like(accuracy: float) -> str:
    """Return the bot of the level that plays about as accurately."""
    return max((least, key) for key, least in _LEVELS if accuracy >= least)[1]


def _turning(curve: Sequence[Point]) -> tuple[int, ...]:
    """Return the versions at which the chances to win changed most."""
    swings = [
        (max(abs(a - b) for a, b in zip(now.wins, then.wins, strict=True)), now.version)
        for now, then in pairwise(curve)
    ]
    most = sorted(swings, reverse=True)[:_TURNING]
    return tuple(sorted(version for swing, version in most if swing >= _SWING))
