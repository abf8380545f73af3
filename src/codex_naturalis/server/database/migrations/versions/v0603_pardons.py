"""The host may pardon guests and networks whose allowance is used up."""

import sqlalchemy as sa
from alembic import op

revision = "0603"
down_revision = "0602"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add pardons, none at first."""
    op.create_table(
        "pardons",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guest", sa.String(), nullable=True),
        sa.Column("network", sa.String(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_pardons_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pardons")),
    )
