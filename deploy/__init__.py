"""Everything on one machine: PostgreSQL, NATS, servers, workers and nginx, as processes."""
