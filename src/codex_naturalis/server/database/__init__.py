"""Database: engine, schema and migrations, reads, group commits and leases, on SQLite or PostgreSQL."""
