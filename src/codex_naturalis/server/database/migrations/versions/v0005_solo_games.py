"""What solo games came to is kept by guest."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Keep results; those of games already finished are counted when their guest asks."""
    op.create_table(
        "solo_games",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("tybor", sa.Integer(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_solo_games_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name="fk_solo_games_guest"),
        sa.PrimaryKeyConstraint("table_id", name="pk_solo_games"),
    )
    op.create_index("ix_solo_games_guest", "solo_games", ["guest", "ended"])
    level = "tables.options::json ->> 'solo'" if _on_postgres() else "json_extract(tables.options, '$.solo')"
    op.execute(
        "insert into solo_games (table_id, guest, level, ended) "  # noqa: S608 - one of the two words above
        f"select tables.id, seats.guest, {level}, tables.touched "
        "from tables join seats on seats.table_id = tables.id "
        "where tables.stage = 'over' and tables.what_if is null and seats.guest is not null "
        f"and {level} is not null"
    )


def _on_postgres() -> bool:
    return op.get_bind().dialect.name == "postgresql"
