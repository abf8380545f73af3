"""Commands of the host on a database, also while servers run."""
