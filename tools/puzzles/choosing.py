"""Choice among the puzzles found: from different games, of all sorts, and such as need a comparison."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from random import Random
from typing import Final

from codex_naturalis.analysis.puzzles import Kind

from .finding import Found, Searched

__all__ = ["WANTED", "choose"]

WANTED: Final = {Kind.POINTS: 100, Kind.OBJECTIVE: 90, Kind.TURNS: 80, Kind.WIN: 170}
"""Number of puzzles to add, by kind."""

CLOSE: Final = {Kind.POINTS: 2, Kind.OBJECTIVE: 3, Kind.TURNS: 4}
"""Maximum gap to the next best turn, in points, so that it has to be ruled out."""

LARGE, SMALL = 11, 6
"""Cards in a codex."""

_Limits = dict[Hashable, int]


def choose(searched: Iterable[Searched], seed: str) -> list[Found]:
    """Return the wanted number of each kind, the kinds in their order."""
    found = [(one.stream, one.game, each) for one in searched for each in one.found]
    found = Random(seed).sample(found, len(found))  # noqa: S311 - the same every time, no secret
    return [each for kind in Kind for each in _of_kind(kind, found)]


def _of_kind(kind: Kind, found: list[tuple[str, int, Found]]) -> Iterator[Found]:
    full: Counter[Hashable] = Counter()
    for stream, game, one in found:
        limits = {**_limits(kind, one), "all": WANTED[kind], (stream, game): 1 + (kind is Kind.TURNS)}
        if one.kind is kind and _is_close(one) and all(full[what] < most for what, most in limits.items()):
            full.update(limits.keys())
            yield one


def _limits(kind: Kind, one: Found) -> _Limits:
    """Return the limit of puzzles that share each of these properties."""
    wanted = WANTED[kind]
    limits: _Limits = {}
    if kind is not Kind.WIN:
        limits["size", (one.cards >= SMALL) + (one.cards >= LARGE)] = 3 * wanted // 4
        limits["seats", one.seats] = 3 * wanted // 5
    if one.objective is not None:
        limits["objective", one.objective] = wanted // 8
    if kind in (Kind.WIN, Kind.TURNS):
        limits["greedy", one.greedy] = wanted if not one.greedy else wanted // 3
    return limits


def _is_close(one: Found) -> bool:
    """Return whether another turn comes close; for a victory every turn has to be ruled out."""
    return one.kind is Kind.WIN or (one.gap is not None and one.gap <= CLOSE[one.kind])
