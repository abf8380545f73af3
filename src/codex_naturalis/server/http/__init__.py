"""HTTP: the router, problem documents, static files and request ids."""
