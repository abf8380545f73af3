"""Row of the table, and several that one measurement gives together."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from benchmarks.side_by_side import Effort, Figures

__all__ = ["Row", "bar", "one"]


class Row(Struct, frozen=True):
    """Measurement that gives one line of the table or several."""

    name: str
    whats: tuple[str, ...]
    """What each line measures, in the words of the table, with its unit."""

    measure: Callable[[Effort], Sequence[Figures]]
    """Returns the figures of each line; raises `NotRunError`."""


def one(name: str, what: str, measure: Callable[[Effort], Figures]) -> Row:
    """Return a row of one line."""
    return Row(name, (what,), lambda effort: (measure(effort),))


def bar(found: Sequence[float], most: float | None = None) -> Figures:
    """Return figures of ours beside the most that we allow ourselves, or beside nothing."""
    return Figures(list(found), [] if most is None else [most], "" if most is None else "our bar")
