"""People may ask to be told that it is their turn; the host may shut people out."""

import sqlalchemy as sa
from alembic import op

revision = "0401"
down_revision = "0202"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add subscriptions, notices and bans, none at first."""
    op.create_table(
        "ways",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=True),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("fault", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_ways_guest"),
        sa.PrimaryKeyConstraint("id", name="pk_ways"),
        sa.UniqueConstraint("guest", "kind", "mark", name="uq_ways_guest"),
    )
    op.create_table(
        "notices",
        sa.Column("way", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("holder", sa.String(), nullable=True),
        sa.Column("until", sa.Float(), nullable=False, server_default="0"),
        sa.Column("settled", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["way"], ["ways.id"], name="fk_notices_way", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_notices_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("way", "table_id", "kind", "turn", name="pk_notices"),
    )
    op.create_index("ix_notices_due", "notices", ["settled", "due"])
    op.create_table(
        "bans",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guest", sa.String(), nullable=True),
        sa.Column("network", sa.String(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_bans_guest"),
        sa.PrimaryKeyConstraint("id", name="pk_bans"),
    )
    op.create_index("ix_bans_guest", "bans", ["guest"])
