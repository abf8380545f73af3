"""Guests may take a name and a password, and may end all their sessions at once."""

import sqlalchemy as sa
from alembic import op

revision = "0201"
down_revision = "0006"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add accounts, none at first; tokens issued so far stay valid."""
    op.add_column("guests", sa.Column("generation", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "accounts",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("password", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_accounts_guest"),
        sa.PrimaryKeyConstraint("guest", name="pk_accounts"),
        sa.UniqueConstraint("folded", name="uq_accounts_folded"),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["accounts.guest"], name="fk_recovery_codes_guest", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", "code", name="pk_recovery_codes"),
    )
