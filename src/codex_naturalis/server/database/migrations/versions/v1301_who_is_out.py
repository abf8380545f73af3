"""Players whom a host has removed, tournaments that their host has ended, and programs that anyone may enter."""

import sqlalchemy as sa
from alembic import op

revision = "1301"
down_revision = "1201"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add them; so far no player is removed, no tournament ends early, and no owner has agreed."""
    op.add_column("tournament_players", sa.Column("removed", sa.Boolean(), nullable=True))
    op.add_column("tournaments", sa.Column("closing", sa.Boolean(), nullable=True))
    op.add_column("programs", sa.Column("for_all", sa.Boolean(), nullable=True))
