"""Ratings by number of seats, in the model of Plackett and Luce: worked out again from the stored results."""

from itertools import groupby

import sqlalchemy as sa
from alembic import op
from sqlalchemy.engine import Connection

from codex_naturalis.play.plackett_luce import NEW, Rating, after_game, widen

revision = "1001"
down_revision = "0901"
branch_labels: str | None = None
depends_on: str | None = None

_WEEK = 7 * 24 * 3600.0
_OLD = sa.table("ratings", sa.column("guest"))
_NEW = sa.table("ratings", *map(sa.column, ("guest", "seats", "rating", "deviation", "games", "changed")))
_RESULTS = sa.table(
    "results", *map(sa.column, ("table_id", "guest", "ended", "seats", "rank", "rating", "deviation", "change"))
)


def upgrade() -> None:
    """Count all rated games again, oldest first; those of deleted accounts are no more, and count among the rest."""
    connection = op.get_bind()
    known = {row.guest for row in connection.execute(sa.select(_OLD.c.guest))}
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["accounts.guest"], name="fk_ratings_guest", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", "seats", name="pk_ratings"),
    )
    op.create_index("ix_ratings_seats", "ratings", ["seats", "rating"])
    _count_again(connection, known)


def _count_again(connection: Connection, known: set[str]) -> None:
    """Fill the table, and mend what the results tell of each game's ratings."""
    ratings: dict[tuple[str, int], tuple[Rating, int, float]] = {}
    rated = sa.select(_RESULTS).where(_RESULTS.c.rating.is_not(None))
    rows = connection.execute(rated.order_by(_RESULTS.c.ended, _RESULTS.c.table_id, _RESULTS.c.guest)).all()
    for (ended, _), game in groupby(rows, key=lambda row: (row.ended, row.table_id)):
        seated = list(game)
        before = [_widen(ratings.get((row.guest, row.seats)), ended) for row in seated]
        ranks = [row.rank for row in seated]
        for row, was, now in zip(seated, before, after_game(list(zip(before, ranks, strict=True))), strict=True):
            games = ratings[row.guest, row.seats][1] if (row.guest, row.seats) in ratings else 0
            ratings[row.guest, row.seats] = now, games + 1, ended
            mine = (_RESULTS.c.table_id == row.table_id, _RESULTS.c.guest == row.guest)
            values = {"rating": now.rating, "deviation": now.deviation, "change": now.rating - was.rating}
            connection.execute(sa.update(_RESULTS).where(*mine).values(values))
    counted = [
        {"guest": guest, "seats": seats, "rating": now.rating, "deviation": now.deviation, "games": n, "changed": at}
        for (guest, seats), (now, n, at) in ratings.items()
        if guest in known
    ]
    if counted:
        connection.execute(sa.insert(_NEW), counted)


def _widen(found: tuple[Rating, int, float] | None, now: float) -> Rating:
    return NEW if found is None else widen(found[0], max(0.0, now - found[2]) // _WEEK)
