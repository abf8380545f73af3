"""People may talk at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Keep what people say, and where the host wants silence."""
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("emote", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_chat_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_chat_guest"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_chat"),
    )
    op.create_table(
        "hushed",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_hushed_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_hushed"),
    )
