"""Accounts keep what their names look like, and seats whether the name is an account's or only looks like one."""

import sqlalchemy as sa
from alembic import op

from codex_naturalis.seating.names import look_alikes

revision = "0604"
down_revision = "0603"
branch_labels: str | None = None
depends_on: str | None = None

_ACCOUNTS = sa.table("accounts", sa.column("guest"), sa.column("name"), sa.column("created"))
_SEATS = sa.table("seats", sa.column("guest"), sa.column("mark"))


def upgrade() -> None:
    """Of names that look alike already the older one has the look; the others stay, too."""
    op.add_column("seats", sa.Column("mark", sa.String(), nullable=True))
    made = op.create_table(
        "name_keys",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["accounts.guest"], name=op.f("fk_name_keys_guest"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_name_keys")),
    )
    op.create_index(op.f("ix_name_keys_guest"), "name_keys", ["guest"])
    found = op.get_bind().execute(sa.select(_ACCOUNTS).order_by(_ACCOUNTS.c.created)).all()
    keys: dict[str, str] = {}
    for row in found:
        for key in look_alikes(row.name):
            keys.setdefault(key, row.guest)
    if keys:
        op.bulk_insert(made, [{"key": key, "guest": guest} for key, guest in keys.items()])
        theirs = _SEATS.c.guest.in_(sa.select(_ACCOUNTS.c.guest))
        op.execute(sa.update(_SEATS).where(theirs).values(mark="account"))
