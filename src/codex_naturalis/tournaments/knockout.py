"""Knockout: the winner of each table goes on, until one entrant is left."""

from collections.abc import Sequence

from .rounds import Entrant, Pairing, RoundResult, table_sizes

__all__ = ["going_on", "pair_knockout"]


def pair_knockout(seeding: Sequence[Entrant], rounds: Sequence[RoundResult], *, seats: int) -> Pairing:
    """Pair those still in for the round after `rounds`; `seeding` names all, the best first.

    Tables are dealt in a snake, so that the best meet late. With an odd number for two seats the best seed without a
    bye so far sits out. A pairing without a table means that one entrant is left, or none.
    """
    left = going_on(seeding, rounds)
    if len(left) <= 1:
        return Pairing(())
    sizes = table_sizes(len(left), seats)
    if sizes[-1] > 1:
        return Pairing(_snake(left, sizes))
    bye = _bye(left, rounds)
    return Pairing(_snake([entrant for entrant in left if entrant != bye], sizes[:-1]), bye)


def going_on(seeding: Sequence[Entrant], rounds: Sequence[RoundResult]) -> list[Entrant]:
    """Return the remaining entrants, the best seed first; a shared victory sends the better seed on, without a lot."""
    left = list(seeding)
    for played in rounds:
        winners = {min((table.entrants[seat] for seat in table.winners), key=seeding.index) for table in played.tables}
        left = [entrant for entrant in left if entrant in winners or entrant == played.bye]
    return left


def _bye(left: Sequence[Entrant], rounds: Sequence[RoundResult]) -> Entrant:
    """Return the best seed with the fewest byes."""
    byes = [played.bye for played in rounds]
    return min(left, key=lambda entrant: (byes.count(entrant), left.index(entrant)))


def _snake(left: Sequence[Entrant], sizes: Sequence[int]) -> tuple[tuple[Entrant, ...], ...]:
    """Deal entrants to tables back and forth: the first table gets the best and, of two seats, the last."""
    groups: list[list[Entrant]] = [[] for _ in sizes]
    waiting = iter(left)
    forth = True
    while any(len(group) < size for group, size in zip(groups, sizes, strict=True)):
        numbers = range(len(sizes)) if forth else range(len(sizes) - 1, -1, -1)
        for number in numbers:
            if len(groups[number]) < sizes[number]:
                groups[number].append(next(waiting))
        forth = not forth
    return tuple(map(tuple, groups))
