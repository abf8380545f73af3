"""What a server looks for when it starts is found without reading every game that was ever played."""

from alembic import op

revision = "0502"
down_revision = "0501"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Sort tables by what is looked for."""
    op.create_index("ix_tables_open", "tables", ["stage", "deadline"])
    op.create_index("ix_tables_rated", "tables", ["rated", "stage"])
    op.create_index("ix_tables_touched", "tables", ["stage", "touched"])
