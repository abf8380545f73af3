"""Run the migrations on the connection that `database.upgrade` hands over."""

from alembic import context

from codex_naturalis.server.database.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,  # `durable` begins transactions itself
)
with context.begin_transaction():
    context.run_migrations()
