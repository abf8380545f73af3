"""One deal for everyone each day: deals that several tables share, attempts that count, and the deals of the days."""

import sqlalchemy as sa
from alembic import op

revision = "0701"
down_revision = "0604"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Older tables share no deal; of older solo games the turns are not known."""
    op.add_column("tables", sa.Column("shared_deal", sa.String(), nullable=True))
    op.add_column("tables", sa.Column("counted", sa.Boolean(), nullable=True))
    op.add_column("solo_games", sa.Column("turns", sa.Integer(), nullable=True))
    op.create_index("ix_tables_shared_deal", "tables", ["shared_deal"])
    where = sa.text("counted")
    op.create_index(
        "ix_tables_counted",
        "tables",
        ["host", "shared_deal"],
        unique=True,
        sqlite_where=where,
        postgresql_where=where,
    )
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("seal", sa.Text(), nullable=False),
        sa.Column("par", sa.Text(), nullable=True),
        sa.Column("holder", sa.String(), nullable=True),
        sa.Column("until", sa.Float(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_daily_deals")),
    )
