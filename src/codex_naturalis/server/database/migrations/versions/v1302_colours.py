"""Colours: people choose the colour of their tokens."""

import sqlalchemy as sa
from alembic import op

revision = "1302"
down_revision = "1301"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add the column; where nothing was chosen, a seat has the colour that goes with it, as before."""
    op.add_column("seats", sa.Column("colour", sa.String(), nullable=True))
