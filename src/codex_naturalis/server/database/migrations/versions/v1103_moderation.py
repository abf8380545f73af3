"""Blocks, reports, moderators, what they may take from guests, and the log of what they did."""

import sqlalchemy as sa
from alembic import op

revision = "1103"
down_revision = "1102"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add the tables; nobody is a moderator before the host says so."""
    _about_people()
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("reporter", sa.String(), nullable=False),
        sa.Column("reported", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("thing", sa.String(), nullable=False),
        sa.Column("context", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("settled", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["reporter"], ["guests.id"], name="fk_reports_reporter"),
        sa.ForeignKeyConstraint(["reported"], ["guests.id"], name="fk_reports_reported"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("reporter", "thing", name="uq_reports_reporter"),
    )
    op.create_index("ix_reports_reported", "reports", ["reported"])
    op.create_index("ix_reports_settled", "reports", ["settled", "created"])
    op.create_table(
        "moderations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("moderator", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("report", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("until", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_moderations_guest"),
        sa.PrimaryKeyConstraint("id", name="pk_moderations"),
    )
    op.create_index("ix_moderations_guest", "moderations", ["guest"])


def _about_people() -> None:
    op.create_table(
        "blocks",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("blocked", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_blocks_guest"),
        sa.ForeignKeyConstraint(["blocked"], ["guests.id"], name="fk_blocks_blocked"),
        sa.PrimaryKeyConstraint("guest", "blocked", name="pk_blocks"),
    )
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "moderators",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["accounts.guest"], name="fk_moderators_guest", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", name="pk_moderators"),
    )
    op.create_table(
        "restraints",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("muted_until", sa.Float(), nullable=False, server_default="0"),
        sa.Column("named_until", sa.Float(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_restraints_guest"),
        sa.PrimaryKeyConstraint("guest", name="pk_restraints"),
    )
