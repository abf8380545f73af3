"""Turn evaluation by Monte-Carlo comparison: turns are judged by how games played on from them end."""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from codex_naturalis.bots.thinking import think
from codex_naturalis.kernel.bridge import action_of
from codex_naturalis.kernel.planner import judge_at
from codex_naturalis.rules import Action, Draw, Phase, Seat, Source
from codex_naturalis.views import View

from .values import Budget, Turn, Worth
from .worlds import Ends, Worlds, worlds_of

__all__ = ["Judged", "Judgement", "judge_turns"]


class Judged(Struct, frozen=True):
    """Turn with its estimated worth."""

    turn: Turn
    worth: Worth
    behind: float
    """Merit it lacks of the best turn, 0 to 1, in the same worlds; below zero if it did better after all."""

    points: float
    """Points of the margin it lacks of the best turn."""

    error: float
    """Standard error of `behind`."""

    gained: float = 0.0
    """Points of the margin that it brings more than the turn of a planner; only of a turn that was asked about."""


class Judgement(Struct, frozen=True):
    """Ranking of a few turns, the best first."""

    best: tuple[Judged, ...]
    """Best turns: up to three, with different placements."""

    asked: Judged | None = None
    """Turn that was asked about, compared with the first of them."""


def judge_turns(
    view: View, seed: str, budget: Budget, asked: Turn | None = None, tell: Callable[[float], None] = lambda _: None
) -> Judgement:
    """Return the best turns for the player of `view`, and the worth of `asked` beside the first of them.

    Each turn is tried in worlds that fit the view, all turns in the same ones with the same luck (common random
    numbers); what does badly is dropped, the rest is tried again in others. Those that remain are compared in fresh
    worlds, so that being chosen for good luck does not count. `tell` is called with the progress, 0 to 1.
    """
    return _Judging(view, seed, budget, tell).judgement(asked)


_BEST: Final = 3
"""Number of turns that are compared in the end."""

_USUAL: Final[Turn] = ()
"""Empty turn: planners play on at once, seeing what there is to see in each world. The baseline of `gained`."""


class _Judging:
    def __init__(self, view: View, seed: str, budget: Budget, tell: Callable[[float], None]) -> None:
        assert view.viewer is not None
        self._view = view
        self._seat: Seat = view.viewer
        self._budget = budget
        self._rng = Random(seed)
        self._tell = tell
        self._played = 0
        """Number of games imagined so far."""

        self._worlds: Worlds = worlds_of(view, self._rng, budget.sieve + budget.draws + budget.final)

    def judgement(self, asked: Turn | None) -> Judgement:
        best = self._chosen()
        turns = best if asked is None else [*best, asked, _USUAL]
        ends = self._tried(turns, self._worlds.count - self._budget.final, self._worlds.count)
        if asked is not None:
            *judged, told = [_judged(turn, end, ends[0]) for turn, end in zip(turns[:-1], ends, strict=False)]
            gained = float((ends[-2].margins - ends[-1].margins).mean())
            return Judgement(tuple(judged), replace(told, gained=gained))
        ranked = sorted(zip(best, ends, strict=True), key=lambda pair: -pair[1].merits.mean())
        return Judgement(tuple(_judged(turn, end, ranked[0][1]) for turn, end in ranked))

    def _tried(self, turns: Sequence[Turn], first: int, last: int) -> list[Ends]:
        ends = self._worlds.after(self._seat, turns, first, last)
        self._played += len(turns) * (last - first)
        self._tell(min(1.0, self._played / self._planned))
        return ends

    @property
    def _planned(self) -> int:
        """Return the upper bound of the games imagined, but for those of the search."""
        view, budget = self._view, self._budget
        if view.phase is not Phase.PLACE:
            return len(view.legal) * (budget.sieve + budget.draws) + _BEST * budget.final
        tried = budget.placements * budget.sieve + budget.kept * len(Source) * budget.draws
        return tried + _BEST * budget.final

    def _chosen(self) -> list[Turn]:
        """Return up to three promising turns, the most promising first."""
        view, budget = self._view, self._budget
        if view.phase is not Phase.PLACE:
            return self._sieved([(action,) for action in view.legal], 0, budget.sieve + budget.draws)[:_BEST]
        placed = self._sieved([(place,) for place in self._proposed()], 0, budget.sieve)
        sources = draws_of(view)
        if not sources:
            return placed[:_BEST]
        turns: list[Turn] = [(*turn, Draw(source)) for turn in placed[: budget.kept] for source in sources]
        best: dict[Action, Turn] = {}
        for turn in self._sieved(turns, budget.sieve, budget.sieve + budget.draws):
            best.setdefault(turn[0], turn)
        return list(best.values())[:_BEST]

    def _sieved(self, turns: Sequence[Turn], first: int, last: int) -> list[Turn]:
        merits = [end.merits.mean() for end in self._tried(turns, first, last)]
        return [turns[at] for at in sorted(range(len(turns)), key=lambda at: -merits[at])]

    def _proposed(self) -> list[Action]:
        """Return the candidate placements: what the planner likes, and the root actions of the search."""
        budget = self._budget
        if len(self._view.legal) <= budget.placements:
            return list(self._view.legal)
        found: dict[Action, None] = {}
        if budget.searched:
            thought = think(self._view, self._rng, iterations=budget.searched)
            found.update(dict.fromkeys(one.action for one in thought.considered[: budget.placements // 2]))
        for action in self._liked():
            if len(found) == budget.placements:
                break
            found[action] = None
        return list(found)

    def _liked(self) -> list[Action]:
        """Return all placements, those first that the planner likes best."""
        worlds = self._worlds
        number = judge_at(worlds.games, 0, worlds.minds, self._seat)
        values = worlds.minds["values"][0][:number]
        order = sorted(range(number), key=lambda at: -values[at])
        return [action_of(worlds.first, self._seat, int(worlds.minds["codes"][0][at])) for at in order]


def draws_of(view: View) -> list[Source]:
    """Return where a card can be taken from after a placement; nowhere if the turn ends with it."""
    assert view.viewer is not None
    if view.seats[view.viewer].turns_left == 1 and not view.tybor_goes_on:
        return []
    lying = (*view.market.resource, *view.market.gold, view.decks.resource.top, view.decks.gold.top)
    return [source for source, card in zip(Source, lying, strict=True) if card is not None]


def _judged(turn: Turn, end: Ends, best: Ends) -> Judged:
    merits: Any = end.merits
    lacks = best.merits - merits
    error = float(lacks.std() / sqrt(len(lacks)))
    worth = Worth(float(end.margins.mean()), float(end.wins.mean()), float(merits.mean()))
    points = float((best.margins - end.margins).mean())
    return Judged(turn, worth, float(lacks.mean()), points, error)
