"""Paired comparison of the actions of one decision: sequential halving in which the action asked about stays in.

The tree search of the bots proposes and decides (`kernel.mcts`): every action in question is tried equally often, in
the same worlds with the same random stream (common random numbers), the worse half is dropped round by round (Karnin,
Koren and Somekh, 2013). What differs from a bot's search: the last round is run in batches, whose spread says how sure
the differences are; what they leave open is tried on beside the best action alone; and an action that the prior would
have left out is tried with the others if it was played.
"""

from random import Random
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from codex_naturalis.bots.search_state import Manner, Room, new_room, root_actions
from codex_naturalis.kernel.mcts.search import narrow, search
from codex_naturalis.kernel.mcts.tree import FAINT
from codex_naturalis.rules import Action
from codex_naturalis.views import View

__all__ = ["Raced", "race"]

_WIDEST: Final = 40
_EACH: Final = 25
"""Width of the first round: one action for so many iterations, and so many at most."""

_FEW: Final = 12
_FEW_EACH: Final = 10
"""Bounds for the second leaf evaluation, as in a bot's search."""

_LAST: Final = 5
"""Shares of the last round, each of the others having one: they only have to find the few that it compares."""

_HOT: Final = 10.0
"""Factor of the prior's temperature while the root is expanded."""

_BATCHES: Final = 8
"""Number of equal batches of the last round, whose spread is the error."""

_MORE: Final = 1.5
"""Budget for what is open after it, in last rounds."""

_SURE: Final = 1.5
"""Standard errors by which what an action lacks must differ from a bound."""

_MANNER: Final = Manner(ahead=0)

Numbers = NDArray[np.float64]


class Raced(Struct, frozen=True):
    """Action in the last round of a race."""

    action: Action
    merit: float
    """Estimated reward, 0 to 1."""

    behind: float
    """Merit it lacks of the best, which has 0."""

    error: float
    """Standard error of `behind`."""


def race(
    view: View, seed: str, most: int, keep: int, asked: Action | None = None, bounds: tuple[float, ...] = ()
) -> tuple[Raced, ...]:
    """Compare the viewer's actions in about `most` iterations; return the best `keep`, and `asked`, best first.

    The best and those that are open are tried on, while it is open on which side of a bound an action is with what it
    lacks: all bounds for the one asked about, the first for the others. The same arguments give the same result.
    """
    return _Race(view, Random(seed), most, keep, asked, bounds).run()


