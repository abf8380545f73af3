"""HTTP: the router, problem documents, static files, readiness, metrics and request ids."""
