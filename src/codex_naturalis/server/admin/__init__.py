"""Administration: what the host does to a database from the command line, also while servers run."""
