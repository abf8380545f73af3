"""How games of several seats came out is kept by guest, and what that makes of people's ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0202"
down_revision = "0301"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Games already finished are counted when one of their guests asks; none of them was rated."""
    op.add_column("tables", sa.Column("rated", sa.Boolean(), nullable=True))
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=True),
        sa.Column("deviation", sa.Float(), nullable=True),
        sa.Column("change", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_results_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_results_guest"),
        sa.PrimaryKeyConstraint("table_id", "guest", name="pk_results"),
    )
    op.create_index("ix_results_guest", "results", ["guest", "ended"])
    op.create_table(
        "ratings",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["accounts.guest"], name="fk_ratings_guest", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", name="pk_ratings"),
    )
    op.create_index("ix_ratings_rating", "ratings", ["rating"])
