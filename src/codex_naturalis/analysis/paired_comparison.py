"""Paired comparison of the actions of one decision: sequential halving in which the action asked about stays in.

The tree search of the bots proposes and decides (`kernel.mcts`): every action in question is tried equally often, in
the same worlds with the same random stream (common random numbers), the worse half is dropped round by round (Karnin,
Koren and Somekh, 2013). What differs from a bot's search: the last round is a race (Maron and Moore, 1994), run in
batches, whose spread says how sure the differences are; what they leave open is tried on beside the best action alone,
and the race ends when nothing is; and an action that the prior would have left out is tried with the others if it was
played.
"""

from random import Random
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from codex_naturalis.bots.search_state import Manner, Room, edges_below, new_room, root_actions
from codex_naturalis.kernel.bridge import action_of
from codex_naturalis.kernel.codes import DRAWS
from codex_naturalis.kernel.mcts.search import narrow, root_code, search
from codex_naturalis.kernel.mcts.tree import FAINT
from codex_naturalis.rules import Action, Draw
from codex_naturalis.views import View

__all__ = ["Raced", "race"]

_WIDEST: Final = 40
_EACH: Final = 25
"""Width of the first round: one action for so many iterations, and so many at most."""

_FEW: Final = 12
_FEW_EACH: Final = 10
"""Bounds for the second leaf evaluation, as in a bot's search."""

_LAST: Final = 5
"""Shares of the last round in the budget, each of the others having one: they only have to find the few that it
compares. It begins with one of them, and goes on where something is open."""

_LONGEST: Final = 8
"""Shares of the last round where something stays open to its end."""

_HOT: Final = 10.0
"""Factor of the prior's temperature while the root is expanded."""

_BATCHES: Final = 8
"""Number of batches of each look at the last round; the spread over all batches is the error."""

_SURE: Final = 2.0
"""Standard errors by which what an action lacks must differ from a bound, since one looks several times."""

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

    then: Draw | None = None
    """Draw after it that the search tried most often, after a placement."""


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
        return self._decided(self._narrowed(self._keep), share)

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

    def _decided(self, left: list[int], share: int) -> tuple[Raced, ...]:
        """Run the last round and return the ranking: a look at all that are left, then further ones at what is open.

        While it is open on which side of a bound an action is, it is tried on beside the best one, twice as often as so
        far: the others rest, so that all of the time goes into what is open.
        """
        each, spent, tried, parts = max(1, share // (len(left) * _BATCHES)), 0, left, list[Numbers]()
        while True:
            parts += [self._batch(left, tried, each) for _ in range(_BATCHES)]
            spent += _BATCHES * each * len(tried)
            ranking = self._ranked(left, parts)
            names = {one.action for one in ranking if one is ranking[0] or not self._is_settled(one)}
            tried = [at for at in left if self._actions[at] in names]
            each = min(2 * each, (_LONGEST * share - spent) // (_BATCHES * len(tried)))
            if len(tried) == 1 or each < 1:
                return tuple(replace(one, then=self._drawn_after(one.action)) for one in ranking)

    def _drawn_after(self, action: Action) -> Draw | None:
        """Return the draw that was tried most often below a root action."""
        room, viewer = self._room, int(self._room.trees["viewer"][0])
        edge = next(at for at, each in self._actions.items() if each == action)
        keys = {int(room.edges["key"][at]): int(room.edges["visits"][at]) for at in edges_below(room, edge)}
        codes = {key: root_code(room.games, 0, viewer, key) for key in sorted(keys, key=lambda key: -keys[key])}
        found = (action_of(room.world, viewer, code) for code in codes.values() if code >= DRAWS)
        return next((one for one in found if isinstance(one, Draw)), None)

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
        merits = _merits(sums)
        best = int(merits.argmax())
        errors = _errors(np.array(parts), best)
        return tuple(
            Raced(self._actions[left[n]], float(merits[n]), float(merits[best] - merits[n]), float(errors[n]))
            for n in np.argsort(-merits, kind="stable")
        )

    def _is_settled(self, one: Raced) -> bool:
        """Return whether it is on one side of each bound that matters, as far as its error tells."""
        bounds = self._bounds if one.action == self._asked_action else self._bounds[:1]
        return all(abs(one.behind - bound) > _SURE * one.error for bound in bounds)

    def _sums(self, left: list[int]) -> Numbers:
        """Return visits and sums of rewards, as they are now."""
        edges = self._room.edges[left]
        return np.stack([edges[name].astype(float) for name in ("visits", "sum")])


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


def _errors(parts: Numbers, best: int) -> Numbers:
    """Return the standard errors of what each action lacks of the best, by batches that both are in.

    Batches have several sizes, and count by them.
    """
    with np.errstate(invalid="ignore"):  # no visits in a batch: no number
        found = np.array([_merits(part) for part in parts])
    lacks = found[:, [best]] - found
    there = ~np.isnan(lacks)
    weights = np.where(there, parts[:, 0], 0.0)
    shares = weights / weights.sum(0)
    off = np.where(there, lacks - (shares * np.where(there, lacks, 0.0)).sum(0), 0.0)
    errors: Numbers = np.sqrt((shares * off**2).sum(0) / (there.sum(0) - 1))
    return errors


def _merits(sums: Numbers) -> Numbers:
    """Return the mean rewards: of both evaluations, as inside the tree.

    Here differences are estimated, not actions chosen. Of a difference the second evaluation has 2.3 times the variance
    of the first, which is 0.013 of merit off in the mean of 99 pairs.
    """
    merits: Numbers = sums[1] / sums[0]
    return merits
