"""Turn evaluation: the search compares turns, and the ends of games played on from a turn give its worth.

Two methods, each for what it is good at. The search says which of two turns is better, and by how much, comparing both
in the same worlds (`paired_comparison`); it treats a turn as two decisions, the placement and the draw after it, so
that the loss of each is known. Planners give the probability of victory after a turn, playing on to the end in worlds
that fit the view (`worlds`). The last turn needs no search: games are played on from every placement.
"""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.judgements.teacher import BOUNDS, CLOSE, Budget, Turn, Worth
from codex_naturalis.rules import Action, Draw, Phase, Place, Seat, Source, apply
from codex_naturalis.views import View, sample_world, view_of

from .paired_comparison import Raced, race
from .worlds import Ends, Worlds, worlds_of

__all__ = ["Judged", "Judgement", "judge_turns"]


class Judged(Struct, frozen=True):
    """Turn with its estimated worth."""

    turn: Turn
    worth: Worth
    behind: float
    """Merit it lacks of the best turn, 0 to 1."""

    points: float
    """Points of the margin it lacks of the best turn."""

    error: float
    """Standard error of `behind`."""

    drawn: float = 0.0
    """Part of `behind` that is due to the draw, the placement aside."""

    @property
    def as_good(self) -> bool:
        """Return whether it is as good as the best one, as far as can be told."""
        return self.behind <= CLOSE


class Judgement(Struct, frozen=True):
    """Ranking of a few turns, the best first."""

    best: tuple[Judged, ...]
    """Best turns, with different placements: three, and up to five if they are as good as the first."""

    asked: Judged | None = None
    """Turn that was asked about, compared with the first of them."""


def judge_turns(
    view: View,
    seed: str,
    budget: Budget,
    asked: Turn | None = None,
    ends: Ends | None = None,
    on_progress: Callable[[float], None] = lambda _: None,
) -> Judgement:
    """Return the best turns for the player of `view`, and the worth of `asked` beside the first of them.

    Worth is told by `ends`, which is how games end after `asked`, or else by worlds that fit the view. Only the view,
    the seed, the budget and `ends` matter. `on_progress` is called with the progress, 0 to 1.
    """
    judging = _LastTurn if _is_last(view) else _Judging
    judgement = judging(view, seed, budget, on_progress).judgement(asked, ends)
    on_progress(1.0)
    return judgement


_BEST: Final = 3
_NAMED: Final = 5
"""Number of turns that are advised, and how many may be named as good as each other."""

_LESS: Final = 3
"""Divisor of the iterations for the draw where the placement alone is a blunder: it cannot change the verdict."""


class _Compared(Struct, frozen=True):
    """Turn as the search compares it."""

    turn: Turn
    behind: float
    error: float
    drawn: float = 0.0
    best: Turn | None = None
    """Same placement with the best draw after it, if that is known."""


