"""Database: engine, schema and migrations, reads, group commits and leases, for SQLite and PostgreSQL."""
