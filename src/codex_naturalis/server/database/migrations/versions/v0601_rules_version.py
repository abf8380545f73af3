"""A table says which version of the rules it is played by: what was begun by the first goes on by the first."""

import sqlalchemy as sa
from alembic import op

revision = "0601"
down_revision = "0502"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """All tables so far were opened under the first version; so are those that an older server still opens."""
    op.add_column("tables", sa.Column("rules", sa.Integer(), nullable=False, server_default="1"))
