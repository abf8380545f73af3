"""Company for slow games: conditional turns, pinned notes, vacations, calendars; and the days of puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "1101"
down_revision = "1001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add what slow games need; no table of before has any of it."""
    _turns_and_notes()
    op.create_table(
        "vacations",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("ends", sa.Float(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["accounts.guest"], name=op.f("fk_vacations_guest"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", "began", name=op.f("pk_vacations")),
    )
    op.create_index(op.f("ix_vacations_ends"), "vacations", ["ends"])
    op.create_table(
        "calendars",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_calendars_guest")),
        sa.PrimaryKeyConstraint("guest", name=op.f("pk_calendars")),
        sa.UniqueConstraint("digest", name=op.f("uq_calendars_digest")),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_puzzle_days_guest")),
        sa.PrimaryKeyConstraint("guest", "day", name=op.f("pk_puzzle_days")),
    )


def _turns_and_notes() -> None:
    table = ["tables.id"]
    op.create_table(
        "conditional_turns",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("laid", sa.Integer(), nullable=False),
        sa.Column("last_round", sa.Integer(), nullable=True),
        sa.Column("looked", sa.Integer(), nullable=False),
        sa.Column("claimed", sa.Boolean(), nullable=False),
        sa.Column("withdrawn", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], table, name=op.f("fk_conditional_turns_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_conditional_turns")),
        sa.UniqueConstraint("id", name=op.f("uq_conditional_turns_id")),
    )
    op.create_table(
        "pinned_notes",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_pinned_notes_guest")),
        sa.ForeignKeyConstraint(["table_id"], table, name=op.f("fk_pinned_notes_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", "table_id", "at", name=op.f("pk_pinned_notes")),
    )
    op.create_index("ix_pinned_notes_table_id", "pinned_notes", ["table_id"])
