"""Where several servers share a database, one of them works a review out, whichever was asked."""

import sqlalchemy as sa
from alembic import op

revision = "0501"
down_revision = "0401"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add leases on reviews, none at first."""
    op.create_table(
        "reviewing",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("part", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_reviewing"),
    )
