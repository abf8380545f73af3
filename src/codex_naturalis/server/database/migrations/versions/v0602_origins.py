"""Tables know from which network they were opened, by a digest, so that none takes all turns or the whole lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0602"
down_revision = "0601"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Of older tables it is not known."""
    op.add_column("tables", sa.Column("origin", sa.String(), nullable=True))
