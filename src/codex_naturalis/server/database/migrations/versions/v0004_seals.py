"""Deals are sealed before anybody sits down."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Keep the seal of a deal; tables from before have none."""
    op.add_column("tables", sa.Column("seal", sa.Text(), nullable=True))
