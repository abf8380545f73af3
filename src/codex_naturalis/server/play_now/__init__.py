"""Play now: people who wait for others of similar strength, and the tables where they meet."""
