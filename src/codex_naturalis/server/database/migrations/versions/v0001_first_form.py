"""The first form of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Make guests, tables, seats, actions, and what clients asked for."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("party", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=True),
        sa.Column("rematch", sa.String(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("touched", sa.Float(), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.Column("asked", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["host"], ["guests.id"], name="fk_tables_host"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("host", "request", name="uq_tables_host"),
    )
    op.create_index("ix_tables_listed", "tables", ["listed", "stage", "touched"])

    op.create_table(
        "actions",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_actions_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_actions"),
    )
    op.create_table(
        "acts",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_acts_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", "id", name="pk_acts"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("guest", sa.String(), nullable=True),
        sa.Column("key", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_seats_guest"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "place", name="pk_seats"),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])