class _Judging:
    def __init__(self, view: View, seed: str, budget: Budget, on_progress: Callable[[float], None]) -> None:
        assert view.viewer is not None
        self._view = view
        self._seat: Seat = view.viewer
        self._seed = seed
        self._budget = budget
        self._on_progress = on_progress

    def judgement(self, asked: Turn | None, ends: Ends | None) -> Judgement:
        """Compare placements, then draws, then say what they are worth."""
        ranking = self._run_comparison(self._view, self._searched, _NAMED, asked, BOUNDS)
        self._on_progress(_HALF)
        played = None if asked is None else self._compare_asked(ranking, asked)
        best = list(self._best_turns(ranking, played))
        self._on_progress(_MOST)
        if played is None:
            return Judgement(tuple(_judge(best, best[0], self._ends(best[0].turn))))
        *judged_best, judged = _judge([*best, played], played, ends or self._ends(played.turn))
        return Judgement(tuple(judged_best), judged)

    @property
    def _searched(self) -> int:
        return self._budget.searched if self._view.phase is Phase.PLACE else self._budget.drawn

    def _run_comparison(
        self, view: View, most: int, keep: int, asked: Turn | None, bounds: tuple[float, ...]
    ) -> tuple[Raced, ...]:
        return race(view, self._seed, most, keep, asked[0] if asked else None, bounds)

    def _compare_asked(self, ranking: Sequence[Raced], asked: Turn) -> _Compared:
        """Return the turn asked about: its placement's deficit, and its draw's against the best one after it."""
        placed = next(one for one in ranking if one.action == asked[0])
        bounds = tuple(bound - placed.behind for bound in BOUNDS if bound > placed.behind)
        draws = self._draws(asked[0], self._budget.drawn // (1 if bounds else _LESS), asked[1:], bounds)
        drawn = next((one for one in draws if one.action in asked[1:]), None)
        best = (asked[0], draws[0].action) if draws else asked
        if drawn is None:
            return _Compared(asked, placed.behind, placed.error, best=best)
        error = sqrt(placed.error**2 + drawn.error**2)
        return _Compared(asked, placed.behind + drawn.behind, error, drawn.behind, best)

    def _best_turns(self, ranking: Sequence[Raced], played: _Compared | None) -> Iterator[_Compared]:
        """Yield the best turns: three, and more that are as good.

        The draws are compared after the turn asked about, or else after the first one; after others, it is the draw
        that the search of the placements tried most.
        """
        for rank, one in enumerate(ranking[:_NAMED]):
            if rank < _BEST or one.behind <= CLOSE:
                known = played.best if played and played.turn[0] == one.action else None
                drawn = one.then if rank or played or not one.then else self._best_draw(one.action)
                yield _Compared(known or _turn(one.action, drawn), one.behind, one.error)

    def _best_draw(self, placed: Action) -> Action:
        """Return the best draw after the first placement."""
        return self._draws(placed, self._budget.drawn, (), (CLOSE,))[0].action

    def _draws(self, placed: Action, most: int, asked: Turn, bounds: tuple[float, ...]) -> tuple[Raced, ...]:
        """Return the ranking of the draws after a placement; empty if there are none."""
        if not isinstance(placed, Place):
            return ()
        after = view_of(apply(sample_world(self._view, Random(0)), self._seat, placed, events=False).state, self._seat)
        if after.phase is not Phase.DRAW or after.turn != self._seat:
            return ()
        return self._run_comparison(after, most, _BEST, asked, bounds)

    def _ends(self, turn: Turn) -> Ends:
        """Return how games end after a turn, in worlds that fit the view."""
        worlds = worlds_of(self._view, Random(self._seed), self._budget.final)
        return worlds.after(self._seat, [turn], 0, worlds.count)[0]


def _judge(turns: Sequence[_Compared], known: _Compared, ends: Ends) -> Iterator[Judged]:
    """Yield turns with their worth, which is known for one of them: the others' margins are shifted to fit."""
    best = ends.shift(known.behind)
    for one in turns:
        worth = ends.shift(known.behind - one.behind)
        yield Judged(one.turn, worth, one.behind, best.margin - worth.margin, one.error, one.drawn)


def _turn(placed: Action, drawn: Action | None) -> Turn:
    return (placed,) if drawn is None else (placed, drawn)


_HALF: Final = 0.5
_MOST: Final = 0.8
"""Progress after the placements, and after the draws, were compared."""


class _LastTurn:
    """Judging of the viewer's last turn: games are played on from every turn in the same many worlds.

    Bad turns are dropped; the best ones are compared in fresh worlds, so that being chosen by luck does not count
    (winner's curse).
    """

    def __init__(self, view: View, seed: str, budget: Budget, on_progress: Callable[[float], None]) -> None:
        assert view.viewer is not None
        self._view = view
        self._seat: Seat = view.viewer
        self._on_progress = on_progress
        self._sieve = max(_FEWEST, budget.final // 4)
        self._worlds: Worlds = worlds_of(view, Random(seed), 2 * self._sieve + budget.final)

    def judgement(self, asked: Turn | None, ends: Ends | None) -> Judgement:
        """Select the best turns, play on after them, and say what they are worth."""
        best = self._select_turns()
        self._on_progress(_HALF)
        turns = best if asked is None else [*best, asked]
        each = self._after(turns, 2 * self._sieve, self._worlds.count)
        ranked = sorted(zip(best, each, strict=False), key=lambda pair: -pair[1].merits.mean())
        played_on = [_played_on(turn, end, ranked[0][1]) for turn, end in ranked]
        kept = [one for rank, one in enumerate(played_on) if rank < _BEST or one.as_good]
        if asked is None:
            return Judgement(tuple(kept))
        judged = _played_on(asked, each[-1], ranked[0][1])
        if ends:
            *kept, judged = [replace(one, worth=ends.shift(judged.behind - one.behind)) for one in (*kept, judged)]
        return Judgement(tuple(kept), judged)

    def _after(self, turns: Sequence[Turn], first: int, last: int) -> list[Ends]:
        return self._worlds.after(self._seat, turns, first, last)

    def _select_turns(self) -> list[Turn]:
        """Return the most promising turns, with different placements."""
        placed = self._select_by_search([(action,) for action in self._view.legal], 0)
        sources = _draws_of(self._view)
        if not sources or self._view.phase is not Phase.PLACE:
            return placed[:_NAMED]
        turns: list[Turn] = [(*turn, Draw(source)) for turn in placed[:_NAMED] for source in sources]
        best: dict[Action, Turn] = {}
        for turn in self._select_by_search(turns, self._sieve):
            best.setdefault(turn[0], turn)
        return list(best.values())

    def _select_by_search(self, turns: Sequence[Turn], first: int) -> list[Turn]:
        merits = [end.merits.mean() for end in self._after(turns, first, first + self._sieve)]
        return [turns[at] for at in sorted(range(len(turns)), key=lambda at: -merits[at])]


_FEWEST: Final = 6
"""Least number of worlds of a sieve."""


def _is_last(view: View) -> bool:
    assert view.viewer is not None
    return view.phase in (Phase.PLACE, Phase.DRAW) and view.seats[view.viewer].turns_left == 1


def _draws_of(view: View) -> list[Source]:
    """Return the sources to draw from after the last placement; none if the turn ends with it."""
    if not view.tybor_goes_on:
        return []
    lying = (*view.market.resource, *view.market.gold, view.decks.resource.top, view.decks.gold.top)
    return [source for source, card in zip(Source, lying, strict=True) if card is not None]


def _played_on(turn: Turn, end: Ends, best: Ends) -> Judged:
    lacks = best.merits - end.merits
    error = float(lacks.std() / sqrt(len(lacks)))
    points = float((best.margins - end.margins).mean())
    return Judged(turn, end.shift(0.0), float(lacks.mean()), points, error)
