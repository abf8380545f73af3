"""Ratings of people: who may play a rated game, and how a finished one changes the ratings.

The model is Plackett-Luce (`play.plackett_luce`). Games of two, three and four seats have separate ratings, since
they are different games; without games the deviation grows every week.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play.plackett_luce import NEW, Rating, after_game, widen
from codex_naturalis.rules import GameOptions, options_of
from codex_naturalis.wire.errors import Code, ProblemError
from codex_naturalis.wire.table import NewTable

from ..database.schema import accounts, programs, ratings
from ..tables.store import Store

__all__ = ["check_person", "check_rules", "rated_people", "rating_at", "update_ratings"]

_WEEK: Final = 7 * 24 * 3600.0


def check_rules(wanted: NewTable, options: GameOptions) -> None:
    """Raise a `ProblemError` if a game with these settings cannot be rated."""
    if options.seats == 1 or wanted.bots or options != options_of(wanted.seats, wanted.preset):
        raise ProblemError(Code.RATED_RULES)


async def check_person(store: Store, guest: str, *, programs_too: bool) -> None:
    """Raise a `ProblemError` if a guest without an account, or a program, may not sit at a rated table."""
    whose = select(programs.c.owner).select_from(accounts.outerjoin(programs, programs.c.guest == accounts.c.guest))
    (found,) = await store.read(whose.where(accounts.c.guest == guest))
    if not found:
        raise ProblemError(Code.RATED_PEOPLE)
    if found[0].owner and not programs_too:
        raise ProblemError(Code.RATED_PROGRAMS)


def rating_at(row: Row[Any] | None, now: float) -> Rating:
    """Return the rating in a row of `ratings`, rested until `now`; None is the rating of a newcomer."""
    if row is None or row.rating is None:
        return NEW
    return widen(Rating(row.rating, row.deviation), max(0.0, now - row.changed) // _WEEK)


async def rated_people(connection: AsyncConnection, people: Sequence[str]) -> bool:
    """Return whether all of these guests still have accounts."""
    found = await connection.execute(select(accounts.c.guest).where(accounts.c.guest.in_(people)))
    return len(found.all()) == len(people)


async def update_ratings(
    connection: AsyncConnection, ranks: Mapping[str, int], ended: float
) -> dict[str, tuple[Rating, float]]:
    """Update the ratings of a game's people; return each one's new rating, and its change in points."""
    mine = select(ratings).where(ratings.c.guest.in_(ranks), ratings.c.seats == len(ranks))
    # In a fixed order, so that two processes cannot deadlock.
    mine = mine.order_by(ratings.c.guest).with_for_update()
    rows = {row.guest: row for row in (await connection.execute(mine)).all()}
    before = [(rating_at(rows.get(guest), ended), rank) for guest, rank in ranks.items()]
    after = dict(zip(ranks, after_game(before), strict=True))
    for guest, rating in sorted(after.items()):
        await _keep(connection, (guest, len(ranks)), rating, rows.get(guest), ended)
    changes = [new.rating - old.rating for new, (old, _) in zip(after.values(), before, strict=True)]
    return {guest: (rating, change) for (guest, rating), change in zip(after.items(), changes, strict=True)}


async def _keep(
    connection: AsyncConnection, key: tuple[str, int], rating: Rating, row: Row[Any] | None, ended: float
) -> None:
    guest, seats = key
    values = {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "games": row.games + 1 if row else 1,
        "changed": max(ended, row.changed) if row else ended,
    }
    if row:
        await connection.execute(
            update(ratings).where(ratings.c.guest == guest, ratings.c.seats == seats).values(values)
        )
    else:
        await connection.execute(insert(ratings), {"guest": guest, "seats": seats, **values})
