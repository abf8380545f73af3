"""People who want to play now."""

import sqlalchemy as sa
from alembic import op

revision = "1102"
down_revision = "1101"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add the queue."""
    op.create_table(
        "seekers",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("match", sa.String(), nullable=True),
        sa.Column("table_id", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_seekers_guest"),
        sa.PrimaryKeyConstraint("guest", name="pk_seekers"),
    )
    op.create_index("ix_seekers_match", "seekers", ["match"])
