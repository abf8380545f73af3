"""Several processes may share the database."""

import sqlalchemy as sa
from alembic import op

revision = "0101"
down_revision = "0201"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Keep where bots are to act, and who looks at which table through which server."""
    op.create_table(
        "jobs",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(), nullable=True),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_jobs_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_jobs"),
    )
    op.create_index("ix_jobs_until", "jobs", ["until"])
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("places", sa.String(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_presence_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "server", name="pk_presence"),
    )
    op.create_index("ix_presence_server", "presence", ["server"])
