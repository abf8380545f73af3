"""Programs play: bot accounts, access tokens, who is connected, and invitations."""

import sqlalchemy as sa
from alembic import op

revision = "0801"
down_revision = "0701"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add what programs need; a table has the usual pace, and no program at it, as before."""
    op.add_column("tables", sa.Column("pace", sa.String(), nullable=True))
    op.add_column("tables", sa.Column("programs", sa.Boolean(), nullable=True))
    _accounts()
    _connections()


def _accounts() -> None:
    op.create_table(
        "programs",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["accounts.guest"], name=op.f("fk_programs_guest"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["owner"], ["accounts.guest"], name=op.f("fk_programs_owner"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", name=op.f("pk_programs")),
    )
    op.create_index(op.f("ix_programs_owner"), "programs", ["owner"])
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=True),
        sa.Column("used", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_tokens_guest")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_tokens")),
        sa.UniqueConstraint("id", name=op.f("uq_tokens_id")),
    )
    op.create_index(op.f("ix_tokens_guest"), "tokens", ["guest"])


def _connections() -> None:
    program = ["programs.guest"]
    op.create_table(
        "programs_here",
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("connection", sa.String(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("free", sa.Integer(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], program, name=op.f("fk_programs_here_guest"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", name=op.f("pk_programs_here")),
    )
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], program, name=op.f("fk_invitations_guest"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_invitations_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "guest", name=op.f("pk_invitations")),
    )
    op.create_index("ix_invitations_guest", "invitations", ["guest"])
