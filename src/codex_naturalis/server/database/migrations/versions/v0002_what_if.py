"""Tables may play on from the middle of another game."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Remember at a table which game it plays on from."""
    op.add_column("tables", sa.Column("what_if", sa.Text(), nullable=True))
