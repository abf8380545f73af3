"""Teacher: hints, reviews and exercises, computed in a worker process."""
