"""Ratings of people: who may play for them, and what a finished game makes of them.

Each rated game is a period of its own in the sense of Glicko-2; without games a deviation widens as if a rating period
went by each week. A game of several seats counts as if each seat had played each of the others.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Row, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from codex_naturalis.play.glicko import NEW, Rating, after_game, rested
from codex_naturalis.rules import GameOptions, options_of

from ..database.schema import accounts, ratings
from ..support.errors import Code, Problem
from ..tables.store import Store
from ..wire.table import NewTable

__all__ = ["check_person", "check_rules", "rated_people", "rating_at", "reckoned"]

_PERIOD: Final = 7 * 24 * 3600.0
"""Seconds without a game after which a deviation widens by one step."""


def check_rules(wanted: NewTable, options: GameOptions) -> None:
    """Raise a `Problem` if a game with these wishes could not be rated."""
    if options.seats == 1 or wanted.bots or options != options_of(wanted.seats, wanted.preset):
        raise Problem(Code.RATED_RULES)


async def check_person(store: Store, guest: str) -> None:
    """Raise a `Problem` unless a guest may sit at a rated table."""
    (found,) = await store.read(select(accounts.c.guest).where(accounts.c.guest == guest))
    if not found:
        raise Problem(Code.RATED_PEOPLE)


def rating_at(row: Row[Any] | None, now: float) -> Rating:
    """Return the rating in a row of `ratings` as it stands by now."""
    if row is None or row.rating is None:
        return NEW
    return rested(Rating(row.rating, row.deviation, row.volatility), max(0.0, now - row.changed) // _PERIOD)


async def rated_people(connection: AsyncConnection, people: Sequence[str]) -> bool:
    """Return whether all of these guests have accounts, still."""
    found = await connection.execute(select(accounts.c.guest).where(accounts.c.guest.in_(people)))
    return len(found.all()) == len(people)


async def reckoned(
    connection: AsyncConnection, ranks: Mapping[str, int], ended: float
) -> dict[str, tuple[Rating, float]]:
    """Count a game for the ratings of all its people; return each one's rating after it, and how it changed."""
    # In an order of their own, so that two processes never wait for each other.
    mine = select(ratings).where(ratings.c.guest.in_(ranks)).order_by(ratings.c.guest).with_for_update()
    rows = {row.guest: row for row in (await connection.execute(mine)).all()}
    before = [(rating_at(rows.get(guest), ended), rank) for guest, rank in ranks.items()]
    after = dict(zip(ranks, after_game(before), strict=True))
    for guest, rating in sorted(after.items()):
        await _keep(connection, guest, rating, rows.get(guest), ended)
    changes = [new.rating - old.rating for new, (old, _) in zip(after.values(), before, strict=True)]
    return {guest: (rating, change) for (guest, rating), change in zip(after.items(), changes, strict=True)}


async def _keep(connection: AsyncConnection, guest: str, rating: Rating, row: Row[Any] | None, ended: float) -> None:
    values = {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "games": row.games + 1 if row else 1,
        "changed": max(ended, row.changed) if row else ended,
    }
    if row:
        await connection.execute(update(ratings).where(ratings.c.guest == guest).values(values))
    else:
        await connection.execute(insert(ratings), {"guest": guest, **values})
