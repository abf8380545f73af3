"""Portraits: guests choose a creature, and seats show it. Rematches are found by their party."""

import sqlalchemy as sa
from alembic import op

revision = "0901"
down_revision = "0801"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add the portraits; until one is chosen, a guest has the creature that goes with the name, as before."""
    op.add_column("guests", sa.Column("portrait", sa.Integer(), nullable=True))
    op.add_column("seats", sa.Column("portrait", sa.Integer(), nullable=True))
    op.create_index("ix_tables_party", "tables", ["party"])
