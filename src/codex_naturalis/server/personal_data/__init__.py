"""Personal data: an account's deletion, and the export of everything that is stored about a guest."""
