"""Tables may have clocks, bots play on for people, and what is due at a table has a time."""

import sqlalchemy as sa
from alembic import op

revision = "0301"
down_revision = "0101"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Tables so far have no clocks; the server gives them something to be due when it starts."""
    served = op.create_table(
        "served",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_served"),
    )
    op.bulk_insert(served, [{"id": 1, "seconds": 0.0}])
    op.add_column("seats", sa.Column("stand_in", sa.String(), nullable=True))
    op.add_column("tables", sa.Column("clock", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("clocks", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("notes", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("deadline", sa.Float(), nullable=True))
    op.add_column("tables", sa.Column("marked", sa.Integer(), server_default="0", nullable=False))
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