class _Race:
    def __init__(
        self, view: View, rng: Random, most: int, keep: int, asked: Action | None, bounds: tuple[float, ...]
    ) -> None:
        self._room = new_room(view, rng, _MANNER, most)
        self._most = most
        self._keep = keep
        self._room.trees["halving"], self._room.trees["chance"] = 1, rng.getrandbits(60)
        _open(self._room)
        self._actions = dict(root_actions(self._room))
        self._asked_action = asked
        self._bounds = bounds
        self._asked = next((at for at, action in self._actions.items() if action == asked), None)

    def run(self) -> tuple[Raced, ...]:
        """Run all rounds; return the ranking of those that are left."""
        room, widths = self._room, self._widths()
        share, later = self._most // (len(widths) + _LAST), int(room.trees["later"][0])
        for width in widths:
            left = len(self._narrowed(width))
            room.trees["later"] = 0 if left > _FEW and share < _FEW_EACH * left else later
            search(*room.arrays, max(1, share // left) * left)
        room.trees["later"] = later
        last = self._narrowed(self._keep)
        return self._decided(last, max(1, _LAST * share // (len(last) * _BATCHES)))

    def _widths(self) -> list[int]:
        """Return how many actions are in question in each round before the last."""
        edges = self._room.edges["prior"][[*self._actions]]
        width = min(_WIDEST, self._most // _EACH, int((edges >= FAINT).sum()))
        widths = []
        while width > self._keep:
            widths.append(width)
            width = (width + 1) // 2
        return widths

    def _narrowed(self, most: int) -> list[int]:
        """Drop the worst actions but the one asked about; return the edges of the others."""
        edges, asked = self._room.edges, self._asked
        narrow(self._room.nodes, edges, self._room.trees, most)
        if asked is not None and edges["prior"][asked] < 0:
            edges["prior"][asked] = FAINT
        return [at for at in self._actions if edges["prior"][at] >= 0]

    def _decided(self, left: list[int], each: int) -> tuple[Raced, ...]:
        """Run the last round in batches of `each` iterations for every action; return the ranking.

        While it is open on which side of a bound an action is, it is tried on beside the best one: the others rest, so
        that all of the time goes into what is open.
        """
        parts = [self._batch(left, left, each) for _ in range(_BATCHES)]
        more = _MORE * _BATCHES * each * len(left)
        while True:
            ranking = self._ranked(left, parts)
            tried = [one for one in ranking if one is ranking[0] or not self._is_settled(one)]
            if len(tried) == 1 or more <= 0:
                return ranking
            edges = [at for at in left if any(self._actions[at] == one.action for one in tried)]
            parts += [self._batch(left, edges, each) for _ in range(_BATCHES)]
            more -= _BATCHES * each * len(edges)

    def _batch(self, left: list[int], tried: list[int], each: int) -> Numbers:
        """Run a batch with some of the actions, and return what it adds to the sums of all."""
        priors, before = self._room.edges["prior"][left].copy(), self._sums(left)
        self._room.edges["prior"][[at for at in left if at not in tried]] = -1.0
        search(*self._room.arrays, each * len(tried))
        self._room.edges["prior"][left] = priors
        added: Numbers = self._sums(left) - before
        return added

    def _ranked(self, left: list[int], parts: list[Numbers]) -> tuple[Raced, ...]:
        sums = self._sums(left)
        trust = sums[0] / (sums[0] + self._room.trees["doubt"][0])
        merits = _merits(sums, trust)
        best = int(merits.argmax())
        with np.errstate(invalid="ignore"):  # no visits in a batch: no number
            found = np.array([_merits(part, trust) for part in parts])
        lacks = found[:, [best]] - found
        errors = np.nanstd(lacks, 0, ddof=1) / np.sqrt((~np.isnan(lacks)).sum(0))
        return tuple(
            Raced(self._actions[left[n]], float(merits[n]), float(merits[best] - merits[n]), float(errors[n]))
            for n in np.argsort(-merits, kind="stable")
        )

    def _is_settled(self, one: Raced) -> bool:
        """Return whether it is on one side of each bound that matters, as far as its error tells."""
        bounds = self._bounds if one.action == self._asked_action else self._bounds[:1]
        return all(abs(one.behind - bound) > _SURE * one.error for bound in bounds)

    def _sums(self, left: list[int]) -> Numbers:
        """Return visits, sums of both evaluations, and sums of the first, as they are now."""
        edges = self._room.edges[left]
        return np.stack([edges[name].astype(float) for name in ("visits", "sum", "early")])


def _open(room: Room) -> None:
    """Expand the root with an edge for every action, those below the pruning threshold dropped.

    Expanded at a higher temperature, no prior is below it; then each gets the prior that it would have had.
    """
    heat = float(room.trees["heat"][0])
    room.trees["heat"] = _HOT * heat
    search(*room.arrays, 0)
    room.trees["heat"] = heat
    priors = room.edges["prior"][: int(room.trees["edges"][0])]
    priors **= _HOT
    priors[priors < FAINT * priors.max()] = -1.0


def _merits(sums: Numbers, trust: Numbers) -> Numbers:
    """Return the mean rewards, the second evaluation weighing as much (`trust`) as in a bot's search."""
    visits, both, early = sums
    first = early / visits
    merits: Numbers = first + trust * 2 * (both / visits - first)
    return merits
