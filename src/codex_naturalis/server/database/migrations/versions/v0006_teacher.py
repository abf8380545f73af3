"""Hints may be allowed or not at a table, and reviews of finished games are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Tables so far do what is usual; nothing was reviewed yet."""
    op.add_column("tables", sa.Column("hints", sa.Boolean(), nullable=True))
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("review", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_reviews"),
    )
