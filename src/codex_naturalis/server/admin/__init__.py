"""Administration: the host's commands on a database, also while servers run."""
