"""Guests beside the names of moderators and of hosts who invite: a deletion finds them, whatever the name was then."""

import sqlalchemy as sa
from alembic import op

revision = "1303"
down_revision = "1302"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add the columns, and fill them as far as the names still say who it was."""
    with op.batch_alter_table("moderations") as moderations:
        moderations.add_column(sa.Column("moderator_guest", sa.String(), nullable=True))
        moderations.create_foreign_key(op.f("fk_moderations_moderator_guest"), "guests", ["moderator_guest"], ["id"])
    with op.batch_alter_table("invitations") as invitations:
        invitations.add_column(sa.Column("host", sa.String(), nullable=True))
        invitations.create_foreign_key(op.f("fk_invitations_host"), "guests", ["host"], ["id"])
    op.execute(
        "update moderations set moderator_guest ="
        " (select accounts.guest from accounts where accounts.name = moderations.moderator)"
    )
    op.execute("update invitations set host = (select tables.host from tables where tables.id = invitations.table_id)")
