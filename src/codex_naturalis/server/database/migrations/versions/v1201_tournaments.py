"""Tournaments and clubs; notices may be about other things than tables."""

import sqlalchemy as sa
from alembic import op

revision = "1201"
down_revision = "1103"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Add them; no table so far belongs to a tournament."""
    op.add_column("tables", sa.Column("tournament", sa.String(), nullable=True))
    op.add_column("tables", sa.Column("hidden", sa.Boolean(), nullable=True))
    op.create_index(op.f("ix_tables_tournament"), "tables", ["tournament"])
    with op.batch_alter_table("notices") as notices:
        notices.drop_constraint("fk_notices_table_id", type_="foreignkey")
    _clubs()
    _tournaments()
    _rounds()


def _clubs() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("invite", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clubs")),
        sa.UniqueConstraint("invite", name=op.f("uq_clubs_invite")),
    )
    op.create_table(
        "club_members",
        sa.Column("club", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("admin", sa.Boolean(), nullable=False),
        sa.Column("joined", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_club_members_club"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_club_members_guest")),
        sa.PrimaryKeyConstraint("club", "guest", name=op.f("pk_club_members")),
    )
    op.create_index("ix_club_members_guest", "club_members", ["guest"])


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=True),
        sa.Column("club", sa.String(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("starts", sa.Float(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("lot", sa.String(), nullable=False),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_tournaments_club"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["host"], ["guests.id"], name=op.f("fk_tournaments_host")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index("ix_tournaments_club", "tournaments", ["club"])
    op.create_index("ix_tournaments_host", "tournaments", ["host"])
    op.create_index("ix_tournaments_stage", "tournaments", ["stage", "due"])
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=True),
        sa.Column("bot", sa.String(), nullable=True),
        sa.Column("joined", sa.Float(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_tournament_players_guest")),
        _foreign_key("tournament_players"),
        sa.PrimaryKeyConstraint("tournament", "id", name=op.f("pk_tournament_players")),
        sa.UniqueConstraint("tournament", "guest", name=op.f("uq_tournament_players_tournament")),
    )
    op.create_index("ix_tournament_players_guest", "tournament_players", ["guest"])


def _foreign_key(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_tournament")
    return sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name=name, ondelete="CASCADE")


def _rounds() -> None:
    op.create_table(
        "tournament_rounds",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("bye", sa.String(), nullable=True),
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        _foreign_key("tournament_rounds"),
        sa.PrimaryKeyConstraint("tournament", "number", name=op.f("pk_tournament_rounds")),
    )
    op.create_table(
        "tournament_games",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("totals", sa.Text(), nullable=True),
        sa.Column("winners", sa.Text(), nullable=True),
        sa.Column("began", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        _foreign_key("tournament_games"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_tournament_games")),
        sa.UniqueConstraint("tournament", "round", "number", name=op.f("uq_tournament_games_tournament")),
    )
